import type { FootnoteDefinition, RootContent } from 'mdast'
import type { Block, Fragment } from '../types.ts'

export type WriteBlocks = (blocks: readonly Block[], context: WriteContext) => RootContent[]

/** Collects the bodies of annotations, which become footnotes at the end of the document. */
export class WriteContext {
  readonly footnotes: FootnoteDefinition[] = []
  /** True in an element of HTML, in which the syntax of footnotes is none. */
  isInElement = false
  readonly #writeBlocks: WriteBlocks

  constructor(writeBlocks: WriteBlocks) {
    this.#writeBlocks = writeBlocks
  }

  /** Returns whether a text that Markdown has as it is would have a tag of HTML here. */
  wouldHaveTag(text: string): boolean {
    return this.isInElement && text.includes('<')
  }

  /** Returns whether an address would be in angle brackets here, which HTML takes for a tag. */
  wouldHaveBrackets(url: string): boolean {
    return this.isInElement && /[\0- <\x7f]/.test(url)
  }

  /** Adds the body of an annotation as a footnote and returns its label. */
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
    const { isInElement } = this
    this.isInElement = false
    footnote.children = this.#writeBlocks(blocks, this) as FootnoteDefinition['children']
    this.isInElement = isInElement
    return label
  }
}
