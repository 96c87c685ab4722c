import type { Role } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import type { Choice } from './fields.tsx'

/** A role as a value of a field. Members without a role are guests. */
export type RoleChoice = Role | 'GUEST'

const choices: readonly RoleChoice[] = ['ADMIN', 'CREATE', 'REVIEW', 'EDIT', 'COMMENT', 'READ', 'GUEST']

/** Returns the roles as choices of a field, the highest first. */
export const roleChoices = (): readonly Choice<RoleChoice>[] =>
  choices.map((value) => ({
    value,
    label: text(`members.role.${value}`),
    hint: text(`members.roleHint.${value}`),
  }))

export const choiceOf = (role: Role | null): RoleChoice => role ?? 'GUEST'

export const roleOf = (choice: RoleChoice): Role | null => (choice === 'GUEST' ? null : choice)
