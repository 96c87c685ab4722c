import { contentSecurityPolicy } from '../render/content-security-policy.ts'
import { element } from '../render/elements.ts'
import { renderFrame } from '../render/page-frame.ts'
import { type SiteExchange, send } from '../responses/responses.ts'
import { framePageView } from './page-views.ts'

/** Sends a 404 page. It is the same for missing and for hidden content. */
export async function sendNotFound(exchange: SiteExchange): Promise<void> {
  const { visit } = exchange
  await send(exchange, {
    status: 404,
    contentType: 'text/html; charset=utf-8',
    contentSecurityPolicy: contentSecurityPolicy(visit),
    parts: ['404'],
    isForRobots: false,
    body: async () => {
      const view = await framePageView(visit)
      const main = [
        element('h1', {}, 'Page not found'),
        element('p', {}, 'There is no page at this address.'),
      ]
      return view ? renderFrame(view, { title: 'Page not found', isForRobots: false, main }) : 'Not found\n'
    },
  })
}
