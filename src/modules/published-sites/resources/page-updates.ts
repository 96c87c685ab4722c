import { HeadingAnchors, isHeading } from '../../../page-format/heading-anchors.ts'
import { plainText } from '../../../page-format/nodes.ts'
import type { InlineNode, JSONDocument, Update } from '../../../page-format/types.ts'
import { updateDate } from '../../../page-format/update-data.ts'
import { walkDocument } from '../../../page-format/walk-document.ts'
import type { LocatedPage } from '../../content/located-content.ts'
import { documentOf } from '../../content/page-bodies.ts'
import { readWholeBodies } from '../visible-content/page-bodies.ts'
import { visibleDocument } from '../visible-content/visible-body.ts'
import type { Visit } from '../visits/visit.ts'

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

/** Characters of an update that a feed tells. */
const longestText = 1000

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
      const tree = await documentOf(whole.body, visit.site.id)
      updates.push(...updatesIn(visibleDocument(whole, {}, tree), page))
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

function updatesIn(document: JSONDocument, page: LocatedPage): PageUpdate[] {
  const names = new HeadingAnchors()
  const anchors = new Map<object, string>()
  const updates: Update[] = []
  for (const node of walkDocument(document)) {
    if (isHeading(node)) anchors.set(node, names.anchorOf(node))
    else if (node.object === 'block' && node.type === 'update') updates.push(node)
  }
  return updates.map((update) => {
    const heading = update.nodes.find(isHeading)
    const title = heading ? plainText(heading.nodes).trim() : ''
    return {
      page,
      title: title || `${page.title}: ${updateDate(update.data.date, 'full')}`,
      text: textOf(update, heading),
      date: new Date(update.data.date),
      anchor: heading && anchors.get(heading),
    }
  })
}

/** Returns the beginning of what an update says, without its heading. */
function textOf({ nodes }: Update, heading: object | undefined): string {
  const blocks = nodes.filter((node) => node !== heading)
  const lines: string[] = []
  for (const node of walkDocument({ object: 'document', data: {}, nodes: blocks }))
    if (node.object === 'block' && (node.type === 'paragraph' || isHeading(node)))
      lines.push(plainText(node.nodes as InlineNode[]))
  const text = lines.join('\n').trim()
  return text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text
}
