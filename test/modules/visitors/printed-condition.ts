import type { Expression } from '../../../src/formats/expressions/syntax.ts'

/** The text of a tree, with parentheses around everything that has parts, so that no rule of binding is needed. */
export function printed(tree: Expression): string {
  switch (tree.kind) {
    case 'literal':
      // A dot behind a number would be its own.
      return typeof tree.value === 'number'
        ? `(${tree.value})`
        : tree.value === undefined
          ? 'undefined'
          : JSON.stringify(tree.value)
    case 'array':
      return `[${tree.items.map(printed).join(', ')}]`
    case 'claims':
      return 'visitor.claims'
    case 'member':
      return `${printed(tree.object)}${tree.optional ? '?.' : ''}[${printed(tree.key)}]`
    case 'call':
      return `${printed(tree.object)}${tree.optional ? '?.' : '.'}${tree.method}(${printed(tree.argument)})`
    case 'chain':
      return `(${printed(tree.expression)})`
    case 'unary':
      return `(${tree.operator} ${printed(tree.operand)})`
    case 'variables':
      return `${tree.scope}.vars`
    case 'logical':
    case 'arithmetic':
    case 'comparison':
      return `(${printed(tree.left)} ${tree.operator} ${printed(tree.right)})`
    case 'conditional':
      return `(${printed(tree.test)} ? ${printed(tree.whenTrue)} : ${printed(tree.whenFalse)})`
  }
}
