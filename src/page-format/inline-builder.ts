import { leaf, sameMarks, withoutGaps } from './nodes.ts'
import type { Inline, InlineImage, InlineNode, Mark, Text } from './types.ts'

/** Gathers inline nodes; pieces of text that stand next to each other become one text, one leaf per set of marks. */
export class InlineBuilder {
  readonly nodes: InlineNode[] = []

  addText(value: string, marks: readonly Mark[]): void {
    if (value === '') return
    const last = this.nodes.at(-1)
    if (last?.object !== 'text') {
      this.nodes.push({ object: 'text', leaves: [leaf(value, [...marks])] })
      return
    }
    const lastLeaf = last.leaves.at(-1)
    if (lastLeaf && sameMarks(lastLeaf.marks, marks)) lastLeaf.text += value
    else last.leaves.push(leaf(value, [...marks]))
  }

  addInline(node: Inline): void {
    this.nodes.push(node)
  }

  /** What has been gathered, as the children of a link. */
  linkChildren(): (Text | InlineImage)[] {
    const isAllowed = (node: InlineNode): node is Text | InlineImage =>
      node.object === 'text' || node.type === 'inline-image'
    return withoutGaps(this.nodes.filter(isAllowed))
  }

  /** What has been gathered, as text alone. */
  textChildren(): Text[] {
    return withoutGaps(this.nodes.filter((node): node is Text => node.object === 'text'))
  }
}
