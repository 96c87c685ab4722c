import { AppError } from '../../../base/errors.ts'
import { invalidSource } from '../../source-problems.ts'
import type { Skip } from '../outline.ts'

export interface WebsiteLimits {
  readonly pages: number
  /** Maximum number of links between the start page and a page. */
  readonly depth: number
  /** Maximum size of all pages and files in total. */
  readonly bytes: number
  readonly milliseconds: number
  /** Timeout of one request. */
  readonly requestMilliseconds: number
  readonly concurrency: number
  readonly files: number
  readonly fileBytes: number
  /** Maximum number of known URLs. */
  readonly urls: number
}

const websiteLimits: WebsiteLimits = {
  pages: 200,
  depth: 10,
  bytes: 100 * 1024 * 1024,
  milliseconds: 120_000,
  requestMilliseconds: 30_000,
  concurrency: 4,
  files: 300,
  fileBytes: 10 * 1024 * 1024,
  urls: 20_000,
}

export interface WebResponse {
  readonly body: Buffer
  readonly contentType: string
  readonly finalUrl: string
}

export type FetchPage = (url: string) => Promise<WebResponse>

/** Maximum number of skipped items that are reported individually. */
const maximumSkips = 500

/** Fetches the pages and files of a website within the limits of one import. */
export class SiteFetcher {
  readonly limits: WebsiteLimits
  readonly #fetchPage: FetchPage
  readonly #deadline: number
  readonly #skipped: Skip[] = []
  #unlisted = 0
  #bytes = 0

  constructor(fetchPage: FetchPage, limits: Partial<WebsiteLimits>) {
    this.limits = { ...websiteLimits, ...limits }
    this.#fetchPage = fetchPage
    this.#deadline = performance.now() + this.limits.milliseconds
  }

  /** The reason why no more requests are possible, or undefined if they are. */
  get end(): string | undefined {
    if (this.#bytes > this.limits.bytes)
      return `more than ${this.limits.bytes} bytes were read; import the site in parts`
    if (performance.now() >= this.#deadline)
      return `reading took longer than ${this.limits.milliseconds / 1000} seconds; import the site in parts`
    return undefined
  }

  get skipped(): readonly Skip[] {
    const more = { path: 'others', reason: `${this.#unlisted} more URLs were skipped` }
    return this.#unlisted === 0 ? this.#skipped : [...this.#skipped, more]
  }

  skip(url: URL, reason: string): void {
    if (this.#skipped.length < maximumSkips) this.#skipped.push({ path: url.href, reason })
    else this.#unlisted++
  }

  async fetch(url: URL): Promise<WebResponse> {
    const left = Math.min(this.limits.requestMilliseconds, this.#deadline - performance.now())
    const response = await withTimeout(this.#fetchPage(url.href), Math.max(1, left), url)
    this.#bytes += response.body.length
    return response
  }

  /** Returns the response, or the reason why there is none. */
  async try(url: URL): Promise<WebResponse | string> {
    if (this.end !== undefined) return this.end
    try {
      return await this.fetch(url)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return error.message
    }
  }

  /** Fetches all URLs with limited concurrency. Results are in the order of the URLs. */
  async tryAll(urls: readonly URL[]): Promise<(WebResponse | string)[]> {
    const results: (WebResponse | string)[] = []
    for (let start = 0; start < urls.length; start += this.limits.concurrency) {
      const some = urls.slice(start, start + this.limits.concurrency)
      results.push(...(await Promise.all(some.map((url) => this.try(url)))))
    }
    return results
  }
}

async function withTimeout<Result>(work: Promise<Result>, milliseconds: number, url: URL): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const onTimeout = () =>
    reject(
      invalidSource(
        'SOURCE_TOO_SLOW',
        `${url.href} did not respond within ${Math.round(milliseconds)} ms. Try again later.`,
      ),
    )
  const timer = setTimeout(onTimeout, milliseconds)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
