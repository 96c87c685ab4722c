import { mayOnOrganization } from '../../access/authorize.ts'
import type { PermissionOn } from '../../access/permissions.ts'
import { limited } from '../../base/validation.ts'
import type { CustomFont as CustomFontRow } from '../../generated/prisma/client.ts'
import { extend, model, single } from '../../graph/declare/model.ts'
import { builder } from '../../graphql/builder.ts'
import { enumType } from '../../graphql/enum-type.ts'
import { mutation, readAfter } from '../../graphql/payload.ts'
import { permissionsObject } from '../../graphql/permissions-object.ts'
import { Organization } from '../organizations/schema.ts'
import { fontPath } from './font-files.ts'
import { fontLimits } from './limits.ts'
import { readableFonts } from './policy.ts'
import * as service from './service.ts'
import { createStorageUpload } from './uploads.ts'

const FontFormatEnum = enumType('FontFormat', 'The format of the file of a font.', {
  WOFF2: 'WOFF 2.',
  WOFF: 'WOFF 1.',
})

interface FontSource {
  readonly url: string
  readonly format: typeof FontFormatEnum.$inferType
}

const CustomFontSource = builder.objectRef<FontSource>('CustomFontSource').implement({
  description: 'A file of a font.',
  fields: (t) => ({
    url: t.expose('url', { type: 'URL', description: 'URL of the file, which everybody may load.' }),
    format: t.expose('format', { type: FontFormatEnum, description: 'Format of the file.' }),
  }),
})

const CustomFontFace = model('CustomFontFace', {
  description: 'A weight of a font.',
  visible: (viewer) => ({ font: readableFonts(viewer) }),
  fields: (t) => ({
    weight: t.exposeInt('weight', { description: 'The weight, such as 400 for regular and 700 for bold.' }),
    sources: t.computed({
      type: [CustomFontSource],
      description: 'The file of the weight.',
      from: ['fontId', 'weight', 'format'],
      resolve: ({ fontId, weight, format }, { config }) => [
        { url: `${config.baseUrl}${fontPath(fontId, weight)}`, format },
      ],
    }),
  }),
})

const CustomFontPermissions = permissionsObject<
  Pick<CustomFontRow, 'organizationId'>,
  PermissionOn<'organization'>
>(
  'CustomFontPermissions',
  {
    edit: {
      permission: 'organization:create-content',
      description: 'Whether the caller can update and delete the font.',
    },
  },
  (viewer, permission, { organizationId }) => mayOnOrganization(viewer, permission, organizationId),
)

const CustomFont = model('CustomFont', {
  description: 'A font of an organization. Its definition can be chosen in the customization of sites.',
  id: 'Opaque identifier.',
  visible: readableFonts,
  extensions: { rest: { object: false } },
  fields: (t) => ({
    isCustom: t.computed({
      type: 'Boolean',
      description: 'Whether it is a font of the organization. Always true.',
      from: [],
      resolve: () => true,
    }),
    fontFamily: t.exposeString('fontFamily', { description: 'Name of the font in styles.' }),
    fontFaces: t.all(CustomFontFace, {
      by: 'fontId',
      order: ['weight'],
      description: 'The weights of the font, lightest first.',
    }),
    permissions: t.computed({
      type: CustomFontPermissions,
      description: 'Permissions of the caller on the font.',
      from: ['organizationId'],
    }),
    createdAt: t.exposeDateTime('createdAt', { description: 'The date and time of creation.' }),
    updatedAt: t.exposeDateTime('updatedAt', { description: 'The date and time of the last update.' }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization.' }),
    organization: t.one(Organization, {
      key: 'organizationId',
      description: 'The organization that owns the font.',
    }),
  }),
})

extend(Organization, (t) => ({
  customFonts: t.many(CustomFont, {
    description: 'The fonts of the organization, oldest first.',
    by: 'organizationId',
    order: [],
    permission: 'organization:list-fonts',
  }),
}))

const owner = 'Id of the organization that it must belong to. Not checked if omitted.'

builder.queryField('customFont', (t) =>
  single(t, CustomFont, {
    description: 'A font of an organization.',
    permission: 'organization:list-fonts',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the font.' }),
      organizationId: t.arg.id({ description: owner }),
    },
    where: ({ id, organizationId }) => ({ id, ...(organizationId != null && { organizationId }) }),
  }),
)

const StorageUploadKindEnum = enumType('StorageUploadKind', 'The purpose of a file that is uploaded.', {
  CUSTOMIZATION_FONT: {
    description: 'The file of a font, in the format woff2 or woff.',
    extensions: { rest: 'customization_font' },
  },
  IMPORT_FILE: {
    description: 'A file to import. Not taken: it is sent with the import.',
    extensions: { rest: 'import_file' },
  },
  ORGANIZATION_FILE: {
    description: 'A file of the organization. Not taken: files are added to spaces.',
    extensions: { rest: 'organization_file' },
  },
})

const StorageFileInput = builder.inputType('StorageFileInput', {
  description: 'The file that will be uploaded.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the file.', ...limited(fontLimits.fileName) }),
    type: t.string({
      required: true,
      description: 'Media type of the file. Its bytes tell the format.',
      ...limited(fontLimits.fileType),
    }),
    size: t.int({
      required: true,
      description: 'Size of the file in bytes.',
      ...limited(fontLimits.fileSize),
    }),
  }),
})

const CreateStorageUploadInput = builder.inputType('CreateStorageUploadInput', {
  description: 'A file that will be uploaded, and its purpose.',
  fields: (t) => ({
    file: t.field({ type: StorageFileInput, required: true, description: 'The file.' }),
    kind: t.field({ type: StorageUploadKindEnum, required: true, description: 'Purpose of the file.' }),
  }),
})

const StorageUpload = builder
  .objectRef<{ readonly url: string; readonly key: string }>('StorageUpload')
  .implement({
    description: 'An address for the upload of a file.',
    extensions: { rest: { object: 'storage-signed-url' } },
    fields: (t) => ({
      url: t.expose('url', {
        type: 'URL',
        description: 'URL to which the bytes are sent with PUT, without a token, within an hour.',
      }),
      key: t.exposeString('key', {
        description: 'Key that names the file, within a day, once it is uploaded.',
      }),
    }),
  })

const NewFontFaceInput = builder.inputType('NewFontFaceInput', {
  description: 'A weight of a new font.',
  fields: (t) => ({
    weight: t.int({ required: true, description: 'The weight.', ...limited(fontLimits.weight) }),
    storageKey: t.string({
      required: true,
      description: 'Key of the uploaded file.',
      ...limited(fontLimits.storageKey),
    }),
  }),
})

const CreateCustomFontInput = builder.inputType('CreateCustomFontInput', {
  description: 'The fields of a new font.',
  fields: (t) => ({
    fontFamily: t.string({
      required: true,
      description: 'Name of the font in styles.',
      ...limited(fontLimits.fontFamily),
    }),
    fontFaces: t.field({
      type: [NewFontFaceInput],
      required: true,
      description: 'The weights, each once. One must be 400.',
      ...limited(fontLimits.newFaces),
    }),
  }),
})

const FontFaceInput = builder.inputType('FontFaceInput', {
  description: 'A weight of a font.',
  fields: (t) => ({
    weight: t.int({ required: true, description: 'The weight.', ...limited(fontLimits.weight) }),
    storageKey: t.string({
      description: 'Key of the uploaded file. Null removes the weight.',
      ...limited(fontLimits.storageKey),
    }),
  }),
})

const UpdateCustomFontInput = builder.inputType('UpdateCustomFontInput', {
  description: 'Fields to update. Omitted and null fields stay unchanged.',
  fields: (t) => ({
    fontFamily: t.string({ description: 'Name of the font in styles.', ...limited(fontLimits.fontFamily) }),
    fontFaces: t.field({
      type: [FontFaceInput],
      description: 'The weights to add, replace and remove, each once. The others stay unchanged.',
      ...limited(fontLimits.faces),
    }),
  }),
})

const organizationAfter = readAfter(
  Organization,
  'The organization that it belongs to. Null if the caller may no longer see it.',
)

builder.mutationFields((t) => {
  const organizationId = t.arg.id({ required: true, description: 'Id of the organization.' })
  const fontId = t.arg.id({ required: true, description: 'Id of the font.' })
  const ofFont = t.arg.id({ description: owner })
  return {
    createStorageUpload: mutation(t, {
      description: 'Announces a file, which is then uploaded at the URL of the payload.',
      permission: 'organization:create-content',
      args: {
        organizationId,
        input: t.arg({ type: CreateStorageUploadInput, required: true, description: 'The file.' }),
      },
      target: { type: 'StorageUpload' },
      payload: { storageUpload: StorageUpload, organization: organizationAfter },
      resolve: async (_root, { organizationId, input }, context) => {
        const upload = await createStorageUpload(context, organizationId, input)
        return { storageUpload: upload, organization: upload.organizationId }
      },
    }),
    createCustomFont: mutation(t, {
      description: 'Creates a font from uploaded files.',
      permission: 'organization:create-content',
      args: {
        organizationId,
        input: t.arg({ type: CreateCustomFontInput, required: true, description: 'The font.' }),
      },
      target: { type: 'CustomFont' },
      payload: { customFont: CustomFont },
      resolve: async (_root, { organizationId, input }, context) => ({
        customFont: await service.createFont(context, organizationId, input),
      }),
    }),
    updateCustomFont: mutation(t, {
      description: 'Updates a font. Sites that use it have the new files at once.',
      permission: 'organization:create-content',
      args: {
        fontId,
        organizationId: ofFont,
        input: t.arg({ type: UpdateCustomFontInput, required: true, description: 'Fields to update.' }),
      },
      target: { type: 'CustomFont' },
      payload: { customFont: CustomFont },
      resolve: async (_root, { input, ...address }, context) => ({
        customFont: await service.updateFont(context, address, input),
      }),
    }),
    deleteCustomFont: mutation(t, {
      description: 'Deletes a font that no customization uses.',
      permission: 'organization:create-content',
      args: { fontId, organizationId: ofFont },
      target: { type: 'CustomFont' },
      payload: { deletedCustomFontId: 'ID', organization: organizationAfter },
      resolve: async (_root, address, context) => {
        const { id, organizationId } = await service.deleteFont(context, address)
        return { deletedCustomFontId: id, organization: organizationId }
      },
    }),
  }
})
