import type { Element, ElementContent, Properties, Root } from 'hast'
import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'

export type Child = ElementContent | string | null | undefined | readonly Child[]

/** An element of HTML. Texts are escaped when it is written; a child that is nothing leaves no trace. */
export const element = (tagName: string, properties: Properties, ...children: Child[]): Element => ({
  type: 'element',
  tagName,
  properties,
  children: children.flatMap(nodesOf),
})

function nodesOf(child: Child): ElementContent[] {
  if (child === null || child === undefined) return []
  if (typeof child === 'string') return [{ type: 'text', value: child }]
  return 'type' in child ? [child] : child.flatMap(nodesOf)
}

const writer = unified().use(rehypeStringify)

/** Writes a whole HTML document. */
export function writeHtml(...children: Element[]): string {
  const root: Root = { type: 'root', children: [{ type: 'doctype' }, ...children] }
  return writer.stringify(root)
}
