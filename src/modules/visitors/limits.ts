import type { Limits } from '../../base/validation.ts'
import { maximumConditionLength } from './conditions/condition.ts'

export const conditionLimits = { maxLength: maximumConditionLength } as const satisfies Limits

/** Every visit validates claims against the schema, so it must stay small. */
export const adaptiveSchemaLimits = {
  bytes: 64 * 1024,
  claims: 200,
  /** Maximum nesting. Claims of the visitor are on level 1. */
  depth: 10,
  /** Maximum characters of the description of a claim. */
  description: 1000,
} as const

export const maximumTemplateConditions = 500
