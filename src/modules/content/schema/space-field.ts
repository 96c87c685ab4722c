import { findVisible } from '../../../graph/declare/model-reads.ts'
import type { GraphTypes } from '../../../graphql/builder.ts'
import { Space } from '../../spaces/schema.ts'
import { asLocated } from '../located-content.ts'

/** The edge to the space of a page, a file or a reusable content. */
export const spaceEdge = {
  nullable: true,
  description: 'The space that it was read in. Null if the caller may not see the space.',
} as const

/** Returns the field for the space of content that is no model. */
export const spaceField = <Parent extends object>(
  t: Pick<PothosSchemaTypes.ObjectFieldBuilder<GraphTypes, Parent>, 'field'>,
) =>
  t.field({
    type: Space,
    ...spaceEdge,
    resolve: (content, _args, context) => findVisible(Space, context, asLocated(content).spaceId),
  })
