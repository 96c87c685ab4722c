import { AppError } from '../../../errors.ts'
import type { OpenAPIErrorCode } from '../../../generated/prisma/enums.ts'
import { FetchTimeoutError, guardedFetch } from '../../../http/guarded-fetch.ts'
import { serveJobs } from '../../../workers/serve-jobs.ts'
import { type SpecPage, writeSpecPages } from '../pages/write-pages.ts'
import { type BundleSource, bundle, type FetchFile } from './bundle.ts'
import { BundleFailure } from './failure.ts'
import type { BundleLimits } from './limits.ts'
import { writeBundle } from './write-bundle.ts'

export interface BundleRequest {
  readonly source: BundleSource
  /** Private hosts and networks that may be requested. */
  readonly allow: readonly string[]
  readonly limits: BundleLimits
}

/** The content of a specification, ready to be stored. */
export interface BundledSpec {
  readonly kind: 'done'
  /** The original document. */
  readonly source: Uint8Array
  readonly fileName: string
  readonly contentType: string
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

/** Creates a function that fetches files, also from the given private hosts and networks. */
const fetcher =
  (allow: readonly string[]): FetchFile =>
  async (url, { maxBytes, timeoutMs }) => {
    try {
      return await guardedFetch(url, { allow, maxBytes, timeoutMs, maxRedirects: 5 })
    } catch (error) {
      const code = error instanceof FetchTimeoutError ? 'FETCH_TIMEOUT' : 'FETCH_ERROR'
      throw new BundleFailure(code, (error as Error).message)
    }
  }

async function bundleSpec({ source, allow, limits }: BundleRequest): Promise<BundledSpec | FailedSpec> {
  try {
    const { files, ...entry } = await bundle(source, fetcher(allow), limits)
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

serveJobs(async (request: BundleRequest) => {
  const result = await bundleSpec(request)
  const transfer =
    result.kind === 'done'
      ? [result.source.buffer as ArrayBuffer, result.filesystem.buffer as ArrayBuffer]
      : []
  return { result, transfer }
})
