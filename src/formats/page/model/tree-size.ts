import { invalidInput } from '../../../base/errors.ts'
import { brokenRule } from '../../../base/rules.ts'
import { documentLimits } from '../limits.ts'

/**
 * Throws an input error if a tree is too deep for recursive readers or has too many nodes. Iterates without
 * recursion.
 */
export function assertTreeSize(document: object, path: string): void {
  const stack: { node: unknown; depth: number }[] = [{ node: document, depth: 0 }]
  let count = 0
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const { node, depth } = entry
    if (++count > documentLimits.nodes)
      throw invalidInput(path, `has more than ${documentLimits.nodes} nodes`)
    if (depth > documentLimits.depth + 1) {
      throw brokenRule(path, 'BODY_TOO_DEEP', { maximum: documentLimits.depth })
    }
    for (const children of childLists(node)) {
      for (const child of children) stack.push({ node: child, depth: depth + 1 })
    }
  }
}

function childLists(node: unknown): unknown[][] {
  if (typeof node !== 'object' || node === null) return []
  const { nodes, fragments } = node as { nodes?: unknown; fragments?: unknown }
  return [nodes, fragments].filter(Array.isArray)
}
