import { brokenRule, rules } from '../../../base/rules.ts'
import { filled } from '../../../base/templates.ts'
import { evaluated } from '../../../formats/expressions/evaluate.ts'
import { parseExpression } from '../../../formats/expressions/parse.ts'
import { conditionProblem } from '../../../formats/expressions/problems.ts'
import { ConditionFault, type Expression } from '../../../formats/expressions/syntax.ts'
import type { VisitorClaims } from '../visitor.ts'

export const maximumConditionLength = 1024

export type ParsedCondition = { readonly expression: Expression } | { readonly fault: ConditionFault }

/**
 * Parsed conditions are cached, because they are evaluated for each visitor. The least recently used one is removed
 * first.
 */
const parsed = new Map<string, ParsedCondition>()
const maximumParsed = 1000

export function parseCondition(text: string): ParsedCondition {
  // Not cached, because text that is too long for a condition could have any size.
  if (text.length > maximumConditionLength)
    return {
      fault: new ConditionFault(
        maximumConditionLength + 1,
        conditionProblem('CONDITION_TOO_LONG', `expected at most ${maximumConditionLength} characters`, {
          maximum: maximumConditionLength,
        }),
      ),
    }
  const condition = parsed.get(text) ?? read(text)
  parsed.delete(text)
  parsed.set(text, condition)
  for (const oldest of parsed.keys()) {
    if (parsed.size <= maximumParsed) break
    parsed.delete(oldest)
  }
  return condition
}

function read(text: string): ParsedCondition {
  try {
    return { expression: parseExpression(text) }
  } catch (fault) {
    if (fault instanceof ConditionFault) return { fault }
    throw fault
  }
}

/** Returns the values of the rule `CONDITION_INVALID`. */
export const problemOf = ({ position, problem }: ConditionFault) => ({ position, problem })

export const faultMessage = (fault: ConditionFault): string =>
  filled(rules.CONDITION_INVALID, problemOf(fault))

/** Throws an input error for an invalid condition. `member` is its path in the input. */
export function assertCondition(member: string, text: string): void {
  const condition = parseCondition(text)
  if ('fault' in condition) throw brokenRule(member, 'CONDITION_INVALID', problemOf(condition.fault))
}

/** Returns whether the claims meet the condition. An invalid condition is never met. */
export function conditionHolds(text: string, claims: VisitorClaims): boolean {
  const condition = parseCondition(text)
  return 'expression' in condition && Boolean(evaluated(condition.expression, { claims }))
}
