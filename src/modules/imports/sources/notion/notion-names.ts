import { posix } from 'node:path'

/** The id that Notion puts behind names: 32 hexadecimal digits, in links with dashes too. */
const idAtEnd = /[\s-]([0-9a-f]{32})$/i

/** `Page Title 0123…` without its id. */
export const withoutId = (name: string): string => name.replace(idAtEnd, '').trim() || name

/** The id at the end of a name, in lower case. */
export const idOf = (name: string): string | undefined => idAtEnd.exec(name)?.[1]?.toLowerCase()

/** The name of a file without its extension, and of a table without the mark of its complete form. */
export function stemOf(path: string): string {
  const { name, ext } = posix.parse(path)
  return isTable(path) ? name.replace(/_all$/, '') : `${name}${isPage(path) ? '' : ext}`
}

export const isPage = (path: string): boolean => /\.(md|html)$/i.test(path)
export const isHtml = (path: string): boolean => /\.html$/i.test(path)
export const isTable = (path: string): boolean => /\.csv$/i.test(path)

/** The id of the page that an address of the app or its public pages names. */
export function idInAddress(address: string): string | undefined {
  const [, dashed] =
    /^(?:https?:\/\/(?:[\w-]+\.)*notion\.(?:so|site)(?::\d+)?)?\/(?:[^?#]*[/-])?([0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:[?#].*)?$/i.exec(
      address.trim(),
    ) ?? []
  return dashed?.replaceAll('-', '').toLowerCase()
}
