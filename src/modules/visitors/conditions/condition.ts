import { invalidInput } from '../../../errors.ts'
import type { VisitorClaims } from '../visitor.ts'
import { isTrueOf } from './evaluate.ts'
import { parseExpression } from './parse.ts'
import { ConditionFault, type Expression } from './syntax.ts'

export const maximumConditionLength = 1024

export type ParsedCondition = { readonly expression: Expression } | { readonly fault: ConditionFault }

/** Conditions are few and are asked for each visitor, so that they are kept as read; the one longest unused goes. */
const parsed = new Map<string, ParsedCondition>()
const maximumParsed = 1000

export function parseCondition(text: string): ParsedCondition {
  // Never kept: what is too long for a condition could be of any size.
  if (text.length > maximumConditionLength)
    return {
      fault: new ConditionFault(
        maximumConditionLength + 1,
        `expected at most ${maximumConditionLength} characters`,
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

export const faultMessage = ({ position, message }: ConditionFault): string =>
  `at position ${position}: ${message}`

/** Refuses a text that is no condition, for the member of the input where it stands. */
export function assertCondition(member: string, text: string): void {
  const condition = parseCondition(text)
  if ('fault' in condition) throw invalidInput(member, faultMessage(condition.fault))
}

/** Whether a visitor with these claims meets the condition; nobody meets one that cannot be read. */
export function conditionHolds(text: string, claims: VisitorClaims): boolean {
  const condition = parseCondition(text)
  return 'expression' in condition && isTrueOf(condition.expression, claims)
}
