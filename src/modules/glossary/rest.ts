import { body, empty, list, one, path, query, type Route, route } from '../../rest/route.ts'

const glossaryEntryBody = `
fragment GlossaryEntryBody on GlossaryEntry {
  id translations { language text } createdAt updatedAt urls { location }
}`

const tag = 'Translations'
const fragments = [glossaryEntryBody]
const organizationId = path('organizationId')

export const glossaryRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/orgs/:organizationId/translations-glossary',
    tag,
    summary: 'List the entries of the glossary of an organization',
    operation: `query ListGlossaryEntries($id: ID!, $first: Int, $after: String) {
      organization(id: $id) {
        glossaryEntries(first: $first, after: $after) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...GlossaryEntryBody }
        }
      }
    }`,
    fragments,
    variables: { id: organizationId, first: query('limit'), after: query('page') },
    respond: list('organization.glossaryEntries'),
  }),
  route({
    method: 'PUT',
    path: '/orgs/:organizationId/translations-glossary',
    tag,
    summary: 'Add, update and delete entries of the glossary of an organization',
    operation: `mutation UpdateGlossaryEntries($organizationId: ID!, $operations: [GlossaryOperationInput!]!) {
      updateGlossary(organizationId: $organizationId, operations: $operations) { deletedGlossaryEntryIds }
    }`,
    variables: { organizationId, operations: body('operations') },
    respond: empty(),
    status: 204,
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/translations-glossary/:glossaryEntryId',
    tag,
    summary: 'Get an entry of the glossary of an organization',
    operation: `query GetGlossaryEntry($id: ID!, $organizationId: ID) {
      glossaryEntry(id: $id, organizationId: $organizationId) { ...GlossaryEntryBody }
    }`,
    fragments,
    variables: { id: path('glossaryEntryId'), organizationId },
    respond: one('glossaryEntry'),
  }),
]
