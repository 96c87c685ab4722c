import type { Body } from '../../formats/body/documents.ts'
import { HeadingAnchors, isHeading } from '../../formats/page/model/heading-anchors.ts'
import { type DocumentNode, walkDocument } from '../../formats/page/model/walk-document.ts'
import type { Block } from '../../formats/page/types.ts'
import { documentOf } from '../content/page-bodies.ts'

/** Maximum characters of a preview of the node that a comment refers to. */
const maximumPreviewLength = 200

/** Returns the beginning of the text of the node with a key or anchor; null if the body has no such node. */
export async function textOfNode(body: Body, id: string, owner: string): Promise<string | null> {
  const names = new HeadingAnchors()
  for (const node of walkDocument(await documentOf(body, owner))) {
    const anchors: readonly string[] = isHeading(node) ? names.anchorsOf(node) : []
    if (!hasId(node, id) && !anchors.includes(id)) continue
    const text = textBelow(node).replace(/\s+/g, ' ').trim()
    return [...text].slice(0, maximumPreviewLength).join('')
  }
  return null
}

const hasId = (node: DocumentNode, id: string): boolean =>
  ('key' in node && node.key === id) || ('data' in node && (node.data as { id?: unknown })?.id === id)

function textBelow(node: DocumentNode): string {
  const texts: string[] = []
  for (const inner of walkDocument({ object: 'document', data: {}, nodes: [node as Block] }))
    if (inner.object === 'text') texts.push(inner.leaves.map(({ text }) => text).join(''))
    else if (inner.object === 'block') texts.push(' ')
  return texts.join('')
}
