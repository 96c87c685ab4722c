import { createHash } from 'node:crypto'
import { plainText } from '../../formats/page/model/nodes.ts'
import type { Code, CodeLine } from '../../formats/page/types.ts'

/** The lines of code blocks as HTML, by `keyOfCode`. */
export type HighlightedCode = ReadonlyMap<string, readonly string[]>

export const linesOfCode = ({ nodes }: Code): string[] =>
  nodes.map((line) => plainText(line.nodes).replaceAll('\n', ' '))

/** Identifies what determines the highlighting of a code block: its language and its text. */
export const keyOfCode = (block: Code): string =>
  createHash('sha256')
    .update(`${block.data?.syntax}\n${linesOfCode(block).join('\n')}`)
    .digest('base64url')

/** Returns whether a line is nothing but text, so that its highlighted text says the same. */
export const isPlainLine = ({ nodes }: CodeLine): boolean =>
  nodes.every((node) => node.object === 'text' && node.leaves.every(({ marks }) => marks.length === 0))

/** Returns whether a code block is the source of a diagram. */
export const isDiagram = ({ data }: Code): boolean => data?.syntax?.trim().toLowerCase() === 'mermaid'
