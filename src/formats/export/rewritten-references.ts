import { decodedText } from '../../base/decoded-text.ts'
import { isContentTimeout, runContentJob } from '../../workers/content-threads.ts'
import { parsedOnMainThread } from '../body/parsing/main-thread.ts'
import { findParsableUrls } from '../body/parsing/url-job.ts'
import type { UrlSpan } from '../page/file/markdown-urls.ts'
import { plainUrls } from '../page/file/plain-urls.ts'
import { mayHaveRelativeLinks } from './relative-links.ts'

const canonicalPath = /^\/(pages|files|reusable-contents)\/([A-Za-z0-9._~%-]+)(?=#|$)/

/** The kinds of content that a body refers to, each as the first segment of its URLs. */
export type ReferencedKind = 'pages' | 'files' | 'reusable-contents'

/** Returns the new URL of a page, a file or a reusable content, or undefined to keep `/pages/<id>` and so on. */
export type ResolveUrl = (kind: ReferencedKind, id: string) => string | undefined

/** Returns the new URL of a relative URL in a page, or undefined to keep it. */
export type ResolveRelativeUrl = (url: string) => string | undefined

export interface RewriteOptions {
  readonly resolve: ResolveUrl
  readonly resolveRelative?: ResolveRelativeUrl
  readonly owner: string
}

/**
 * Replaces the URLs of pages and files in a body and leaves all other characters unchanged. URLs are found as
 * in an import of `head` and body as one file, so that an import restores each of them.
 */
export async function rewriteReferences(
  head: string,
  body: string,
  { resolve, resolveRelative = () => undefined, owner }: RewriteOptions,
): Promise<string> {
  // Most bodies reference nothing, and parsing is expensive.
  if (!/\/(?:pages|files|reusable-contents)\//.test(body) && !mayHaveRelativeLinks(body)) return body
  let rewritten = ''
  let from = head.length
  const source = head + body
  for (const { start, end, text } of plainUrlsIn(head, body) ?? (await urlsIn(source, owner))) {
    if (start < from) continue
    const url = source.slice(start, end)
    const [address = url, kind, id] = canonicalPath.exec(url) ?? []
    const isWrittenPlainly = url === text
    const resolved =
      kind && id
        ? resolve(kind as ReferencedKind, decodedText(id))
        : isWrittenPlainly
          ? resolveRelative(url)
          : undefined
    if (resolved === undefined) continue
    rewritten += source.slice(from, start) + resolved
    from = start + address.length
  }
  return rewritten + source.slice(from)
}

/** Returns the URLs in a body that need not be parsed, behind a head of which no block reaches into the body. */
function plainUrlsIn(head: string, body: string): readonly UrlSpan[] | undefined {
  if (head !== '' && (!head.endsWith('\n\n') || head.includes('{%'))) return undefined
  return plainUrls(body)?.map(({ start, end, text }) => ({
    start: start + head.length,
    end: end + head.length,
    text,
  }))
}

/**
 * Returns the URLs in the source, which is parsed in a thread if it is large. If that takes too long, those of pages and files
 * are found by their form, so that what is written never leads nowhere because the server was busy; relative URLs stay.
 */
async function urlsIn(source: string, owner: string): Promise<readonly UrlSpan[]> {
  const here = parsedOnMainThread([source], () => findParsableUrls(source))
  if (here) return here
  try {
    return await runContentJob<string, readonly UrlSpan[]>(urlJob, source, { owner })
  } catch (error) {
    if (isContentTimeout(error)) return urlsByForm(source)
    throw error
  }
}

/** A URL of a page or a file where Markdown or HTML has a URL. */
const urlByForm =
  /(?<=[(<"'])\/(?:pages|files|reusable-contents)\/[A-Za-z0-9._~%-]+(?:#[^\s()<>"']*)?(?=[\s)>"'])/g

/** Finds the URLs of pages and files in a source without parsing it. */
export const urlsByForm = (source: string): UrlSpan[] =>
  [...source.matchAll(urlByForm)].map(({ 0: text, index }) => ({
    start: index,
    end: index + text.length,
    text,
  }))

const urlJob = new URL('../body/parsing/url-job.ts', import.meta.url)
