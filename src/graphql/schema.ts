import { refuseUnstorableText } from './scalars.ts'
import '../access/schema.ts'
import '../modules/users/schema.ts'
import '../modules/organizations/schema.ts'
import '../modules/members/schema.ts'
import '../modules/collections/schema.ts'
import '../modules/spaces/schema.ts'
import '../modules/content/schema.ts'
import '../modules/change-requests/schema.ts'
import '../modules/comments/schema.ts'
import '../modules/reviews/schema.ts'
import '../modules/imports/schema.ts'
import '../modules/exports/schema.ts'
import '../modules/pdf/schema.ts'
import '../modules/search/schema.ts'
import '../modules/links/schema.ts'
import '../modules/sites/schema.ts'
import '../modules/visitors/schema.ts'
import '../modules/site-spaces/schema.ts'
import '../modules/site-sections/schema.ts'
import '../modules/customizations/schema.ts'
import '../modules/publishing/schema.ts'
import '../modules/share-links/schema.ts'
import '../modules/redirects/schema.ts'
import '../modules/published-sites/schema.ts'
import '../modules/published-pages/schema.ts'
import '../modules/custom-fields/schema.ts'
import '../modules/teams/schema.ts'
import '../modules/content-permissions/schema.ts'
import '../modules/invites/schema.ts'
import '../modules/tokens/schema.ts'
import '../modules/saml/schema.ts'
import '../modules/openapi-specs/schema.ts'
import '../modules/translations/schema.ts'
import { type GraphQLSchema, isScalarType } from 'graphql'
import { builder } from './builder.ts'

/** The whole graph: every module's schema.ts declares its part on import. */
export const schema: GraphQLSchema = builder.toSchema()

for (const type of Object.values(schema.getTypeMap())) if (isScalarType(type)) refuseUnstorableText(type)

// The relay plugin has no option for the descriptions of these arguments.
for (const [field, description] of [
  ['node', 'Id of anything.'],
  ['nodes', 'Ids of anything.'],
] as const)
  for (const argument of schema.getQueryType()?.getFields()[field]?.args ?? [])
    argument.description = description
