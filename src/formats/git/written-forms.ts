import { posix } from 'node:path'
import { relativeUrl } from '../export/relative-urls.ts'
import type { ReferencedKind, ResolveUrl } from '../export/rewritten-references.ts'
import { canonicalUrl } from '../import/markdown/pages/links.ts'
import { parseRelativeUrl } from '../import/markdown/repository/urls.ts'
import type { Plan } from './plan.ts'
import { linksOf } from './read-texts.ts'
import type { SplitText } from './split-text.ts'

/** The addresses that a file has for what it links to, as its author wrote them, by kind and id. */
export type WrittenForms = ReadonlyMap<string, string>

interface FormsRequest {
  /** The path of the file before, and the one that it gets. */
  readonly before: string
  readonly path: string
  readonly text: SplitText
  /** The body that it is to have, with permanent links. */
  readonly markdown: string
  /** The page that it is the file of. Absent for a reusable content, whose links follow no address. */
  readonly pageId?: string
}

/** Returns the addresses that a file keeps: neither it nor what they lead to moved. */
export function writtenForms(
  { branch, paths, addresses }: Plan,
  { before, path, text, markdown, pageId }: FormsRequest,
): WrittenForms {
  const forms = new Map<string, string>()
  if (posix.dirname(before) !== posix.dirname(path)) return forms
  const links = linksOf(branch.open.repository, branch.ids)
  const broken: BrokenUrl[] = []
  for (const { written, text: url } of text.urls) {
    const canonical = canonicalUrl(links, before, url)
    const isBroken = canonical === undefined && Boolean(parseRelativeUrl(url)?.path)
    if (isBroken && !markdown.includes(written)) broken.push({ url, address: withoutFragment(written) })
    const [, kind, id] = /^\/(pages|files|reusable-contents)\/([^#]+)/.exec(canonical ?? '') ?? []
    const key = `${kind} ${id}`
    if (id === undefined || forms.has(key) || written !== url) continue
    const now = paths.get(id)
    if (now === undefined || now === branch.entries.get(id)?.path) forms.set(key, withoutFragment(written))
  }
  if (broken.length === 0) return forms
  const gone = goneIn(markdown, paths)
  const explained =
    gone.length > 0 || pageId === undefined
      ? formsOfGone(gone, broken)
      : formsInSpace(markdown, broken, (url) => addresses.pageAt(pageId, url))
  for (const [key, address] of explained) if (!forms.has(key)) forms.set(key, address)
  return forms
}

const withoutFragment = (url: string) => url.replace(/#.*$/s, '')

/** A URL of a file at which there is no file, and that the text of the space does not have. */
interface BrokenUrl {
  readonly url: string
  /** The URL as it is written, without the fragment. */
  readonly address: string
}

const permanent = /\/(pages|files)\/([A-Za-z0-9_-]+)/g

/** Returns what a text links to and no path has, by kind and id. */
const goneIn = (markdown: string, paths: Plan['paths']): string[] =>
  [...markdown.matchAll(permanent)].flatMap(([, kind, id]) =>
    paths.has(id as string) ? [] : [`${kind} ${id}`],
  )

/**
 * Yields the addresses of links to pages that are gone, whose files are too: the space still knows which it were, and the file
 * where they were. They are the same if there are as many.
 */
function* formsOfGone(gone: readonly string[], broken: readonly BrokenUrl[]): Generator<[string, string]> {
  if (gone.length !== broken.length) return
  for (const [index, key] of gone.entries()) yield [key, (broken[index] as BrokenUrl).address]
}

/**
 * Yields the addresses of links that no file is at, but a page of the space: an edit there has made them permanent. They are the same
 * if there are as many to a page.
 */
function* formsInSpace(
  markdown: string,
  broken: readonly BrokenUrl[],
  pageAt: (url: string) => string | undefined,
): Generator<[string, string]> {
  const found = Map.groupBy(broken, ({ url }) => pageAt(url))
  const links = [...markdown.matchAll(permanent)]
  for (const [page, [first, ...others]] of found) {
    if (page === undefined || first === undefined) continue
    const count = links.filter(([, , id]) => id === page).length
    if (count === others.length + 1) yield [`pages ${page}`, first.address]
  }
}

/** Returns the addresses that a file at a path is to have. */
export const urlsAt =
  ({ paths }: Plan, path: string, forms: WrittenForms): ResolveUrl =>
  (kind: ReferencedKind, id: string) => {
    const form = forms.get(`${kind} ${id}`)
    if (form !== undefined) return form
    const to = paths.get(id)
    return to === undefined ? undefined : relativeUrl(path, to)
  }

/** Returns the addresses that a file at a path has. */
export const oldUrlsAt =
  ({ branch }: Plan, path: string, forms: WrittenForms): ResolveUrl =>
  (kind: ReferencedKind, id: string) => {
    const form = forms.get(`${kind} ${id}`)
    if (form !== undefined) return form
    const to = id.startsWith('file ') ? id.slice(5) : branch.entries.get(id)?.path
    return to === undefined ? undefined : relativeUrl(path, to)
  }
