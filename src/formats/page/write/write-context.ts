import type { FootnoteDefinition, RootContent } from 'mdast'
import { isEmptyParagraph } from '../model/nodes.ts'
import type { Block, Fragment } from '../types.ts'

/** The writers of blocks. Passed as an argument because blocks have blocks in them, and files would import each other. */
export interface BlockWriters {
  readonly blocks: (blocks: readonly Block[], context: WriteContext) => RootContent[]
  /** Writes blocks as HTML, for cells of tables. */
  readonly html: (blocks: readonly Block[], context: WriteContext) => string
}

/** Collects the bodies of annotations, which become footnotes at the end of the document. */
export class WriteContext {
  readonly footnotes: FootnoteDefinition[] = []
  /** True in an element of HTML, in which the syntax of footnotes is none. */
  isInElement = false
  readonly #writers: BlockWriters

  constructor(writers: BlockWriters) {
    this.#writers = writers
  }

  writeBlocks(blocks: readonly Block[]): RootContent[] {
    return this.#writers.blocks(blocks, this)
  }

  writeHtmlBlocks(blocks: readonly Block[]): string {
    return this.#writers.html(blocks, this)
  }

  /**
   * Writes the content of a pair of tags. A single empty paragraph is omitted, because parsing adds it to an empty
   * container.
   */
  writeEnclosed(blocks: readonly Block[]): RootContent[] {
    return blocks.length === 1 && blocks.every(isEmptyParagraph) ? [] : this.writeBlocks(blocks)
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
    footnote.children = this.writeBlocks(blocks) as FootnoteDefinition['children']
    this.isInElement = isInElement
    return label
  }
}
