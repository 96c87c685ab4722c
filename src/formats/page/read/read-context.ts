import type { Definition, FootnoteDefinition, Heading, Html, Nodes, Root, RootContent } from 'mdast'
import { invalidInput } from '../../../base/errors.ts'
import { brokenRule } from '../../../base/rules.ts'
import type { HtmlToken } from '../html/html.ts'
import { documentLimits } from '../limits.ts'
import { parseMarkdown } from '../syntax/markdown-syntax.ts'
import type { Block } from '../types.ts'
import type { FlowItem } from './flow-item.ts'

/** The readers of what can be in inline content, in cells and in items. Passed as an argument: imports would be circular. */
export interface Readers {
  readonly blocks: (children: readonly RootContent[], context: ReadContext) => Block[]
  readonly htmlItems: (tokens: readonly HtmlToken[], context: ReadContext) => FlowItem[]
}

/** The shared state of all readers of one document. */
export class ReadContext {
  readonly root: Root
  readonly #readers: Readers
  readonly #sources = new WeakMap<Html | Heading, string>()
  #definitions = new Map<string, Definition>()
  #footnotes = new Map<string, FootnoteDefinition>()
  #expansion: number = documentLimits.expansion
  #depth = 0
  #inFootnote = false

  /** `root` is the parsed `markdown`. */
  constructor(markdown: string, root: Root, readers: Readers) {
    this.#readers = readers
    this.root = root
    this.#register(root, markdown)
  }

  readBlocks(children: readonly RootContent[]): Block[] {
    return this.#readers.blocks(children, this)
  }

  readHtmlItems(tokens: readonly HtmlToken[]): FlowItem[] {
    return this.#readers.htmlItems(tokens, this)
  }

  /** Parses Markdown that follows HTML without a blank line. */
  parsePart(markdown: string): RootContent[] {
    const root = parseMarkdown(markdown)
    this.#register(root, markdown)
    return root.children
  }

  /** Parses Markdown in an element. Each is parsed again with those around it, so that their length is limited. */
  parseInner(markdown: string): RootContent[] {
    this.#expand(markdown.length)
    return this.parsePart(markdown)
  }

  /**
   * Rejects trees that are too deep for the recursive readers, and indexes the definitions and footnotes by
   * label.
   */
  #register(root: Root, source: string): void {
    const stack: { node: Nodes; depth: number }[] = [{ node: root, depth: 0 }]
    for (let entry = stack.pop(); entry; entry = stack.pop()) {
      const { node, depth } = entry
      if (depth > documentLimits.depth * 2) throw tooDeep()
      if (node.type === 'definition' && !this.#definitions.has(node.identifier)) {
        this.#definitions.set(node.identifier, node)
      }
      if (node.type === 'footnoteDefinition' && !this.#footnotes.has(node.identifier)) {
        this.#footnotes.set(node.identifier, node)
      }
      if (node.type === 'html' || node.type === 'heading') this.#sources.set(node, source)
      if (!('children' in node)) continue
      for (let index = node.children.length - 1; index >= 0; index--) {
        stack.push({ node: node.children[index] as Nodes, depth: depth + 1 })
      }
    }
  }

  /** Returns the source between two tags, before Markdown parsing. */
  sourceBetween(open: Html, close: Html | undefined): string | undefined {
    const start = open.position?.end.offset
    const end = close?.position?.start.offset
    return start === undefined || end === undefined ? undefined : this.#sources.get(open)?.slice(start, end)
  }

  sourceOfHeading(heading: Heading): string | undefined {
    const { start, end } = heading.position ?? {}
    return this.#sources.get(heading)?.slice(start?.offset, end?.offset)
  }

  definition(identifier: string): Definition | undefined {
    const definition = this.#definitions.get(identifier)
    if (definition) this.#expand(definition.url.length)
    return definition
  }

  /**
   * Returns the body of a footnote. Footnotes inside footnotes are not expanded, because they could contain
   * themselves.
   */
  footnoteBody(identifier: string): Block[] | undefined {
    const footnote = this.#footnotes.get(identifier)
    if (!footnote || this.#inFootnote) return undefined
    const { position } = footnote
    this.#expand((position?.end.offset ?? 0) - (position?.start.offset ?? 0))
    this.#inFootnote = true
    const blocks = this.nested(() => this.readBlocks(footnote.children))
    this.#inFootnote = false
    return blocks
  }

  #expand(length: number): void {
    this.#expansion -= length
    if (this.#expansion < 0)
      throw invalidInput(
        'markdown',
        'expands too much: use fewer references to footnotes and link definitions',
      )
  }

  /**
   * Runs a reader one level deeper. Inline nodes count as well as blocks, so the limit is twice that of blocks.
   */
  nested<Result>(read: () => Result): Result {
    if (++this.#depth > documentLimits.depth * 2) throw tooDeep()
    const result = read()
    this.#depth--
    return result
  }

  /**
   * Throws an input error if `more` open tags exceed the depth limit. Open tags are not visible in a flat list
   * of siblings.
   */
  assertDepth(more: number): void {
    if (this.#depth + more > documentLimits.depth) throw tooDeep()
  }
}

const tooDeep = () => brokenRule('markdown', 'BODY_TOO_DEEP', { maximum: documentLimits.depth })
