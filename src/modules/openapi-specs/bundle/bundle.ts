import { readFile } from 'node:fs/promises'
import type { FetchResult } from '../../../http/guarded-fetch.ts'
import { BundleFailure } from './failure.ts'
import { type BundleLimits, bundleLimits } from './limits.ts'
import { assertOpenAPI, readDocument } from './read-document.ts'
import { referencesIn } from './references.ts'

export type BundleSource =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'file'; readonly path: string }

export interface Bundle {
  /** The original document. */
  readonly source: Uint8Array
  readonly fileName: string
  readonly contentType: string
  /** The parsed files by path: the document first, then the files that it refers to. */
  readonly files: ReadonlyMap<string, unknown>
}

/** Fetches one file within limits. */
export type FetchFile = (
  url: string,
  limits: Pick<BundleLimits, 'maxBytes' | 'timeoutMs'>,
) => Promise<Pick<FetchResult, 'body' | 'finalUrl'>>

interface Reference {
  readonly url: URL
  readonly depth: number
}

/** Reads a document and all files that it refers to, directly or indirectly. References are not rewritten. */
export async function bundle(
  source: BundleSource,
  fetchFile: FetchFile,
  limits: BundleLimits = bundleLimits,
): Promise<Bundle> {
  const fetchNext = withinBudget(fetchFile, limits)
  const entry =
    source.kind === 'url'
      ? await fetchNext(source.url)
      : { body: await readFile(source.path), finalUrl: null }
  const { value, format } = readDocument(entry.body)
  assertOpenAPI(value)
  const entryUrl = entry.finalUrl === null ? null : new URL(entry.finalUrl)
  const fileName = entryName(entryUrl, format)
  const files = new Map<string, unknown>([[fileName, value]])
  const known = new Set(entryUrl ? [withoutFragment(entryUrl)] : [])
  if (source.kind === 'url') known.add(withoutFragment(new URL(source.url)))
  const pending: Reference[] = []
  const follow = (document: unknown, base: URL | null, depth: number) => {
    for (const url of addressesIn(document, base)) {
      if (known.has(withoutFragment(url))) continue
      known.add(withoutFragment(url))
      if (depth > limits.maxDepth) throw tooMuch(`references go more than ${limits.maxDepth} files deep`)
      if (known.size > limits.maxFiles) throw tooMuch(`it refers to more than ${limits.maxFiles} files`)
      pending.push({ url, depth })
    }
  }
  follow(value, entryUrl, 1)
  for (let next = pending.shift(); next; next = pending.shift()) {
    const { body, finalUrl } = await fetchNext(next.url.href)
    const document = readDocument(body).value
    files.set(freeName(files, pathFrom(entryUrl, next.url), next.url), document)
    follow(document, new URL(finalUrl), next.depth + 1)
  }
  return { source: entry.body, fileName, contentType: contentTypes[format], files }
}

const contentTypes = { json: 'application/json', yaml: 'application/yaml' }

const tooMuch = (message: string) => new BundleFailure('FETCH_ERROR', message)

/** Limits the total bytes and time of all files. */
function withinBudget(fetchFile: FetchFile, limits: BundleLimits) {
  const end = Date.now() + limits.totalTimeoutMs
  let bytesLeft = limits.maxTotalBytes
  return async (url: string) => {
    const timeoutMs = Math.min(limits.timeoutMs, end - Date.now())
    if (timeoutMs <= 0) throw new BundleFailure('FETCH_TIMEOUT', 'fetching all files takes too long')
    const fetched = await fetchFile(url, { maxBytes: Math.min(limits.maxBytes, bytesLeft), timeoutMs })
    bytesLeft -= fetched.body.byteLength
    return fetched
  }
}

/** Returns the HTTP URLs that a document refers to. */
function addressesIn(document: unknown, base: URL | null): URL[] {
  return [...referencesIn(document)].flatMap((reference) => {
    const url = base ? URL.parse(reference, base) : URL.parse(reference)
    return url && /^https?:$/.test(url.protocol) ? [url] : []
  })
}

const withoutFragment = ({ href }: URL) => href.split('#')[0] as string

function entryName(url: URL | null, format: 'json' | 'yaml'): string {
  return url?.pathname.split('/').at(-1) || `openapi.${format}`
}

/** Returns the path relative to the directory of the first file, or the absolute URL for another origin. */
function pathFrom(entry: URL | null, url: URL): string {
  if (!entry || entry.origin !== url.origin) return withoutFragment(url)
  const folder = entry.pathname.split('/').slice(0, -1)
  const segments = url.pathname.split('/')
  let common = 0
  while (common < folder.length && common < segments.length - 1 && folder[common] === segments[common])
    common++
  return [...folder.slice(common).map(() => '..'), ...segments.slice(common)].join('/') + url.search
}

const freeName = (files: ReadonlyMap<string, unknown>, path: string, url: URL): string =>
  files.has(path) ? withoutFragment(url) : path
