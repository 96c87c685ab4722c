import { AppError } from '../../../base/errors.ts'
import { createFile } from '../../../base/private-files.ts'
import { temporaryFilePath } from '../../../base/temporary-files.ts'
import type { OpenAPIErrorCode } from '../../../generated/prisma/enums.ts'
import { fetchedFrom } from '../../../http/fetch-for-process.ts'
import { type FetchLimits, isFetchFailure } from '../../../http/guarded-fetch.ts'
import { type Ask, serveJobs } from '../../../workers/serve-jobs.ts'
import { linesOfPages } from '../pages/page-lines.ts'
import { type SpecPage, writeSpecPages } from '../pages/write-pages.ts'
import { type Bundle, type BundleSource, bundle, type FetchFile } from './bundle.ts'
import { BundleFailure } from './failure.ts'
import type { BundleLimits } from './limits.ts'
import { writeBundle } from './write-bundle.ts'

export interface BundleRequest {
  readonly source: BundleSource
  /** The folder that the files of the specification are written to. */
  readonly folder: string
  readonly limits: BundleLimits
}

/** A file that the server fetches for the process. */
export interface FetchQuestion extends Pick<FetchLimits, 'maxBytes' | 'timeoutMs'> {
  readonly url: string
}

/** The content of a specification, ready to be stored. */
export interface BundledSpec extends Omit<Bundle, 'files' | 'source'> {
  readonly kind: 'done'
  /** The path of a file with the original document. */
  readonly source: string
  /** The path of a file with all files by path, as JSON. */
  readonly filesystem: string
  readonly contentHash: string
  /**
   * The path of a file with the pages, for `readPages`. There are none if the specification cannot be converted to pages;
   * `pagesFault` then has the reason.
   */
  readonly pages: string
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
      return await fetchedFrom(await ask({ url, maxBytes, timeoutMs } satisfies FetchQuestion))
    } catch (error) {
      if (!isFetchFailure(error)) throw error
      const code = error.reason === 'URL_TIMEOUT' ? 'FETCH_TIMEOUT' : 'FETCH_ERROR'
      throw new BundleFailure(code, error.message)
    }
  }

async function bundleSpec(
  { source, folder, limits }: BundleRequest,
  ask: Ask,
): Promise<BundledSpec | FailedSpec> {
  try {
    const { files, source: document, ...entry } = await bundle(source, fetcher(ask), limits)
    const { filesystem, contentHash } = writeBundle(files)
    const { pages, pagesFault } = pagesOf(files)
    return {
      kind: 'done',
      ...entry,
      source: source.kind === 'file' ? source.path : await written(folder, document),
      filesystem: await written(folder, filesystem),
      contentHash,
      pages: await written(folder, linesOfPages(pages)),
      ...(pagesFault !== undefined && { pagesFault }),
    }
  } catch (error) {
    if (!(error instanceof BundleFailure)) throw error
    return { kind: 'failed', code: error.code, reason: error.message }
  }
}

/** Writes content to a new file of a folder, and returns its path. */
async function written(folder: string, content: Uint8Array | string): Promise<string> {
  const path = temporaryFilePath(folder)
  await createFile(path, content)
  return path
}

function pagesOf(files: ReadonlyMap<string, unknown>): {
  readonly pages: readonly SpecPage[]
  readonly pagesFault?: string
} {
  try {
    return { pages: writeSpecPages(files) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { pages: [], pagesFault: error.message }
  }
}

serveJobs(async (request: BundleRequest, _parts, ask) => ({ result: await bundleSpec(request, ask) }))
