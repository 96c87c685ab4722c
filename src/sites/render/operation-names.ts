import type { InlineNode } from '../../formats/page/types.ts'
import { type Child, element } from './elements.ts'

const methods = new Set(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE'])

/** Renders the method of an operation of an API, its path or, of a webhook, its name, and what links to its source. */
export const renderOperation = (method: string, name: string, source: Child = null): Child =>
  element(
    'p',
    { className: ['card', 'operation'] },
    element('span', { className: ['method', method.toLowerCase()] }, method.toUpperCase()),
    ' ',
    element('code', {}, name),
    source === null ? null : [' ', source],
  )

/**
 * Renders a paragraph that is the name of an operation, as in pages generated from a specification: a method in bold and
 * code. Null for any other.
 */
export function renderOperationLine(nodes: readonly InlineNode[]): Child {
  const [text, ...others] = nodes
  if (text?.object !== 'text' || others.length > 0) return null
  const [method, space, name, ...more] = text.leaves.filter((leaf) => leaf.text !== '')
  if (!method || !name || space?.text !== ' ' || more.length > 0 || !methods.has(method.text)) return null
  const isOperation =
    method.marks.some(({ type }) => type === 'bold') && name.marks.some(({ type }) => type === 'code')
  return isOperation ? renderOperation(method.text, name.text) : null
}
