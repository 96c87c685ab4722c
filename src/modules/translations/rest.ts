import { type Row, routesOf } from '../../rest/row.ts'

const translationSettingsBody = `
fragment TranslationSettingsBody on TranslationSettings {
  id title languages createdAt updatedAt
  urls { location }
  permissions { view edit }
}`

const route = routesOf('Translations', translationSettingsBody)

export const translationRoutes: readonly Row[] = [
  route('GET', '/orgs/:organizationId/translations', 'organization.translations', {
    name: 'ListTranslations',
    summary: 'List the translation settings of an organization',
  }),
  route('POST', '/orgs/:organizationId/translations', 'createTranslationSettings.translationSettings', {
    name: 'CreateTranslation',
    summary: 'Create translation settings',
    status: 201,
  }),
  route('GET', '/orgs/:organizationId/translations/:translationSettingsId', 'translationSettings', {
    name: 'GetTranslation',
    summary: 'Get translation settings',
  }),
  route(
    'PUT',
    '/orgs/:organizationId/translations/:translationSettingsId',
    'updateTranslationSettings.translationSettings',
    { name: 'UpdateTranslation', summary: 'Update translation settings' },
  ),
  route(
    'DELETE',
    '/orgs/:organizationId/translations/:translationSettingsId',
    'deleteTranslationSettings.deletedTranslationSettingsId',
    { name: 'DeleteTranslation', summary: 'Delete translation settings', status: 205 },
  ),
]
