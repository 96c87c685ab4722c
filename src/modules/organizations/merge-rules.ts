import { invalidInput } from '../../base/errors.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import type { Context } from '../../request/context.ts'
import type { MergeRuleNameEnum, MergeRulesTypeEnum } from './enums.ts'
import { refusedInput } from './reasons.ts'

export interface MergeRule {
  readonly rule: typeof MergeRuleNameEnum.$inferType
  /** The ids of the users that the rule is about; absent if it is about none. */
  readonly users?: readonly string[]
}

/** The conditions that a change request must meet to be merged. */
export interface MergeRules {
  readonly type: typeof MergeRulesTypeEnum.$inferType
  /** Present for rules of one's own. */
  readonly rules?: readonly MergeRule[]
}

export interface MergeRulesInput {
  readonly type: MergeRules['type']
  readonly rules?:
    | readonly { readonly rule: MergeRule['rule']; readonly userIds?: readonly string[] | null }[]
    | null
}

const rulesOfUsers: readonly MergeRule['rule'][] = [
  'REQUIRE_SPECIFIC_REVIEWERS',
  'REQUIRE_ONE_OF_SPECIFIC_REVIEWERS',
  'ALLOW_BYPASS',
]

/** Reads the merge rules of a row. Null stands for `otherwise`. */
export const mergeRulesOf = (stored: Prisma.JsonValue, otherwise: 'INHERIT' | 'NONE'): MergeRules =>
  (stored as unknown as MergeRules | null) ?? { type: otherwise }

/**
 * Returns the column for merge rules that a client sent: null for the default. Throws BAD_USER_INPUT for rules that
 * contradict themselves, and for users who are not members of the organization.
 */
export async function storedMergeRules(
  { database }: Pick<Context, 'database'>,
  organizationId: string,
  { type, rules }: MergeRulesInput,
  otherwise: 'INHERIT' | 'NONE',
): Promise<Prisma.JsonObject | null> {
  if (type !== 'RULES') {
    if (rules != null) throw invalidInput('mergeRules.rules', 'can only be given with the type `rules`')
    if (type === 'INHERIT' && otherwise !== 'INHERIT')
      throw invalidInput(
        'mergeRules.type',
        'must be `rules` or `none`: an organization inherits from nothing',
      )
    return type === otherwise ? null : { type }
  }
  if (rules == null) throw invalidInput('mergeRules.rules', 'is required with the type `rules`')
  rules.forEach(({ rule, userIds }, index) => {
    const path = `mergeRules.rules.${index}.users`
    if (rulesOfUsers.includes(rule) !== (userIds != null))
      throw invalidInput(path, userIds == null ? 'is required by this rule' : 'is not part of this rule')
  })
  await assertMembers(database.prisma, organizationId, rules)
  return {
    type,
    rules: rules.map(({ rule, userIds }) => (userIds ? { rule, users: [...userIds] } : { rule })),
  }
}

async function assertMembers(
  prisma: Context['database']['prisma'],
  organizationId: string,
  rules: NonNullable<MergeRulesInput['rules']>,
): Promise<void> {
  const named = rules.flatMap(({ userIds }, rule) =>
    (userIds ?? []).map((id, index) => ({ id, path: `mergeRules.rules.${rule}.users.${index}` })),
  )
  if (named.length === 0) return
  const where = { organizationId, userId: { in: named.map(({ id }) => id) } }
  const members = new Set((await prisma.member.findMany({ where })).map(({ userId }) => userId))
  const unknown = named.find(({ id }) => !members.has(id))
  if (unknown) throw refusedInput(unknown.path, 'USER_NOT_IN_ORGANIZATION', { id: unknown.id })
}
