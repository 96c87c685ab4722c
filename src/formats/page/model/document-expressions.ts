import type { JSONDocument } from '../types.ts'
import { keptExpression } from './kept-expressions.ts'
import { walkDocument } from './walk-document.ts'

/** Returns the expressions in a tree, each once. */
export function expressionsIn(document: JSONDocument): string[] {
  const found = new Set<string>()
  for (const node of walkDocument(document))
    if (node.object === 'inline' && node.type === 'expression') found.add(node.data.expression)
    else if (node.object === 'text')
      for (const leaf of node.leaves) {
        const expression = keptExpression(leaf)
        if (expression !== undefined) found.add(expression)
      }
  return [...found]
}
