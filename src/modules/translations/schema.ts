import { mayOnOrganization } from '../../access/authorize.ts'
import type { PermissionOn } from '../../access/permissions.ts'
import { limited } from '../../base/validation.ts'
import type { TranslationSettings as TranslationSettingsRow } from '../../generated/prisma/client.ts'
import { extend, model, single } from '../../graph/declare/model.ts'
import { builder } from '../../graphql/builder.ts'
import { mutation } from '../../graphql/payload.ts'
import { permissionsObject } from '../../graphql/permissions-object.ts'
import { urlsObject } from '../../graphql/urls-object.ts'
import { formerOrganization, Organization } from '../organizations/schema.ts'
import { translationLimits } from './limits.ts'
import { readableTranslations } from './policy.ts'
import * as service from './service.ts'

const TranslationSettingsPermissions = permissionsObject<
  Pick<TranslationSettingsRow, 'organizationId'>,
  PermissionOn<'organization'>
>(
  'TranslationSettingsPermissions',
  {
    view: {
      permission: 'organization:list-translations',
      description: 'Whether the caller can see the settings.',
    },
    edit: {
      permission: 'organization:create-content',
      description: 'Whether the caller can update and delete the settings.',
    },
  },
  (viewer, permission, { organizationId }) => mayOnOrganization(viewer, permission, organizationId),
)

const TranslationSettingsUrls = urlsObject<Pick<TranslationSettingsRow, 'id' | 'organizationId'>>(
  'TranslationSettingsUrls',
  {
    description: 'URLs of translation settings.',
    of: 'the settings',
    location: ({ id, organizationId }) => `/orgs/${organizationId}/translations/${id}`,
  },
)

const TranslationSettings = model('TranslationSettings', {
  description: 'Settings of an organization for the translation of its content.',
  id: 'The id, an opaque string.',
  visible: readableTranslations,
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The title of the settings.' }),
    languages: t.exposeStringList('languages', {
      description: 'The languages to translate into, as BCP 47 tags.',
    }),
    createdAt: t.exposeDateTime('createdAt', { description: 'The date and time of creation.' }),
    updatedAt: t.exposeDateTime('updatedAt', { description: 'The date and time of the last update.' }),
    urls: t.computed({
      type: TranslationSettingsUrls,
      description: 'URLs of the settings.',
      from: ['id', 'organizationId'],
    }),
    permissions: t.computed({
      type: TranslationSettingsPermissions,
      description: 'Permissions of the caller on the settings.',
      from: ['organizationId'],
    }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization.' }),
    organization: t.one(Organization, {
      key: 'organizationId',
      description: 'The organization that owns the settings.',
    }),
  }),
})

extend(Organization, (t) => ({
  translations: t.many(TranslationSettings, {
    description: 'The translation settings of the organization, oldest first.',
    by: 'organizationId',
    order: [],
    permission: 'organization:list-translations',
  }),
}))

const settingsId = 'Id of the translation settings.'
const owner = 'Id of the organization that they must belong to. Not checked if omitted.'

builder.queryField('translationSettings', (t) =>
  single(t, TranslationSettings, {
    description: 'Translation settings of an organization.',
    permission: 'organization:list-translations',
    args: {
      id: t.arg.id({ required: true, description: settingsId }),
      organizationId: t.arg.id({ description: owner }),
    },
    where: ({ id, organizationId }) => ({ id, ...(organizationId != null && { organizationId }) }),
    whenMissing: ({ id, organizationId }, context) =>
      service.loadTranslation(context, { translationSettingsId: id, organizationId }),
  }),
)

const TranslationSettingsInput = builder.inputType('TranslationSettingsInput', {
  description: 'The fields of translation settings. Omitted languages stay unchanged.',
  fields: (t) => ({
    title: t.string({
      required: true,
      description: 'The title of the settings.',
      ...limited(translationLimits.title),
    }),
    languages: t.stringList({
      description: 'The languages to translate into, as BCP 47 tags without duplicates.',
      ...limited(translationLimits.languages),
    }),
  }),
})

builder.mutationFields((t) => {
  const translationSettingsId = t.arg.id({ required: true, description: settingsId })
  const input = t.arg({
    type: TranslationSettingsInput,
    required: true,
    description: 'The settings.',
  })
  return {
    createTranslationSettings: mutation(t, {
      description: 'Creates translation settings for an organization.',
      permission: 'organization:create-content',
      args: { organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }), input },
      target: { type: 'TranslationSettings' },
      payload: { translationSettings: TranslationSettings },
      resolve: async (_root, args, context) => ({
        translationSettings: await service.createTranslation(context, args.organizationId, args.input),
      }),
    }),
    updateTranslationSettings: mutation(t, {
      description: 'Updates translation settings.',
      permission: 'organization:create-content',
      args: { translationSettingsId, organizationId: t.arg.id({ description: owner }), input },
      target: { type: 'TranslationSettings', id: 'translationSettingsId' },
      payload: { translationSettings: TranslationSettings },
      resolve: async (_root, { input, ...address }, context) => ({
        translationSettings: await service.updateTranslation(context, address, input),
      }),
    }),
    deleteTranslationSettings: mutation(t, {
      description: 'Deletes translation settings.',
      permission: 'organization:create-content',
      args: { translationSettingsId, organizationId: t.arg.id({ description: owner }) },
      target: { type: 'TranslationSettings', id: 'translationSettingsId' },
      payload: {
        deletedTranslationSettingsId: 'ID',
        organization: formerOrganization,
      },
      resolve: async (_root, address, context) => {
        const { id, organizationId } = await service.deleteTranslation(context, address)
        return { deletedTranslationSettingsId: id, organization: organizationId }
      },
    }),
  }
})
