import { invalidSource } from '../../formats/source-problems.ts'
import { type FetchLimits, guardedFetch, isFetchFailure } from '../../http/guarded-fetch.ts'
import { runContentJob } from '../../workers/content-threads.ts'
import { textOf } from './described-text.ts'
import { pageLimits } from './limits.ts'
import type { HtmlRequest, HtmlResponses } from './page-html-job.ts'

const jobModule = new URL('./page-html-job.ts', import.meta.url)

export interface PageDescription {
  readonly title: string | null
  readonly site: string | null
  readonly icon: string | null
  /** URL of the page to show in a frame, if the page offers one. */
  readonly frame: string | null
}

/** The organization for which a page is fetched, and the private networks that may be asked. */
export type Asker = Pick<FetchLimits, 'owner' | 'allow'>

/** Fetches a page and, where it names one, its oEmbed description, without access to private networks. */
export async function describePage(url: URL, asker: Asker): Promise<PageDescription> {
  const page = await guardedFetch(url.href, { ...pageLimits, ...asker })
  if (!/^text\/html|^application\/xhtml/.test(page.contentType))
    return { title: null, site: null, icon: null, frame: null }
  const head = await readHtml({ kind: 'page', html: page.body.toString('utf8'), base: page.finalUrl }, asker)
  const described = head.oembed === null ? {} : await readOembed(head.oembed, asker)
  const html = textOf(described.html, pageLimits.maxBytes)
  return {
    title: textOf(described.title) ?? head.title,
    site: textOf(described.provider_name) ?? head.site,
    icon: head.icon,
    frame: html === null ? null : await readHtml({ kind: 'frame', html }, asker),
  }
}

async function readOembed(address: string, asker: Asker): Promise<Record<string, unknown>> {
  try {
    const { body } = await guardedFetch(address, { ...pageLimits, ...asker })
    const value = JSON.parse(body.toString('utf8')) as unknown
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch (error) {
    if (!isFetchFailure(error) && !(error instanceof SyntaxError)) throw error
    // The page is described by itself.
    return {}
  }
}

const readHtml = <Kind extends HtmlRequest['kind']>(
  request: HtmlRequest & { readonly kind: Kind },
  { owner }: Asker,
): Promise<HtmlResponses[Kind]> => runContentJob(jobModule, request, { owner, limitExceeded: tooLong })

/** A page that takes too long to read is shown like one that cannot be fetched. */
const tooLong = () => invalidSource('SOURCE_TOO_SLOW', 'The page takes too long to read.')
