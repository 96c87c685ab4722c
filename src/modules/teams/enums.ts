import { builder } from '../../graphql/builder.ts'

export const TeamRoleEnum = builder.enumType('TeamRole', {
  description: 'The role of a member in a team.',
  values: {
    OWNER: { description: 'Can update the title and the members of the team.' },
    MEMBER: { description: 'A member of the team.' },
  } as const,
})
