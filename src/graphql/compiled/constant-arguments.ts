import { type ASTNode, BREAK, getArgumentValues, visit } from 'graphql'
import type { FieldPlan } from './plan.ts'

type Arguments = Readonly<Record<string, unknown>>

const known = new WeakMap<FieldPlan, { readonly values: Arguments | undefined }>()

/** Returns the arguments of a field that are the same in every request; undefined for a field that takes variables. */
export function constantArgumentsOf(field: FieldPlan): Arguments | undefined {
  let constant = known.get(field)
  if (!constant) {
    const [node] = field.nodes
    const takesVariables = node?.arguments?.some(hasVariable) ?? false
    const values = takesVariables ? undefined : getArgumentValues(field.field as never, node as never, {})
    constant = { values }
    known.set(field, constant)
  }
  return constant.values
}

function hasVariable(node: ASTNode): boolean {
  let has = false
  visit(node, {
    Variable() {
      has = true
      return BREAK
    },
  })
  return has
}
