import { builder } from '../../graphql/builder.ts'

export const RightPlaceEnum = builder.enumType('RightPlace', {
  description: 'The kind of object on which a right was granted.',
  values: {
    ORGANIZATION: { description: 'The organization.' },
    COLLECTION: { description: 'A collection.' },
    SPACE: { description: 'A space.' },
    SITE: { description: 'A site.' },
  } as const,
})

export const RightWayEnum = builder.enumType('RightWay', {
  description: 'The way in which a right was granted.',
  values: {
    ROLE: { description: 'By the organization role of the member.' },
    LEVEL: { description: 'By the default level, which applies to all members with an organization role.' },
    USER: { description: 'Directly to the user.' },
    TEAM: { description: 'To a team of the user.' },
  } as const,
})
