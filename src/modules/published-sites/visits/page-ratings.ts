import type { IncomingMessage } from 'node:http'
import { readBody } from '../../../http/request-body.ts'
import { emptyResponse, type HttpResponse, redirectResponse } from '../../../http/response.ts'
import { addEvents, pageRatings } from '../../insights/service.ts'
import { addressWithoutCredentials, type Visit } from './visit.ts'

/** The names of the fields of a rating, in the form of a page. */
export const ratingFields = { rating: 'rating', page: 'page', space: 'space' } as const

/** The anchor to which a browser without a script is led once it has sent a rating. */
export const thanksAnchor = 'feedback:thanks'

const maximumBytes = 1024

/** Returns whether a request rates a page of a site that asks for it. Pages of other sites may not send one. */
export const isRating = (request: IncomingMessage, visit: Visit): boolean =>
  request.method === 'POST' &&
  visit.settings.feedback.enabled &&
  visit.site.published &&
  !visit.isPreview &&
  isOfSite(request, visit)

/** Browsers do not say which kind of site a request comes from where the site has no HTTPS. */
function isOfSite({ headers }: IncomingMessage, { address }: Visit): boolean {
  const { origin = 'null' } = headers
  const from = headers['sec-fetch-site']
  if (from !== undefined) return from === 'same-origin'
  return origin === 'null' || origin === new URL(address).origin
}

/**
 * Counts the rating of a page. Ratings of pages that the site does not have are not counted, and nothing tells so. Throws
 * PAYLOAD_TOO_LARGE for more than a rating.
 */
export async function countRating(request: IncomingMessage, visit: Visit): Promise<HttpResponse> {
  const fields = new URLSearchParams((await readBody(request, maximumBytes)).toString('utf8'))
  const rating = pageRatings.find((known) => known === fields.get(ratingFields.rating))
  const [space, page] = [fields.get(ratingFields.space), fields.get(ratingFields.page)]
  if (rating === undefined || !space || !page) return emptyResponse(400, { 'Cache-Control': 'no-store' })
  await addEvents(visit.services, visit.site.id, [
    { type: 'page_post_feedback', location: { space, page }, feedback: { rating } },
  ])
  return thanks(request, visit)
}

const thanks = ({ headers }: IncomingMessage, visit: Visit): HttpResponse =>
  headers.accept?.includes('text/html')
    ? redirectResponse(303, `${addressWithoutCredentials(visit)}#${thanksAnchor}`, {
        'Cache-Control': 'no-store',
      })
    : emptyResponse(204, { 'Cache-Control': 'no-store' })
