import { builder } from '../../graphql/builder.ts'

export const RightPlaceEnum = builder.enumType('RightPlace', {
  description: 'What a right stands on.',
  values: {
    ORGANIZATION: { description: 'The organization.' },
    COLLECTION: { description: 'A collection.' },
    SPACE: { description: 'A space.' },
    SITE: { description: 'A site.' },
  } as const,
})

export const RightWayEnum = builder.enumType('RightWay', {
  description: 'How a right was given.',
  values: {
    ROLE: { description: 'By the role in the organization.' },
    LEVEL: { description: 'By the default level, to every member with a role in the organization.' },
    USER: { description: 'To the user.' },
    TEAM: { description: 'To a team of the user.' },
  } as const,
})
