import { AppError } from '../../../base/errors.ts'
import { invalidSource, problemOfPart } from '../../source-problems.ts'
import { type ImportLine, importLine } from '../report/lines.ts'
import { type Skip, skipOf } from '../report/notes.ts'

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
  get end(): ImportLine | undefined {
    if (this.#bytes > this.limits.bytes)
      return importLine(
        'IMPORT_SITE_TOO_LARGE',
        `more than ${this.limits.bytes} bytes were read; import the site in parts`,
        { maximum: this.limits.bytes },
      )
    if (performance.now() >= this.#deadline) return lineOfTime(this.limits.milliseconds / 1000)
    return undefined
  }

  get skipped(): readonly Skip[] {
    const count = this.#unlisted
    if (count === 0) return this.#skipped
    const line = importLine('IMPORT_TOO_MANY_URLS', `${count} more URLs were skipped`, { count })
    return [...this.#skipped, skipOf('others', line)]
  }

  skip(url: URL, line: ImportLine): void {
    if (this.#skipped.length < maximumSkips) this.#skipped.push(skipOf(url.href, line))
    else this.#unlisted++
  }

  async fetch(url: URL): Promise<WebResponse> {
    const left = Math.min(this.limits.requestMilliseconds, this.#deadline - performance.now())
    const response = await withTimeout(this.#fetchPage(url.href), Math.max(1, left), url)
    this.#bytes += response.body.length
    return response
  }

  /** Returns the response, or the reason why there is none. */
  async try(url: URL): Promise<WebResponse | ImportLine> {
    const { end } = this
    if (end) return end
    try {
      return await this.fetch(url)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return lineOfError(error)
    }
  }

  /** Fetches all URLs with limited concurrency. Results are in the order of the URLs. */
  async tryAll(urls: readonly URL[]): Promise<(WebResponse | ImportLine)[]> {
    const results: (WebResponse | ImportLine)[] = []
    for (let start = 0; start < urls.length; start += this.limits.concurrency) {
      const some = urls.slice(start, start + this.limits.concurrency)
      results.push(...(await Promise.all(some.map((url) => this.try(url)))))
    }
    return results
  }
}

const lineOfTime = (seconds: number): ImportLine =>
  importLine(
    'IMPORT_SITE_TOO_SLOW',
    `reading took longer than ${seconds} seconds; import the site in parts`,
    { seconds },
  )

/** Returns what a report says of a URL that cannot be fetched or read. */
export const lineOfError = (error: AppError): ImportLine =>
  importLine('IMPORT_URL_REFUSED', error.message, { problem: problemOfPart(error) })

/** Returns what a report says of a URL that redirects elsewhere. `where` says it in English: `to another site`. */
export const redirectedAway = (where: string, address: string): ImportLine =>
  importLine('IMPORT_URL_REDIRECTED_AWAY', `it redirects ${where}: ${address}`, { address })

export const redirectedToDisallowed = (address: string): ImportLine =>
  importLine(
    'IMPORT_URL_REDIRECTED_TO_DISALLOWED',
    `it redirects to a URL that robots.txt disallows: ${address}`,
    { address },
  )

/** Returns whether a URL was not fetched. */
export const isLine = (result: WebResponse | ImportLine): result is ImportLine => 'message' in result

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
