import { body } from '../../rest/route.ts'
import { type Row, routesOf } from '../../rest/row.ts'

const glossaryEntryBody = `
fragment GlossaryEntryBody on GlossaryEntry {
  id translations { language text } createdAt updatedAt urls { location }
}`

const route = routesOf('Translations', glossaryEntryBody)

export const glossaryRoutes: readonly Row[] = [
  route('GET', '/orgs/:organizationId/translations-glossary', 'organization.glossaryEntries', {
    name: 'ListGlossaryEntries',
    summary: 'List the entries of the glossary of an organization',
  }),
  route('PUT', '/orgs/:organizationId/translations-glossary', 'updateGlossary.deletedGlossaryEntryIds', {
    name: 'UpdateGlossaryEntries',
    summary: 'Add, update and delete entries of the glossary of an organization',
    inputs: { operations: body('operations') },
    status: 204,
  }),
  route('GET', '/orgs/:organizationId/translations-glossary/:glossaryEntryId', 'glossaryEntry', {
    name: 'GetGlossaryEntry',
    summary: 'Get an entry of the glossary of an organization',
  }),
]
