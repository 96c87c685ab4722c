import './scalars.ts'
import '../access/schema.ts'
import '../modules/users/schema.ts'
import '../modules/organizations/schema.ts'
import { builder } from './builder.ts'

/** The whole graph: every module's schema.ts declares its part on import. */
export const schema = builder.toSchema()
