import type { Element, ElementContent, Properties, Root } from 'hast'
import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'

export type Child = ElementContent | string | null | undefined | readonly Child[]

/** Creates an HTML element. Text is escaped when the element is serialized; null children are left out. */
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

/** Serializes a complete HTML document. */
export function writeHtml(...children: Element[]): string {
  const root: Root = { type: 'root', children: [{ type: 'doctype' }, ...children] }
  return writer.stringify(root)
}
