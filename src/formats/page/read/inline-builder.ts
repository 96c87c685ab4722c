import { leaf, orEmptyText, sameMarks } from '../model/nodes.ts'
import { inlineSource } from '../model/opaque.ts'
import type { Inline, InlineImage, InlineNode, Leaf, Mark, Text } from '../types.ts'

/**
 * Builds a list of inline nodes. Adjacent pieces of text are merged into one text node with one leaf per set of
 * marks.
 */
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
    if (lastLeaf?.source === undefined && lastLeaf && sameMarks(lastLeaf.marks, marks)) lastLeaf.text += value
    else last.leaves.push(leaf(value, [...marks]))
  }

  /** Adds what has no node type. */
  addSource(value: string): void {
    const added: Leaf = { ...leaf(''), source: inlineSource(value) }
    const last = this.nodes.at(-1)
    if (last?.object === 'text') last.leaves.push(added)
    else this.nodes.push({ object: 'text', leaves: [added] })
  }

  addInline(node: Inline): void {
    this.nodes.push(node)
  }

  addNodes(nodes: readonly InlineNode[]): void {
    for (const node of nodes) {
      if (node.object === 'inline') this.addInline(node)
      else
        for (const { text, marks, source } of node.leaves)
          if (source === undefined) this.addText(text, marks)
          else this.addSource(source)
    }
  }

  /** Returns the nodes that are allowed in a link. */
  linkChildren(): (Text | InlineImage)[] {
    const isAllowed = (node: InlineNode): node is Text | InlineImage =>
      node.object === 'text' || node.type === 'inline-image'
    return orEmptyText(this.nodes.filter(isAllowed))
  }

  textChildren(): Text[] {
    return orEmptyText(this.nodes.filter((node): node is Text => node.object === 'text'))
  }
}
