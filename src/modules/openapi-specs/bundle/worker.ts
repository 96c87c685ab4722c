import { AppError } from '../../../base/errors.ts'
import type { OpenAPIErrorCode } from '../../../generated/prisma/enums.ts'
import { fetchedFrom } from '../../../http/fetch-for-thread.ts'
import { type FetchLimits, isFetchFailure } from '../../../http/guarded-fetch.ts'
import { type Ask, serveJobs } from '../../../workers/serve-jobs.ts'
import { type SpecPage, writeSpecPages } from '../pages/write-pages.ts'
import { type Bundle, type BundleSource, bundle, type FetchFile } from './bundle.ts'
import { BundleFailure } from './failure.ts'
import type { BundleLimits } from './limits.ts'
import { writeBundle } from './write-bundle.ts'

export interface BundleRequest {
  readonly source: BundleSource
  readonly limits: BundleLimits
}

/** A file that the main thread fetches for the thread. */
export interface FetchQuestion extends Pick<FetchLimits, 'maxBytes' | 'timeoutMs'> {
  readonly url: string
}

/** The content of a specification, ready to be stored. */
export interface BundledSpec extends Omit<Bundle, 'files'> {
  readonly kind: 'done'
  /** The files by path, as JSON. */
  readonly filesystem: Uint8Array
  readonly contentHash: string
  /** Empty if the specification cannot be converted to pages; `pagesFault` then has the reason. */
  readonly pages: readonly SpecPage[]
  readonly pagesFault?: string
}

export interface FailedSpec {
  readonly kind: 'failed'
  readonly code: OpenAPIErrorCode
  /** For the log; clients receive only the code. */
  readonly reason: string
}

const fetcher =
  (ask: Ask): FetchFile =>
  async (url, { maxBytes, timeoutMs }) => {
    try {
      return fetchedFrom(await ask({ url, maxBytes, timeoutMs } satisfies FetchQuestion))
    } catch (error) {
      if (!isFetchFailure(error)) throw error
      const code = error.reason === 'URL_TIMEOUT' ? 'FETCH_TIMEOUT' : 'FETCH_ERROR'
      throw new BundleFailure(code, error.message)
    }
  }

async function bundleSpec({ source, limits }: BundleRequest, ask: Ask): Promise<BundledSpec | FailedSpec> {
  try {
    const { files, ...entry } = await bundle(source, fetcher(ask), limits)
    const { filesystem, contentHash } = writeBundle(files)
    return {
      kind: 'done',
      ...entry,
      source: new Uint8Array(entry.source),
      filesystem: new TextEncoder().encode(filesystem),
      contentHash,
      ...pagesOf(files),
    }
  } catch (error) {
    if (!(error instanceof BundleFailure)) throw error
    return { kind: 'failed', code: error.code, reason: error.message }
  }
}

function pagesOf(files: ReadonlyMap<string, unknown>): Pick<BundledSpec, 'pages' | 'pagesFault'> {
  try {
    return { pages: writeSpecPages(files) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { pages: [], pagesFault: error.message }
  }
}

serveJobs(async (request: BundleRequest, _parts, ask) => {
  const result = await bundleSpec(request, ask)
  const transfer =
    result.kind === 'done'
      ? [result.source.buffer as ArrayBuffer, result.filesystem.buffer as ArrayBuffer]
      : []
  return { result, transfer }
})
