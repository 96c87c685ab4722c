import type { AdaptiveJsonSchema, Claim } from './adaptive-json-schema.ts'
import { parseCondition } from './conditions/condition.ts'
import { maximumTemplateConditions } from './limits.ts'

export interface TemplateCondition {
  readonly description: string
  readonly condition: string
}

/** Returns conditions to start from: one for each claim that the schema declares. */
export function templateConditions({ properties }: AdaptiveJsonSchema): TemplateCondition[] {
  const templates: TemplateCondition[] = []
  for (const template of templatesOf(properties, [])) {
    if (templates.length === maximumTemplateConditions) break
    // A condition with a very long name or value would be invalid.
    if ('expression' in parseCondition(template.condition)) templates.push(template)
  }
  return templates
}

function* templatesOf(
  claims: Readonly<Record<string, Claim>>,
  parents: readonly string[],
): Generator<TemplateCondition> {
  for (const [name, claim] of Object.entries(claims)) {
    const path = [...parents, name]
    if (claim.type === 'object') yield* templatesOf(claim.properties, path)
    else
      for (const { meaning, test } of questionsAbout(claim))
        yield {
          description: `${path.join('.')} ${meaning}${claim.description && `: ${claim.description}`}`,
          condition: `${addressOf(path)}${test}`,
        }
  }
}

interface Question {
  readonly meaning: string
  /** The part of the condition after the claim. */
  readonly test: string
}

function questionsAbout(claim: Exclude<Claim, { type: 'object' }>): Question[] {
  if (claim.type === 'boolean') return [{ meaning: 'is true', test: ' == true' }]
  if (claim.type === 'number') return [{ meaning: 'is known', test: ' != undefined' }]
  if (claim.type === 'string')
    return claim.enum
      ? claim.enum.map(literal).map((value) => ({ meaning: `is ${value}`, test: ` == ${value}` }))
      : [{ meaning: 'is known', test: ' != undefined' }]
  const { items } = claim
  return items.type === 'string' && items.enum
    ? items.enum.map(literal).map((value) => ({ meaning: `has ${value}`, test: `.includes(${value})` }))
    : [{ meaning: 'is not empty', test: '.length > 0' }]
}

const literal = (value: string): string => JSON.stringify(value)

const addressOf = (path: readonly string[]): string =>
  path.reduce(
    (address, name) =>
      /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name)
        ? `${address}.${name}`
        : `${address}[${literal(name)}]`,
    'visitor.claims',
  )
