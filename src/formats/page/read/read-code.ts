import type { Code as MarkdownCode } from 'mdast'
import { decodeEntities, type HtmlElement, type HtmlToken, matchTags } from '../html/html.ts'
import { isStyleInCode } from '../html/html-names.ts'
import { defined, orEmptyText, text } from '../model/nodes.ts'
import type { Code, CodeLine, Inline } from '../types.ts'
import { InlineBuilder } from './inline-builder.ts'
import { htmlToPhrasing } from './phrasing-elements.ts'
import type { ReadContext } from './read-context.ts'
import { readInline } from './read-inline.ts'

export const readCode = ({ lang, value }: MarkdownCode): Code => plainCode(lang ?? undefined, value)

/** Creates a code block of text without formatting. */
export const plainCode = (syntax: string | undefined, value: string): Code =>
  code(
    syntax,
    value.split('\n').map((line) => codeLine([text(line)], false)),
  )

const code = (syntax: string | undefined, nodes: CodeLine[]): Code => ({
  object: 'block',
  type: 'code',
  data: defined({ syntax: syntax || undefined }),
  nodes,
})

const codeLine = (nodes: CodeLine['nodes'], highlighted: boolean): CodeLine => ({
  object: 'block',
  type: 'code-line',
  data: highlighted ? { highlighted } : {},
  nodes: orEmptyText(nodes),
})

/**
 * Reads `<pre>`, which can represent what a fence cannot: `<strong>` around a line highlights it, and
 * annotations and expressions are elements.
 */
export function readPreformatted(element: HtmlElement, context: ReadContext): Code {
  const lines = new CodeLines()
  let syntax = syntaxOf(element.attributes.class)
  const tokens = element.children
  const ends = matchTags(tokens)
  const styles = styleTags(tokens, ends)
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as HtmlToken
    const end = ends[index]
    const inline =
      end !== undefined && opensInline(token)
        ? readSingleInline(tokens.slice(index, end + 1), context)
        : undefined
    if (inline && end !== undefined) {
      lines.addInline(inline)
      index = end
    } else if (isTag(token, 'br')) lines.addText('\n')
    else if (styles.has(index)) {
      if (styles.get(index)) lines.addSource(token.raw)
    } else if (isTag(token, 'code')) {
      if (token.type === 'open') syntax ??= syntaxOf(token.attributes.class)
    } else if (isTag(token, 'strong')) lines.highlighted = token.type === 'open'
    else lines.addText(token.type === 'text' ? decodeEntities(token.raw) : token.raw)
  }
  return code(syntax, lines.finish())
}

/**
 * Returns where the tags are that style a part of the code, and whether they are kept: those around a part of one line are.
 * Tags without their counterpart are code, such as `List<A>`.
 */
function styleTags(
  tokens: readonly HtmlToken[],
  ends: readonly (number | undefined)[],
): Map<number, boolean> {
  const found = new Map<number, boolean>()
  let lineEnds = 0
  const lineOf = tokens.map((token) => {
    const line = lineEnds
    if (token.type === 'text') lineEnds += token.raw.split('\n').length - 1
    else if (isTag(token, 'br')) lineEnds++
    return line
  })
  for (const [index, token] of tokens.entries()) {
    const end = ends[index]
    if (token.type !== 'open' || token.isVoid || end === undefined || !isStyleInCode(token.name)) continue
    const isInLine = lineOf[index] === lineOf[end]
    found.set(index, isInLine).set(end, isInLine)
  }
  return found
}

const isTag = (token: HtmlToken, name: string): boolean =>
  (token.type === 'open' || token.type === 'close') && token.name === name

const syntaxOf = (className = ''): string | undefined => /(?:^|\s)lang(?:uage)?-(\S+)/.exec(className)?.[1]

function opensInline(token: HtmlToken): boolean {
  if (token.type !== 'open') return false
  if (token.name === 'a') return 'data-footnote-ref' in token.attributes
  return token.name === 'code' && token.attributes.class === 'expression'
}

/** Reads an annotation or an expression. Returns undefined for any other content. */
function readSingleInline(tokens: readonly HtmlToken[], context: ReadContext): Inline | undefined {
  const [node, ...others] = readInline(htmlToPhrasing(tokens), context)
  return others.length === 0 && node?.object === 'inline' && node.type !== 'link' ? node : undefined
}

class CodeLines {
  readonly #lines: CodeLine[] = []
  #builder = new InlineBuilder()
  #isHighlighted = false
  #isOpen = false

  set highlighted(value: boolean) {
    this.#isOpen = value
    if (value || this.#builder.nodes.length === 0) this.#isHighlighted = value
  }

  addText(value: string): void {
    value.split('\n').forEach((line, index) => {
      if (index > 0) this.#endLine()
      this.#builder.addText(line, [])
    })
  }

  addSource(source: string): void {
    this.#builder.addSource(source)
  }

  addInline(node: Inline): void {
    this.#builder.addInline(node)
  }

  #endLine(): void {
    this.#lines.push(codeLine(this.#builder.nodes, this.#isHighlighted))
    this.#builder = new InlineBuilder()
    this.#isHighlighted = this.#isOpen
  }

  /** Returns the lines. A line ending before `</code>` ends the last line and does not start another. */
  finish(): CodeLine[] {
    if (this.#builder.nodes.length > 0 || this.#lines.length === 0) this.#endLine()
    return this.#lines
  }
}
