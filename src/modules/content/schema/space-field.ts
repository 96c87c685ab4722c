import { columnsExtension } from '../../../graph/declare/connection.ts'
import { findVisible } from '../../../graph/declare/model-reads.ts'
import type { GraphTypes } from '../../../graphql/builder.ts'
import { Space } from '../../spaces/schema.ts'
import { asLocated } from '../located-content.ts'

/** Returns the field for the space of a page, a file or a reusable content. */
export const spaceField = <Parent extends object>(
  t: Pick<PothosSchemaTypes.ObjectFieldBuilder<GraphTypes, Parent>, 'field'>,
) =>
  t.field({
    type: Space,
    nullable: true,
    description: 'The space that it was read in. Null if the caller may not see the space.',
    extensions: { [columnsExtension]: [] },
    resolve: (content, _args, context) => findVisible(Space, context, asLocated(content).spaceId),
  })
