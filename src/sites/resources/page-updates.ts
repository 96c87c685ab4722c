import { yieldToEventLoop } from '../../base/yield-to-event-loop.ts'
import { updateDate } from '../../formats/page/model/update-data.ts'
import type { LocatedPage } from '../../modules/content/located-content.ts'
import { readWholeBodies } from '../../modules/published-sites/visible-content/page-bodies.ts'
import type { Visit } from '../../modules/published-sites/visits/visit.ts'
import type { BodyUpdate } from '../pages/body-updates.ts'
import { readBodyUpdates } from '../pages/render-body.ts'

/** An update of a page, as a feed tells it. */
export interface PageUpdate {
  readonly page: LocatedPage
  readonly title: string
  readonly text: string
  readonly date: Date
  /** The anchor of its first heading. Undefined if it has none. */
  readonly anchor: string | undefined
}

/** The bodies that are in memory at once, and the pages whose updates a feed tells. */
const pagesAtOnce = 20
const pagesAtMost = 200

/** Returns the updates in pages of one revision, without those that only some visitors may see. */
export async function readUpdates(visit: Visit, pages: readonly LocatedPage[]): Promise<PageUpdate[]> {
  const withUpdates = await pagesWithUpdates(visit, pages)
  const updates: PageUpdate[] = []
  for (let start = 0; start < withUpdates.length; start += pagesAtOnce) {
    const some = withUpdates.slice(start, start + pagesAtOnce)
    const bodies = await readWholeBodies(visit.services.database.query, some)
    for (const [index, page] of some.entries()) {
      const whole = bodies[index]
      if (!whole) continue
      // Requests of others are answered between two pages.
      await yieldToEventLoop()
      for (const update of await readBodyUpdates(whole, visit)) updates.push(updateOf(page, update, visit))
    }
  }
  return updates
}

async function pagesWithUpdates(
  { services }: Visit,
  pages: readonly LocatedPage[],
): Promise<readonly LocatedPage[]> {
  const ids = pages.flatMap(({ documentId }) => documentId ?? [])
  if (ids.length === 0) return []
  const found = await services.database.query<{ id: string }>(
    `SELECT id FROM "Document" WHERE id = ANY($1::text[]) AND markdown LIKE '%{\\%%update %' LIMIT ${pagesAtMost}`,
    [ids],
  )
  const known = new Set(found.map(({ id }) => id))
  return pages.filter(({ documentId }) => documentId !== null && known.has(documentId)).slice(0, pagesAtMost)
}

const updateOf = (
  page: LocatedPage,
  { title, text, date, anchor }: BodyUpdate,
  { settings }: Visit,
): PageUpdate => ({
  page,
  title: title || `${page.title}: ${updateDate(date, 'full', settings.internationalization.locale)}`,
  text,
  date: new Date(date),
  anchor,
})
