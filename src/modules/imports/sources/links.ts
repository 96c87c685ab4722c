import { posix } from 'node:path'
import type { Address } from './addresses.ts'
import type { Skip } from './outline.ts'
import { isMarkdown, type Repository, readAddress, resolvePath } from './repository.ts'

/** The ids of pages and files by path, used to resolve links while pages are read. */
export interface Places {
  readonly repository: Repository
  readonly pageIds: ReadonlyMap<string, string>
  /** The ids of referenced files. An id is assigned at the first reference. */
  readonly fileIds: Map<string, string>
  readonly newFileId: () => string
  readonly addressOutside: AddressOutside
  readonly skipped: Skip[]
}

/** Returns the canonical URL of a page outside of the source, by its path relative to the source: `../api/errors.md`. */
export type AddressOutside = (path: string) => string | undefined

/** Returns the id of a file and marks the file as referenced. */
export function referToFile({ fileIds, newFileId }: Places, path: string): string {
  const id = fileIds.get(path) ?? newFileId()
  fileIds.set(path, id)
  return id
}

/**
 * Returns the text from `start` on, with canonical URLs for pages and files of the repository. All other
 * characters are unchanged.
 */
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
    // The original URL was escaped, so characters with a meaning in Markdown or HTML are encoded in the new
    // one.
    const isVerbatim = source.slice(address.start, address.end) === address.text
    rewritten += source.slice(from, address.start) + (isVerbatim ? lasting : withoutSyntax(lasting))
    from = address.end
  }
  return rewritten + source.slice(from)
}

const withoutSyntax = (address: string) =>
  address.replace(/[\s()<>"'`\\&*_[\]]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)

/**
 * Resolves a URL in the file at `from` to `/pages/<id>` or `/files/<id>`. Returns undefined for URLs that lead
 * out of the repository or stay on the page. Broken links return undefined too and are reported as skipped.
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

/**
 * Returns whether a path is a file and not a page. Markdown files are files only if they are uploaded assets.
 */
export const isFile = (path: string): boolean => isAsset(path) || !isMarkdown(path)

/** Returns whether a path is an uploaded asset of a documentation repository. */
export const isAsset = (path: string): boolean => `/${posix.dirname(path)}/`.includes('/.gitbook/assets/')
