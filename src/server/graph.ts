import '../graphql/rate-limit.ts'
import '../graphql/roles.ts'
import type { GraphQLSchema } from 'graphql'
import { buildSchema } from '../graphql/build-schema.ts'
import { modules } from './modules.ts'

for (const { schema } of modules) await schema?.()

/** The complete GraphQL schema. The schema.ts of each module declares its part on the shared builder. */
export const schema: GraphQLSchema = buildSchema()
