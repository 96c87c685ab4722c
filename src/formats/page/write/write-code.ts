import type { RootContent } from 'mdast'
import { encodeHtml, htmlAttributes, tagOf } from '../html/html.ts'
import { isStyleInCode } from '../html/html-names.ts'
import { plainText } from '../model/nodes.ts'
import { normalizeInline } from '../model/normalize-inline.ts'
import { isComplete } from '../model/opaque.ts'
import { formatBlockTag } from '../syntax/block-tag.ts'
import type { Code, CodeLine, InlineNode } from '../types.ts'
import type { WriteContext } from './write-context.ts'
import { annotationTag, expressionElement } from './write-elements.ts'

export function writeCode(block: Code, context: WriteContext): RootContent[] {
  const { syntax, ...options } = block.data
  const lines = block.nodes
  const isPlain = lines.every(
    ({ data, nodes }) =>
      !data?.highlighted &&
      nodes.every(({ object }) => object === 'text') &&
      !keepsStyles(nodes) &&
      !context.wouldHaveTag(plainText(nodes)),
  )
  const code: RootContent = isPlain
    ? { type: 'code', lang: syntax ?? null, value: lines.map(({ nodes }) => lineText(nodes)).join('\n') }
    : { type: 'html', value: preformatted(block, context, '\n') }
  const { title, overflow, lineNumbers, fullWidth, expandable, collapsedLineCount } = options
  const attributes = {
    title,
    overflow,
    lineNumbers,
    fullWidth: fullWidth || undefined,
    expandable: expandable || undefined,
    collapsedLineCount: collapsedLineCount?.toString(),
  }
  if (Object.values(attributes).every((value) => value === undefined)) return [code]
  return [
    { type: 'blockTag', value: formatBlockTag('code', attributes), role: 'open' },
    code,
    { type: 'blockTag', value: '{% endcode %}', role: 'close' },
  ]
}

const lineText = (nodes: CodeLine['nodes']): string => plainText(normalizeInline(nodes))

/** Serializes code as `<pre>`, which can represent highlighted lines, annotations and expressions. */
export function preformatted({ data, nodes }: Code, context: WriteContext, lineEnd: string): string {
  const syntax = data.syntax === undefined ? {} : { class: `language-${data.syntax}` }
  const lines = nodes.map((line) => {
    const withStyles = keepsStyles(line.nodes)
    const content =
      normalizeInline(line.nodes)
        .map((node) => (withStyles ? writeStyled(node, context) : writeNode(node, context)))
        .join('') + lineEnd
    return line.data?.highlighted ? `<strong>${content}</strong>` : content
  })
  return `<pre${htmlAttributes(syntax)}><code>${lines.join('')}</code></pre>`
}

/** Returns whether the tags that a line keeps only style parts of it. */
function keepsStyles(nodes: CodeLine['nodes']): boolean {
  const sources = nodes.flatMap((node) =>
    node.object === 'text' ? node.leaves.flatMap(({ source }) => source ?? []) : [],
  )
  const areStyles = sources.every((source) => {
    const token = tagOf(source)
    return token !== undefined && 'name' in token && isStyleInCode(token.name)
  })
  return sources.length > 0 && areStyles && isComplete(sources.join(''))
}

function writeStyled(node: InlineNode, context: WriteContext): string {
  if (node.object !== 'text') return writeNode(node, context)
  return node.leaves.map((leaf) => leaf.source ?? encodeText({ object: 'text', leaves: [leaf] })).join('')
}

function writeNode(node: InlineNode, context: WriteContext): string {
  if (node.object === 'text') return encodeText(node)
  if (node.type === 'expression') return expressionElement(node.data.expression)
  if (node.type !== 'annotation') return encodeHtml(plainText([node]))
  const label = context.addFootnote(node.fragments)
  return `${annotationTag(label)}${node.nodes.map(encodeText).join('')}</a>`
}

/** Escapes `$`, `:` and `{`, which have no meaning in code, but would in an annotation. */
const encodeText = (node: InlineNode): string =>
  encodeHtml(plainText([node])).replace(/[$:{]/g, (character) => `&#${character.charCodeAt(0)};`)
