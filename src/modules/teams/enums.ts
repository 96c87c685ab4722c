import { builder } from '../../graphql/builder.ts'

export const TeamRoleEnum = builder.enumType('TeamRole', {
  description: 'What somebody is in a team.',
  values: {
    OWNER: { description: 'Manages the title and the members of the team.' },
    MEMBER: { description: 'Is in the team.' },
  } as const,
})
