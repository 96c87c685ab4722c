import type { Names } from './evaluate.ts'
import { expressionText, parsedExpression } from './expression-text.ts'
import type { Expression, VariableScope } from './syntax.ts'

/** The variables that an expression may name. Those of the page may be unknown. */
export type KnownVariables = Pick<Names, 'space' | 'page'>

/** Why an expression has no text: the variable that there is not, or what else. */
export type ExpressionFault = 'MALFORMED' | 'WITHOUT_TEXT' | { readonly missing: string }

/**
 * Returns why an expression has no text for a visitor without claims. Undefined if it has one, or if only claims or unknown
 * variables can tell.
 */
export function expressionFault(text: string, known: KnownVariables): ExpressionFault | undefined {
  const expression = parsedExpression(text)
  if (!expression) return 'MALFORMED'
  if (expressionText(text, { ...known, claims: {} }) !== undefined) return undefined
  const parts = [...partsOf(expression)]
  const missing = parts.flatMap((part) => missingVariable(part, known) ?? [])[0]
  if (missing !== undefined) return { missing }
  const isOpen = parts.some(
    (part) => part.kind === 'claims' || (part.kind === 'variables' && known[part.scope] === undefined),
  )
  return isOpen ? undefined : 'WITHOUT_TEXT'
}

function* partsOf(part: object): Generator<Expression> {
  if ('kind' in part) yield part as Expression
  for (const inner of Object.values(part))
    if (typeof inner === 'object' && inner !== null) yield* partsOf(inner)
}

function missingVariable(part: Expression, known: KnownVariables): string | undefined {
  if (part.kind !== 'member' || part.object.kind !== 'variables' || part.key.kind !== 'literal')
    return undefined
  const scope: VariableScope = part.object.scope
  const variables = known[scope]
  const name = String(part.key.value)
  return variables === undefined || Object.hasOwn(variables, name) ? undefined : `${scope}.vars.${name}`
}
