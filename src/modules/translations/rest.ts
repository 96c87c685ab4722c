import { body, empty, list, one, path, query, type Route, route } from '../../rest/route.ts'

const translationSettingsBody = `
fragment TranslationSettingsBody on TranslationSettings {
  id title languages createdAt updatedAt
  urls { location }
  permissions { view edit }
}`

const tag = 'Translations'
const fragments = [translationSettingsBody]
const organizationId = path('organizationId')
const settings = { translationSettingsId: path('translationSettingsId'), organizationId }

export const translationRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/orgs/:organizationId/translations',
    tag,
    summary: 'List the translation settings of an organization',
    operation: `query ListTranslations($id: ID!, $first: Int, $after: String) {
      organization(id: $id) {
        translations(first: $first, after: $after) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...TranslationSettingsBody }
        }
      }
    }`,
    fragments,
    variables: { id: organizationId, first: query('limit'), after: query('page') },
    respond: list('organization.translations'),
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/translations',
    tag,
    summary: 'Create translation settings',
    operation: `mutation CreateTranslation($organizationId: ID!, $input: TranslationSettingsInput!) {
      createTranslationSettings(organizationId: $organizationId, input: $input) {
        translationSettings { ...TranslationSettingsBody }
      }
    }`,
    fragments,
    variables: { organizationId, input: body() },
    respond: one('createTranslationSettings.translationSettings'),
    status: 201,
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/translations/:translationSettingsId',
    tag,
    summary: 'Get translation settings',
    operation: `query GetTranslation($id: ID!, $organizationId: ID) {
      translationSettings(id: $id, organizationId: $organizationId) { ...TranslationSettingsBody }
    }`,
    fragments,
    variables: { id: path('translationSettingsId'), organizationId },
    respond: one('translationSettings'),
  }),
  route({
    method: 'PUT',
    path: '/orgs/:organizationId/translations/:translationSettingsId',
    tag,
    summary: 'Update translation settings',
    operation: `mutation UpdateTranslation(
      $translationSettingsId: ID!, $organizationId: ID, $input: TranslationSettingsInput!
    ) {
      updateTranslationSettings(
        translationSettingsId: $translationSettingsId, organizationId: $organizationId, input: $input
      ) { translationSettings { ...TranslationSettingsBody } }
    }`,
    fragments,
    variables: { ...settings, input: body() },
    respond: one('updateTranslationSettings.translationSettings'),
  }),
  route({
    method: 'DELETE',
    path: '/orgs/:organizationId/translations/:translationSettingsId',
    tag,
    summary: 'Delete translation settings',
    operation: `mutation DeleteTranslation($translationSettingsId: ID!, $organizationId: ID) {
      deleteTranslationSettings(
        translationSettingsId: $translationSettingsId, organizationId: $organizationId
      ) { deletedTranslationSettingsId }
    }`,
    variables: settings,
    respond: empty(),
    status: 205,
  }),
]
