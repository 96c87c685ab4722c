import { posix } from 'node:path'

/** Converts a path to a relative URL, with all characters encoded that have a meaning in Markdown. */
export const pathToUrl = (path: string): string =>
  encodeURIComponent(path)
    .replaceAll('%2F', '/')
    .replace(/[()!'*~]/g, encoded)

const encoded = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** Returns the URL of the file at `path`, relative to the file at `from`. */
export const relativeUrl = (from: string, path: string): string =>
  pathToUrl(posix.relative(posix.dirname(from), path))

/** Escapes text for one line of Markdown. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>|~$&^#:@]/g, '\\$&')
    .replace(/^[-+=]|^(\d{1,9})(?=[.)])|(?<=\bwww)(?=\.)/gi, (start, digits) =>
      digits === undefined ? `\\${start}` : `${digits}\\`,
    )

/** Formats Markdown for a table cell: in one line, with pipes escaped, including those that already are. */
export const tableCell = (markdown: string): string =>
  markdown
    .trim()
    .replace(/\s*\r?\n\s*/g, '<br>')
    .replace(/\\?\|/g, '\\|')
