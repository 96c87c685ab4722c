import { type ASTNode, BREAK, getArgumentValues, visit } from 'graphql'
import { getOrCreate } from '../../base/get-or-create.ts'
import type { FieldPlan } from './field-plan.ts'

type Arguments = Readonly<Record<string, unknown>>

const known = new WeakMap<FieldPlan, { readonly values: Arguments | undefined }>()

/** Returns the arguments of a field that are the same in every request; undefined for a field that takes variables. */
export const constantArgumentsOf = (field: FieldPlan): Arguments | undefined =>
  getOrCreate(known, field, () => {
    const [node] = field.nodes
    const takesVariables = node?.arguments?.some(hasVariable) ?? false
    return {
      values: takesVariables ? undefined : getArgumentValues(field.field as never, node as never, {}),
    }
  }).values

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
