import { mayOnOrganization } from '../../access/authorize.ts'
import type { PermissionOn } from '../../access/permissions.ts'
import type { TranslationSettings as TranslationSettingsRow } from '../../generated/prisma/client.ts'
import { builder } from '../../graphql/builder.ts'
import { childrenBy, connectionField } from '../../graphql/connection.ts'
import { viewerOf } from '../../graphql/context.ts'
import { permissionsObject } from '../../graphql/permissions-object.ts'
import { limited } from '../../graphql/validation.ts'
import { Organization } from '../organizations/schema.ts'
import { translationLimits } from './limits.ts'
import { readableTranslations } from './policy.ts'
import * as service from './service.ts'

const TranslationSettingsPermissions = permissionsObject<
  TranslationSettingsRow,
  PermissionOn<'organization'>
>(
  'TranslationSettingsPermissions',
  {
    view: { permission: 'organization:list-translations', description: 'See the settings.' },
    edit: { permission: 'organization:create-content', description: 'Change and delete the settings.' },
  },
  (viewer, permission, { organizationId }) => mayOnOrganization(viewer, permission, organizationId),
)

const TranslationSettingsUrls = builder
  .objectRef<TranslationSettingsRow>('TranslationSettingsUrls')
  .implement({
    description: 'Addresses of translation settings.',
    fields: (t) => ({
      location: t.field({
        type: 'URL',
        description: 'The settings in the REST API.',
        resolve: ({ id, organizationId }, _args, { config }) =>
          `${config.baseUrl}/v1/orgs/${organizationId}/translations/${id}`,
      }),
    }),
  })

const TranslationSettings = builder.prismaNode('TranslationSettings', {
  // node(id) of what the caller may not see is null.
  nullable: true,
  description: 'What an organization chose for the translation of its content.',
  id: { field: 'id', description: 'Opaque identifier.' },
  findUnique: (id, context) => ({ id, AND: [readableTranslations(viewerOf(context))] }),
  fields: (t) => ({
    title: t.exposeString('title', { description: 'What they are called.' }),
    languages: t.exposeStringList('languages', {
      description: 'The languages to translate into, as BCP 47 tags.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When they were created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When they last changed.' }),
    urls: t.field({
      type: TranslationSettingsUrls,
      description: 'Their addresses.',
      resolve: (settings) => settings,
    }),
    permissions: t.field({
      type: TranslationSettingsPermissions,
      description: 'What the caller may do with them.',
      resolve: (settings) => settings,
    }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization.' }),
    organization: t.relation('organization', { description: 'The organization.' }),
  }),
})

builder.objectField(Organization, 'translations', (t) =>
  connectionField(t, {
    type: TranslationSettings,
    name: 'TranslationSettings',
    description: 'Its translation settings, oldest first. Not for guests.',
    parent: childrenBy('organizationId'),
    where: readableTranslations,
    order: [],
    permission: 'organization:list-translations',
  }),
)

const settingsId = 'Id of the translation settings.'
const owner = 'Id of the organization that must own them.'

builder.queryField('translationSettings', (t) =>
  t.field({
    type: TranslationSettings,
    description: 'Translation settings of an organization.',
    permission: 'organization:list-translations',
    args: {
      id: t.arg.id({ required: true, description: settingsId }),
      organizationId: t.arg.id({ description: owner }),
    },
    resolve: (_root, { id, organizationId }, context) =>
      service.loadTranslation(context, { translationSettingsId: id, organizationId }),
  }),
)

const TranslationSettingsInput = builder.inputType('TranslationSettingsInput', {
  description: 'Translation settings. Languages that are absent stay as they are.',
  fields: (t) => ({
    title: t.string({
      required: true,
      description: 'What they are called.',
      ...limited(translationLimits.title),
    }),
    languages: t.stringList({
      description: 'The languages to translate into, as BCP 47 tags, each once.',
      ...limited(translationLimits.languages),
    }),
  }),
})

builder.mutationFields((t) => {
  const translationSettingsId = t.arg.id({ required: true, description: settingsId })
  const input = t.arg({
    type: TranslationSettingsInput,
    required: true,
    description: 'What they are to be.',
  })
  return {
    createTranslationSettings: t.field({
      type: TranslationSettings,
      description: 'Adds translation settings to an organization.',
      permission: 'organization:create-content',
      args: { organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }), input },
      resolve: (_root, args, context) => service.createTranslation(context, args.organizationId, args.input),
    }),
    updateTranslationSettings: t.field({
      type: TranslationSettings,
      description: 'Changes translation settings.',
      permission: 'organization:create-content',
      args: { translationSettingsId, organizationId: t.arg.id({ description: owner }), input },
      resolve: (_root, { input, ...address }, context) => service.updateTranslation(context, address, input),
    }),
    deleteTranslationSettings: t.id({
      description: 'Deletes translation settings and returns their id.',
      permission: 'organization:create-content',
      args: { translationSettingsId, organizationId: t.arg.id({ description: owner }) },
      resolve: (_root, address, context) => service.deleteTranslation(context, address),
    }),
  }
})
