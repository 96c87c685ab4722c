import { posix } from 'node:path'
import { decodedText } from '../../../base/decoded-text.ts'
import type { SourceEntry } from '../files/entries.ts'
import { isMarkdown } from '../markdown/repository/paths.ts'

/** A page of a wiki, and the Markdown file that it becomes. */
export interface WikiPage {
  readonly entry: SourceEntry
  readonly title: string
  readonly path: string
}

export interface Wiki {
  /** By name, without folders. */
  readonly pages: ReadonlyMap<string, WikiPage>
  /** Images and other files, by lower-case path and by lower-case name. */
  readonly files: ReadonlyMap<string, string>
  /** `owner/name` in lower case, if known. */
  readonly repository: string | undefined
}

/** Converts a file name to a title, with dashes replaced by spaces. */
export const titleOfFile = (path: string): string =>
  posix.parse(path).name.replace(/-+/g, ' ').trim() || posix.parse(path).name

/** Returns the lookup key of a page name: without folders and case, with spaces replaced by dashes. */
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

/** Returns the file with a path relative to the root or to the folder of the page, or with that name alone. */
export function findFile({ files }: Wiki, from: string, path: string): string | undefined {
  const wanted = path.trim().replace(/^\/+/, '').toLowerCase()
  const beside = posix.join(posix.dirname(from).toLowerCase(), wanted)
  return files.get(wanted) ?? files.get(beside) ?? files.get(posix.basename(wanted))
}

/** A URL within the wiki: the name of a page or the path of a file, and an anchor. */
export interface WikiUrl {
  readonly name: string
  readonly anchor: string
}

const absoluteUrlPattern =
  /^(?:https?:)?\/\/(?:(?:www\.)?github\.com\/([^/\s]+\/[^/\s]+)\/wiki|raw\.githubusercontent\.com\/wiki\/([^/\s]+\/[^/\s]+))(?:\/([^?#]*))?(?:\?[^#]*)?(?:#(.*))?$/is

/** Parses an absolute URL of a wiki page or file. Returns its repository and its target. */
export function parseAbsoluteUrl(url: string): (WikiUrl & { repository: string }) | undefined {
  const match = absoluteUrlPattern.exec(url.trim())
  if (!match) return undefined
  const [, page, raw, name, anchor = ''] = match
  return { repository: (page ?? raw ?? '').toLowerCase(), name: decodedText(name || 'Home'), anchor }
}

/** Parses a URL on a page. Returns undefined if it points outside of the wiki. */
export function parseWikiUrl(wiki: Wiki, url: string): WikiUrl | undefined {
  const absolute = parseAbsoluteUrl(url)
  if (absolute) return absolute.repository === wiki.repository ? absolute : undefined
  const text = url.trim()
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(text)) return undefined
  const [, path = '', anchor = ''] = /^([^?#]*)(?:\?[^#]*)?#?(.*)$/s.exec(text) ?? []
  const [, inside] = /^\/[^/]+\/[^/]+\/wiki\/(.+)$/i.exec(path) ?? []
  const name = decodedText(inside ?? path.replace(/^(?:\.\.?\/)*(?:wiki\/)?/i, ''))
  return name === '' ? undefined : { name, anchor }
}
