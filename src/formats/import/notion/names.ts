import { posix } from 'node:path'

/** Matches the id that Notion appends to names: 32 hexadecimal digits after a space or, in links, a dash. */
const idAtEnd = /[\s-]([0-9a-f]{32})$/i

/** Returns a name such as `Page Title 0123…` without its id. */
export const withoutId = (name: string): string => name.replace(idAtEnd, '').trim() || name

/** Returns the id at the end of a name in lower case. */
export const idOf = (name: string): string | undefined => idAtEnd.exec(name)?.[1]?.toLowerCase()

/**
 * Returns the file name without the extension of a page or table, and without the suffix of a complete table.
 */
export function stemOf(path: string): string {
  const { name, ext } = posix.parse(path)
  return isTable(path) ? name.replace(/_all$/, '') : `${name}${isPage(path) ? '' : ext}`
}

export const isPage = (path: string): boolean => /\.(md|html)$/i.test(path)
export const isHtml = (path: string): boolean => /\.html$/i.test(path)
export const isTable = (path: string): boolean => /\.csv$/i.test(path)

/** Returns the page id in a URL of the Notion app or of a public page. */
export function idInUrl(url: string): string | undefined {
  const [, dashed] =
    /^(?:https?:\/\/(?:[\w-]+\.)*notion\.(?:so|site)(?::\d+)?)?\/(?:[^?#]*[/-])?([0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:[?#].*)?$/i.exec(
      url.trim(),
    ) ?? []
  return dashed?.replaceAll('-', '').toLowerCase()
}
