import type { Limits } from '../../graphql/validation.ts'
import { maximumConditionLength } from './conditions/condition.ts'

export const conditionLimits = { maxLength: maximumConditionLength } as const satisfies Limits

/** Every visit checks claims against the schema, so that it stays small. */
export const adaptiveSchemaLimits = {
  bytes: 64 * 1024,
  claims: 200,
  /** Claims of the visitor are on level 1. */
  depth: 10,
  /** Characters of the description of one claim. */
  description: 1000,
} as const

export const maximumTemplateConditions = 500
