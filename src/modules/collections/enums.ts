import { builder } from '../../graphql/builder.ts'

export const ContentKindEnum = builder.enumType('ContentKind', {
  description: 'What a child of a collection or of an organization is.',
  values: { SPACE: { description: 'A space.' }, COLLECTION: { description: 'A collection.' } } as const,
})
