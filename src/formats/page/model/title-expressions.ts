import { decodeEntities, encodeHtml } from '../html/html.ts'

interface TitleNode {
  readonly type: string
  readonly value?: string
}

const opening = '<code class="expression">'
const closing = '</code>'
const element = /<code class="expression">(.*?)<\/code>/gs

/** Joins the texts of the nodes of a title, in their order. Expressions stay elements, whatever `textOf` returns for HTML. */
export function titleOfNodes<Node extends TitleNode>(
  nodes: Iterable<Node>,
  textOf: (node: Node) => string,
): string {
  let isInside = false
  let title = ''
  for (const node of nodes) {
    if (node.type === 'html' && node.value === (isInside ? closing : opening)) {
      isInside = !isInside
      title += node.value
    } else title += isInside ? encodeHtml(textOf(node)) : textOf(node)
  }
  return title
}

/** Returns a text without elements of expressions: each is what `textOf` returns, or else the expression as it is written. */
export const withoutExpressions = (
  text: string,
  textOf: (expression: string) => string | undefined,
): string =>
  text
    .replace(element, (_, encoded: string) => {
      const expression = decodeEntities(encoded).trim()
      return textOf(expression) ?? expression
    })
    .replaceAll(opening, '')
