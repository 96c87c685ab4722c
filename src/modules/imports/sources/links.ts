import { posix } from 'node:path'
import type { Address } from './addresses.ts'
import type { Skip } from './outline.ts'
import { isMarkdown, type Repository, readAddress, resolvePath } from './repository.ts'

/** The ids of pages and files, by path, while pages are read. */
export interface Places {
  readonly repository: Repository
  readonly pageIds: ReadonlyMap<string, string>
  /** Files get their ids when something first refers to them. */
  readonly fileIds: Map<string, string>
  readonly newFileId: () => string
  readonly addressOutside: AddressOutside
  readonly skipped: Skip[]
}

/** Returns the lasting address of a page outside of the source, by its path relative to the source: `../api/errors.md`. */
export type AddressOutside = (path: string) => string | undefined

/** The id of the file at this path, which counts as referred to from now on. */
export function referToFile({ fileIds, newFileId }: Places, path: string): string {
  const id = fileIds.get(path) ?? newFileId()
  fileIds.set(path, id)
  return id
}

/** The text from `start` on, its addresses in the form that lasts and every other byte as it was. */
export function rewriteAddresses(
  places: Places,
  path: string,
  { source, start, addresses }: { source: string; start: number; addresses: readonly Address[] },
): string {
  let rewritten = ''
  let from = start
  for (const address of addresses) {
    const lasting = lastingAddress(places, path, address.text)
    if (lasting === undefined) continue
    // What was escaped or written as an entity is no longer, so that it must not mean anything in the text.
    const isVerbatim = source.slice(address.start, address.end) === address.text
    rewritten += source.slice(from, address.start) + (isVerbatim ? lasting : withoutSyntax(lasting))
    from = address.end
  }
  return rewritten + source.slice(from)
}

const withoutSyntax = (address: string) =>
  address.replace(/[\s()<>"'`\\&*_[\]]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)

/**
 * `/pages/<id>` or `/files/<id>` for what an address in the file at `from` means. Undefined for one that leads out of
 * the repository or stays on its page, and for one that leads nowhere, which is reported.
 */
export function lastingAddress(places: Places, from: string, text: string): string | undefined {
  const address = readAddress(text)
  if (!address || address.path === '') return undefined
  const anchor = address.anchor && `#${address.anchor}`
  const path = resolvePath(places.repository, from, address.path)
  const page = path && places.pageIds.get(path)
  if (page) return `/pages/${page}${anchor}`
  if (path && isFile(path)) return `/files/${referToFile(places, path)}${anchor}`
  const outside = places.addressOutside(posix.join(posix.dirname(from), address.path))
  if (outside) return `${outside}${anchor}`
  places.skipped.push({ path: `${from}: ${text}`, reason: 'link target not found' })
  return undefined
}

/** Markdown files are pages or nothing, unless an author uploaded them. */
export const isFile = (path: string): boolean => isAsset(path) || !isMarkdown(path)

/** Whether it is among the files that the editor of the repository's documentation uploads. */
export const isAsset = (path: string): boolean => `/${posix.dirname(path)}/`.includes('/.gitbook/assets/')
