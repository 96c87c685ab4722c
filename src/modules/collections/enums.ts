import { builder } from '../../graphql/builder.ts'

export const ContentKindEnum = builder.enumType('ContentKind', {
  description: 'The type of a child of a collection or an organization.',
  values: { SPACE: { description: 'A space.' }, COLLECTION: { description: 'A collection.' } } as const,
})
