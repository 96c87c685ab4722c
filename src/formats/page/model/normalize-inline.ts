import type { InlineNode, Leaf, Text } from '../types.ts'
import { sameMarks, withMark } from './nodes.ts'
import { normalizeText } from './normalize-text.ts'

/** Merges texts and leaves that Markdown cannot distinguish, and removes empty ones. */
export function normalizeInline<Node extends InlineNode>(nodes: readonly Node[]): (Node | Text)[] {
  const result: (Node | Text)[] = []
  for (const node of nodes) {
    if (node.object !== 'text') {
      result.push(node)
      continue
    }
    const last = result.at(-1)
    const leaves = last?.object === 'text' ? last.leaves : []
    for (const leaf of node.leaves) addLeaf(leaves, leaf)
    if (last?.object !== 'text' && leaves.length > 0) result.push({ object: 'text', leaves })
  }
  return result
}

function addLeaf(leaves: Leaf[], { text, marks, source }: Leaf): void {
  if (text === '') {
    if (source !== undefined) leaves.push({ object: 'leaf', text, marks: [], source })
    return
  }
  const sorted = marks.reduce<Leaf['marks']>((set, mark) => withMark(set, mark), [])
  const last = leaves.at(-1)
  if (last?.source === undefined && last && sameMarks(last.marks, sorted)) last.text += normalizeText(text)
  else leaves.push({ object: 'leaf', text: normalizeText(text), marks: sorted })
}
