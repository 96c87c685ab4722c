import type { Served } from '../../workers/serve-jobs.ts'
import { frameIn, type PageHead, readHead } from './page-html.ts'

/** HTML of another server: a page, whose URLs begin at `base`, or what it offers to show in its place. */
export type HtmlRequest =
  | { readonly kind: 'page'; readonly html: string; readonly base: string }
  | { readonly kind: 'frame'; readonly html: string }

export interface HtmlResponses {
  readonly page: PageHead
  /** URL of the page to show in a frame, if the HTML is one. */
  readonly frame: string | null
}

/** Reads HTML in a thread: others wrote it, and it may take long. */
export const run = async (request: HtmlRequest): Promise<Served<HtmlResponses[HtmlRequest['kind']]>> => ({
  result: request.kind === 'page' ? readHead(request.html, request.base) : frameIn(request.html),
})
