import type { FootnoteDefinition, RootContent } from 'mdast'
import type { Block, Fragment } from './types.ts'

export type WriteBlocks = (blocks: readonly Block[], context: WriteContext) => RootContent[]

/** Collects the bodies of annotations, which stand at the end of the document as footnotes. */
export class WriteContext {
  readonly footnotes: FootnoteDefinition[] = []
  readonly #writeBlocks: WriteBlocks

  constructor(writeBlocks: WriteBlocks) {
    this.#writeBlocks = writeBlocks
  }

  /** Keeps the body of an annotation and gives the label to refer to it. */
  addFootnote(fragments: readonly Fragment[]): string {
    const label = String(this.footnotes.length + 1)
    const footnote: FootnoteDefinition = {
      type: 'footnoteDefinition',
      identifier: label,
      label,
      children: [],
    }
    this.footnotes.push(footnote)
    const blocks = fragments.flatMap(({ nodes }) => nodes)
    footnote.children = this.#writeBlocks(blocks, this) as FootnoteDefinition['children']
    return label
  }
}
