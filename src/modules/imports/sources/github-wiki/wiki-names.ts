import { posix } from 'node:path'
import type { SourceEntry } from '../entries.ts'
import { isMarkdown } from '../repository.ts'

/** A page of a wiki, and the Markdown file that it becomes. */
export interface WikiPage {
  readonly entry: SourceEntry
  readonly title: string
  readonly path: string
}

/** What names mean in a wiki. */
export interface Wiki {
  /** By name, whatever the folder. */
  readonly pages: ReadonlyMap<string, WikiPage>
  /** Images and other files, by lower-case path and by lower-case name. */
  readonly files: ReadonlyMap<string, string>
  /** `owner/name` in lower case, if it is known. */
  readonly repository: string | undefined
}

/** The name of a file as a title: its dashes are spaces. */
export const titleOfFile = (path: string): string =>
  posix.parse(path).name.replace(/-+/g, ' ').trim() || posix.parse(path).name

/** Spaces are dashes, case does not matter, and folders are not part of the name. */
export const nameKey = (name: string): string =>
  posix
    .basename(name)
    .trim()
    .replace(/[\s-]+/g, '-')
    .toLowerCase()

export function findPage({ pages }: Wiki, name: string): WikiPage | undefined {
  const key = nameKey(name)
  return pages.get(key) ?? (isMarkdown(key) ? pages.get(nameKey(posix.parse(key).name)) : undefined)
}

/** The file of this path, counted from the root, from the folder of the page, or by its name alone. */
export function findFile({ files }: Wiki, from: string, path: string): string | undefined {
  const wanted = path.trim().replace(/^\/+/, '').toLowerCase()
  const beside = posix.join(posix.dirname(from).toLowerCase(), wanted)
  return files.get(wanted) ?? files.get(beside) ?? files.get(posix.basename(wanted))
}

/** What an address says within the wiki: the name of a page or the path of a file, and an anchor. */
export interface WikiAddress {
  readonly name: string
  readonly anchor: string
}

const absoluteAddress =
  /^(?:https?:)?\/\/(?:(?:www\.)?github\.com\/([^/\s]+\/[^/\s]+)\/wiki|raw\.githubusercontent\.com\/wiki\/([^/\s]+\/[^/\s]+))(?:\/([^?#]*))?(?:\?[^#]*)?(?:#(.*))?$/is

/** The repository that an address names whose wiki it leads into, and where it leads there. */
export function readAbsolute(address: string): (WikiAddress & { repository: string }) | undefined {
  const match = absoluteAddress.exec(address.trim())
  if (!match) return undefined
  const [, page, raw, name, anchor = ''] = match
  return { repository: (page ?? raw ?? '').toLowerCase(), name: decoded(name || 'Home'), anchor }
}

/** Takes an address apart that stands in a page; undefined for one that leads out of the wiki. */
export function readWikiAddress(wiki: Wiki, address: string): WikiAddress | undefined {
  const absolute = readAbsolute(address)
  if (absolute) return absolute.repository === wiki.repository ? absolute : undefined
  const text = address.trim()
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(text)) return undefined
  const [, path = '', anchor = ''] = /^([^?#]*)(?:\?[^#]*)?#?(.*)$/s.exec(text) ?? []
  const [, inside] = /^\/[^/]+\/[^/]+\/wiki\/(.+)$/i.exec(path) ?? []
  const name = decoded(inside ?? path.replace(/^(?:\.\.?\/)*(?:wiki\/)?/i, ''))
  return name === '' ? undefined : { name, anchor }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
