import type { Element, ElementContent, Properties, Root, RootContent } from 'hast'
import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'

declare module 'hast' {
  /** HTML that is already written. */
  interface Raw {
    type: 'raw'
    value: string
  }
  interface ElementContentMap {
    raw: Raw
  }
  interface RootContentMap {
    raw: Raw
  }
}

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

/** Inserts HTML that `writeFragment` returned. */
export const rawHtml = (value: string): Child => ({ type: 'raw', value })

const writer = unified().use(rehypeStringify, { allowDangerousHtml: true })

/** Serializes a part of a document, which `rawHtml` can insert. */
export const writeFragment = (...children: Child[]): string =>
  writer.stringify({ type: 'root', children: children.flatMap(nodesOf) as RootContent[] })

/** Serializes a complete HTML document. */
export function writeHtml(...children: Element[]): string {
  const root: Root = { type: 'root', children: [{ type: 'doctype' }, ...children] }
  return writer.stringify(root)
}
