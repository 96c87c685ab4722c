import { posix } from 'node:path'

export const isMarkdown = (path: string): boolean => /\.(md|markdown|mdx)$/i.test(path)

export const isReadme = (path: string): boolean => /(^|\/)(readme|index)\.(md|markdown|mdx)$/i.test(path)

/** Returns whether a path is below a folder, `.` for the repository. */
export const isIn = (folder: string, path: string): boolean => folder === '.' || path.startsWith(`${folder}/`)

/**
 * Returns whether a path is a file and not a page. Markdown files are files only if they are uploaded assets.
 */
export const isFile = (path: string): boolean => isAsset(path) || !isMarkdown(path)

/** Returns whether a path is an uploaded asset of a documentation repository. */
export const isAsset = (path: string): boolean => `/${posix.dirname(path)}/`.includes('/.gitbook/assets/')

/** Returns whether a file describes the tags of pages and updates. It is kept for exports. */
export const isTagsFile = (path: string): boolean => /(?:^|\/)\.gitbook\/tags\.ya?ml$/.test(path)

/** Returns whether a path is one of a reusable content. */
export const isReusable = (path: string): boolean =>
  isMarkdown(path) && `/${posix.dirname(path)}/`.includes('/.gitbook/includes/')
