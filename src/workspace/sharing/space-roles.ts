import type { DefaultLevel, Role } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import type { Choice } from '../parts/fields.tsx'

const roles: readonly Role[] = ['ADMIN', 'CREATE', 'REVIEW', 'EDIT', 'COMMENT', 'READ']

/** Returns the roles on a space as choices, the highest first. */
export const spaceRoles = (): readonly Choice<Role>[] =>
  roles.map((value) => ({
    value,
    label: text(`members.role.${value}`),
    hint: text(value === 'ADMIN' ? 'sharing.roleHint' : `members.roleHint.${value}`),
  }))

/** The role that members have without being given one, as a value of a field. */
export type LevelChoice = DefaultLevel | 'NONE'

/** Returns the choices for everybody. `parent` is the title of what the space is in. */
export const levelChoices = (parent: string): readonly Choice<LevelChoice>[] => [
  { value: 'INHERIT', label: text('sharing.inherit', { parent }) },
  ...spaceRoles(),
  { value: 'NONE', label: text('sharing.noRole'), hint: text('sharing.noRoleHint') },
]
