import { enumType } from '../../graphql/enum-type.ts'

export const TeamRoleEnum = enumType('TeamRole', 'The role of a member in a team.', {
  OWNER: 'Can update the title and the members of the team.',
  MEMBER: 'A member of the team.',
})
