import { boundedCache } from '../../caches/bounded-cache.ts'
import { evaluated, type Names } from './evaluate.ts'
import { parseExpression } from './parse.ts'
import { ConditionFault, type Expression } from './syntax.ts'

const maximumExpressionLength = 1024

/** The bytes that a parsed expression takes for each character of it, about. */
const bytesPerCharacter = 40

/** Parsed expressions by their text; null for one that is malformed. A site has the same ones on many pages. */
const parsed = boundedCache<string, { readonly expression: Expression | null }>(
  'expressions',
  (_parsed, text) => bytesPerCharacter * text.length,
)

/** Returns the parsed text of an expression in a page, null if it is malformed. */
export function parsedExpression(written: string): Expression | null {
  const text = written.trim()
  if (text.length > maximumExpressionLength) return null
  const known = parsed.get(text)
  if (known) return known.expression
  const expression = read(text)
  parsed.set(text, { expression })
  return expression
}

function read(text: string): Expression | null {
  try {
    return parseExpression(text, { arithmetic: true, variables: true })
  } catch (error) {
    if (error instanceof ConditionFault) return null
    throw error
  }
}

export function dependsOnClaims(text: string): boolean {
  const expression = parsedExpression(text)
  return expression !== null && hasClaims(expression)
}

const hasClaims = (part: object): boolean =>
  ('kind' in part && part.kind === 'claims') ||
  Object.values(part).some((inner) => typeof inner === 'object' && inner !== null && hasClaims(inner))

/**
 * Returns the text of an expression in a page. Undefined if it is malformed, names something that there is not, or has no
 * text, number or truth value.
 */
export function expressionText(text: string, names: Names): string | undefined {
  const expression = parsedExpression(text)
  const value = expression ? evaluated(expression, names) : undefined
  if (typeof value === 'string' || typeof value === 'boolean') return String(value)
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined
}
