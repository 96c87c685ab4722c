import { HeadingAnchors, isHeading } from '../model/heading-anchors.ts'
import { plainText } from '../model/nodes.ts'
import { walkDocument } from '../model/walk-document.ts'
import type { InlineNode, JSONDocument } from '../types.ts'
import { codeOfDiagram } from './diagrams.ts'

/**
 * The text between a heading and the next one. The section before the first heading has no anchor and an empty
 * title.
 */
export interface HeadingSection {
  anchor?: string
  title: string
  /** The level of the heading, 1 to 3. 0 before the first heading. */
  level: number
  text: string
}

/**
 * Splits a body at its headings for search. The text has one line per paragraph, table cell and line of code.
 */
export function headingSections(document: JSONDocument): HeadingSection[] {
  const anchors = new HeadingAnchors()
  const sections: (Omit<HeadingSection, 'text'> & { lines: string[] })[] = [
    { title: '', level: 0, lines: [] },
  ]
  for (const node of walkDocument(document)) {
    if (isHeading(node)) {
      const title = plainText(node.nodes)
      sections.push({ anchor: anchors.anchorOf(node), title, level: Number(node.type.at(-1)), lines: [] })
    } else if (node.object === 'block' && (node.type === 'paragraph' || node.type === 'code-line')) {
      sections.at(-1)?.lines.push(plainText(node.nodes as InlineNode[]))
    } else if (node.object === 'block') {
      const lines = codeOfDiagram(node)?.nodes ?? []
      sections.at(-1)?.lines.push(...lines.map(({ nodes }) => plainText(nodes)))
    }
  }
  return sections
    .filter(({ level, lines }) => level > 0 || lines.length > 0)
    .map(({ lines, ...section }) => ({ ...section, text: lines.join('\n') }))
}
