import { posix } from 'node:path'
import { importLine } from '../../report/lines.ts'
import { type ImportNote, type Skip, skipOf } from '../../report/notes.ts'
import { isFile } from '../repository/paths.ts'
import type { Repository } from '../repository/repository.ts'
import { parseRelativeUrl, resolvePath } from '../repository/urls.ts'
import type { PageText } from './page-text.ts'

/** The ids of pages and files by path, used to resolve links while pages are read. */
export interface LinkContext {
  readonly repository: Repository
  readonly pageIds: ReadonlyMap<string, string>
  readonly reusableIds: ReadonlyMap<string, string>
  /** The ids of referenced files. An id is assigned at the first reference. */
  readonly fileIds: Map<string, string>
  readonly newFileId: (path: string) => string
  readonly outsideUrl: OutsideUrl
  readonly skipped: Skip[]
  readonly notes: ImportNote[]
}

/** Returns the canonical URL of a page outside of the source, by its path relative to the source: `../api/errors.md`. */
export type OutsideUrl = (path: string) => string | undefined

/** Returns the id of a file and marks the file as referenced. */
export function registerFile({ fileIds, newFileId }: LinkContext, path: string): string {
  const id = fileIds.get(path) ?? newFileId(path)
  fileIds.set(path, id)
  return id
}

/**
 * Returns the body of a file with its new URLs, in the order of the old ones, undefined for those that stay. All
 * other characters are unchanged.
 */
export function replaceUrls(
  { source, bodyStart, urls }: Pick<PageText, 'source' | 'bodyStart' | 'urls'>,
  resolved: readonly (string | undefined)[],
): string {
  let rewritten = ''
  let from = bodyStart
  for (const [index, url] of urls.entries()) {
    const canonical = resolved[index]
    if (canonical === undefined) continue
    // The original URL was escaped, so characters with a meaning in Markdown or HTML are encoded in the new
    // one.
    const isVerbatim = source.slice(url.start, url.end) === url.text
    rewritten += source.slice(from, url.start) + (isVerbatim ? canonical : encodeSyntax(canonical))
    from = url.end
  }
  return rewritten + source.slice(from)
}

const encodeSyntax = (url: string) =>
  url.replace(/[\s()<>"'`\\&*_[\]]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)

/**
 * Resolves a URL in the file at `from` to `/pages/<id>`, `/files/<id>` or `/reusable-contents/<id>`. Returns undefined for
 * URLs that lead out of the repository or stay on the page. Broken links return undefined too and are reported as skipped.
 */
export function canonicalUrl(links: LinkContext, from: string, text: string): string | undefined {
  const relative = parseRelativeUrl(text)
  if (!relative || relative.path === '') return undefined
  const anchor = relative.anchor && `#${relative.anchor}`
  const path = resolvePath(links.repository, from, relative.path)
  const page = path && links.pageIds.get(path)
  if (page) return `/pages/${page}${anchor}`
  const reusable = path && links.reusableIds.get(path)
  if (reusable) return `/reusable-contents/${reusable}`
  if (path && isFile(path)) return `/files/${registerFile(links, path)}${anchor}`
  const bases = relative.path.startsWith('/') ? links.repository.roots : [posix.dirname(from)]
  const outside = bases
    .map((base) => links.outsideUrl(posix.join(base, relative.path)))
    .find((url) => url !== undefined)
  if (outside) return `${outside}${anchor}`
  const line = path
    ? importLine('IMPORT_LINK_TARGET_LEFT_OUT', 'link target is not imported')
    : importLine('IMPORT_LINK_WITHOUT_TARGET', 'link target not found')
  links.skipped.push(skipOf(`${from}: ${text}`, line, 'LINK'))
  return undefined
}
