import '../graphql/rate-limit.ts'
import '../graphql/roles.ts'
import type { GraphQLSchema } from 'graphql'
import { buildSchema } from '../graphql/build-schema.ts'
import { modules } from './modules.ts'

for (const { schema } of modules) await schema?.()
await import('../sites/graph/schema.ts')

/**
 * The complete GraphQL schema. The schema.ts of each module declares its part on the shared builder, and the sites add texts as
 * they render them.
 */
export const schema: GraphQLSchema = buildSchema()
