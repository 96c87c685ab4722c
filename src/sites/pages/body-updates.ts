import { HeadingAnchors, isHeading } from '../../formats/page/model/heading-anchors.ts'
import { plainText } from '../../formats/page/model/nodes.ts'
import { walkDocument } from '../../formats/page/model/walk-document.ts'
import type { InlineNode, Update } from '../../formats/page/types.ts'
import {
  visibleDocument,
  type WholeBody,
} from '../../modules/published-sites/visible-content/visible-body.ts'

/** An update in a body, as a feed tells it. */
export interface BodyUpdate {
  /** Empty without a heading. */
  readonly title: string
  readonly text: string
  readonly date: string
  /** The anchor of its first heading. Undefined if it has none. */
  readonly anchor: string | undefined
}

/** Characters of an update that a feed tells. */
const longestText = 1000

/** Returns the updates in a body, without those that only some visitors may see. */
export function bodyUpdates(body: WholeBody): BodyUpdate[] {
  const names = new HeadingAnchors()
  const anchors = new Map<object, string>()
  const updates: Update[] = []
  for (const node of walkDocument(visibleDocument(body, {}))) {
    if (isHeading(node)) anchors.set(node, names.anchorOf(node))
    else if (node.object === 'block' && node.type === 'update') updates.push(node)
  }
  return updates.map((update) => {
    const heading = update.nodes.find(isHeading)
    return {
      title: heading ? plainText(heading.nodes).trim() : '',
      text: textOf(update, heading),
      date: update.data.date,
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
