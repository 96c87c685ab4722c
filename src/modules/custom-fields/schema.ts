import { mayOnOrganization } from '../../access/authorize.ts'
import type { PermissionOn } from '../../access/permissions.ts'
import { limited } from '../../base/validation.ts'
import type { CustomField as CustomFieldRow } from '../../generated/prisma/client.ts'
import { extend, model, single } from '../../graph/declare/model.ts'
import { builder } from '../../graphql/builder.ts'
import { mutation, readAfter } from '../../graphql/payload.ts'
import { permissionsObject } from '../../graphql/permissions-object.ts'
import { jsonSpecification } from '../../graphql/scalars.ts'
import { urlsObject } from '../../graphql/urls-object.ts'
import { formerOrganization, Organization } from '../organizations/schema.ts'
import { Space } from '../spaces/schema.ts'
import { CustomFieldTypeEnum } from './enums.ts'
import { customFieldLimits, maximumFields, valueLimits } from './limits.ts'
import { knownCustomFields, readableCustomFields } from './policy.ts'
import * as service from './service.ts'
import { updateSpaceCustomFields } from './space-values.ts'

declare module '../../graphql/builder.ts' {
  interface ModuleScalars {
    CustomFieldContent: { Input: unknown; Output: unknown }
  }
}

const CustomFieldPermissions = permissionsObject<
  Pick<CustomFieldRow, 'organizationId'>,
  PermissionOn<'organization'>
>(
  'CustomFieldPermissions',
  {
    view: {
      permission: 'organization:list-custom-fields',
      description: 'Whether the caller can see the field.',
    },
    edit: {
      permission: 'organization:administer',
      description: 'Whether the caller can update and delete the field.',
    },
  },
  (viewer, permission, field) => mayOnOrganization(viewer, permission, field.organizationId),
)

const CustomFieldUrls = urlsObject<Pick<CustomFieldRow, 'organizationId' | 'name'>>('CustomFieldUrls', {
  description: 'URLs of a custom field.',
  of: 'the field',
  location: ({ organizationId, name }) => `/orgs/${organizationId}/custom-fields/${name}`,
})

const CustomField = model('CustomField', {
  description: 'A custom field, in which an organization records a property of its spaces.',
  extensions: { rest: { object: false } },
  id: 'The id, an opaque string.',
  visible: knownCustomFields,
  fields: (t) => ({
    name: t.exposeString('name', {
      description: 'The name, which identifies the field in the organization and cannot be changed.',
    }),
    title: t.exposeString('title', { description: 'The title. May be empty.' }),
    description: t.exposeString('description', { description: 'The description. May be empty.' }),
    type: t.expose('type', { type: CustomFieldTypeEnum, description: 'The type of the values.' }),
    placeholder: t.exposeString('placeholder', {
      description: 'The placeholder that is displayed without a value. May be empty.',
    }),
    options: t.computed({
      type: ['String'],
      nullable: true,
      description: 'The options for values. Null for types without options.',
      from: ['options'],
      resolve: ({ options }) => (options.length > 0 ? options : null),
    }),
    createdAt: t.exposeDateTime('createdAt', { description: 'The date and time of creation.' }),
    updatedAt: t.exposeDateTime('updatedAt', { description: 'The date and time of the last update.' }),
    urls: t.computed({
      type: CustomFieldUrls,
      description: 'URLs of the field.',
      from: ['organizationId', 'name'],
    }),
    permissions: t.computed({
      type: CustomFieldPermissions,
      description: 'Permissions of the caller on the field.',
      from: ['organizationId'],
    }),
  }),
})

const contentSchema = {
  anyOf: [
    { type: 'string', maxLength: valueLimits.text },
    { type: 'number' },
    { type: 'boolean' },
    {
      type: 'array',
      items: { type: 'string', maxLength: valueLimits.text },
      maxItems: valueLimits.items,
      uniqueItems: true,
    },
  ],
}

builder.scalarType('CustomFieldContent', {
  description: `A value of a custom field: a string of at most ${valueLimits.text} characters, a number, a Boolean, or a list of at most ${valueLimits.items} strings. The type of the field decides which.`,
  specifiedByURL: jsonSpecification,
  serialize: (value) => value,
  extensions: { jsonSchema: contentSchema },
})

const CustomFieldValueInput = builder.inputType('CustomFieldValueInput', {
  description: 'The value of a custom field.',
  extensions: { rest: { key: 'name' } },
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the custom field.' }),
    value: t.field({ type: 'CustomFieldContent', description: 'The value. Null or omitted removes it.' }),
  }),
})

const CustomFieldValue = model('CustomField', {
  name: 'CustomFieldValue',
  // Users who may read a space see all fields of its organization.
  visible: () => ({}),
  description: 'A custom field with its value for a space.',
  fields: (t) => ({
    customField: t.same(CustomField, { description: 'The custom field that the value is for.' }),
    value: t.computed({
      type: 'CustomFieldContent',
      nullable: true,
      description: 'The value. Null if there is none.',
      from: [],
      added: ['value'],
      resolve: (field) => (field as { readonly value?: unknown }).value,
    }),
  }),
})

/** The fields of the organization of the space p.k0, with the value for the space. */
const fieldsOfSpace = {
  from: `(SELECT f.*, v.value FROM "Space" s JOIN "CustomField" f ON f."organizationId" = s."organizationId"
    LEFT JOIN "CustomFieldValue" v ON v."fieldId" = f.id AND v."spaceId" = s.id WHERE s.id = p.k0)`,
  adds: { value: 'Json' },
  condition: 'TRUE',
  keys: ['id'],
} as const

extend(Organization, (t) => ({
  customFields: t.many(CustomField, {
    description: 'The custom fields of the organization, oldest first.',
    by: 'organizationId',
    permission: 'organization:list-custom-fields',
    where: readableCustomFields,
    order: [],
  }),
}))

extend(Space, (t) => ({
  customFields: t.all(CustomFieldValue, {
    description: 'All custom fields of the organization, with their values for this space.',
    by: fieldsOfSpace,
    order: [],
  }),
}))

const organizationId = 'Id of the organization.'
const name = 'Name of the custom field.'

builder.queryField('customField', (t) =>
  single(t, CustomField, {
    description: 'A custom field of an organization.',
    permission: 'organization:list-custom-fields',
    args: {
      organizationId: t.arg.id({ required: true, description: organizationId }),
      name: t.arg.string({ required: true, description: name }),
    },
    where: ({ organizationId, name }) => ({ organizationId, name }),
    policy: readableCustomFields,
    whenMissing: ({ organizationId }, context) => service.authorizeCustomFields(context, organizationId),
  }),
)

const texts = {
  title: { description: 'The title of the custom field.', ...limited(customFieldLimits.title) },
  description: {
    description: 'The description of the custom field.',
    ...limited(customFieldLimits.description),
  },
  placeholder: {
    description: 'The placeholder that is displayed without a value.',
    ...limited(customFieldLimits.placeholder),
  },
}

const CreateCustomFieldInput = builder.inputType('CreateCustomFieldInput', {
  description: 'The fields of a new custom field.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description: 'The name, which identifies the field. Must be unique in the organization.',
      ...limited(customFieldLimits.name),
    }),
    type: t.field({ type: CustomFieldTypeEnum, required: true, description: 'The type of the values.' }),
    title: t.string(texts.title),
    description: t.string(texts.description),
    placeholder: t.string(texts.placeholder),
    options: t.stringList({
      description:
        'The options for values. Required for `SELECT_SINGLE` and `SELECT_MULTI`, optional suggestions for `TAGS`, not allowed for other types.',
      ...limited(customFieldLimits.options),
    }),
  }),
})

const UpdateCustomFieldInput = builder.inputType('UpdateCustomFieldInput', {
  description: 'Changes to a custom field. Omitted fields stay unchanged. Null empties a text.',
  fields: (t) => ({
    title: t.string(texts.title),
    description: t.string(texts.description),
    placeholder: t.string(texts.placeholder),
    options: t.stringList({
      description: 'The options for values. Values of spaces that are no longer options are removed.',
      ...limited(customFieldLimits.options),
    }),
  }),
})

builder.mutationFields((t) => {
  const field = {
    organizationId: t.arg.id({ required: true, description: organizationId }),
    name: t.arg.string({ required: true, description: name }),
  }
  return {
    createCustomField: mutation(t, {
      description: `Creates a custom field in an organization, which may have at most ${maximumFields}.`,
      permission: 'organization:administer',
      args: {
        organizationId: field.organizationId,
        input: t.arg({
          type: CreateCustomFieldInput,
          required: true,
          description: 'The custom field to create.',
        }),
      },
      target: { type: 'CustomField' },
      payload: {
        customField: CustomField,
        organization: readAfter(Organization, 'The organization. Null if the caller may no longer see it.'),
      },
      resolve: async (_root, args, context) => ({
        customField: await service.createCustomField(context, args.organizationId, args.input),
        organization: args.organizationId,
      }),
    }),
    updateCustomField: mutation(t, {
      description: 'Updates a custom field.',
      permission: 'organization:administer',
      args: {
        ...field,
        input: t.arg({ type: UpdateCustomFieldInput, required: true, description: 'Fields to update.' }),
      },
      target: { type: 'CustomField' },
      payload: {
        customField: CustomField,
        organization: readAfter(Organization, 'The organization. Null if the caller may no longer see it.'),
      },
      resolve: async (_root, args, context) => ({
        customField: await service.updateCustomField(context, args.organizationId, args.name, args.input),
        organization: args.organizationId,
      }),
    }),
    deleteCustomField: mutation(t, {
      description: 'Deletes a custom field with its values.',
      permission: 'organization:administer',
      args: field,
      target: { type: 'CustomField' },
      payload: {
        deletedCustomFieldId: 'ID',
        organization: formerOrganization,
      },
      resolve: async (_root, args, context) => {
        const deleted = await service.deleteCustomField(context, args.organizationId, args.name)
        return { deletedCustomFieldId: deleted.id, organization: deleted.organizationId }
      },
    }),
    updateSpaceCustomFields: mutation(t, {
      description: 'Sets the values of custom fields for a space.',
      permission: 'space:edit',
      args: {
        spaceId: t.arg.id({ required: true, description: 'Id of the space.' }),
        values: t.arg({
          type: [CustomFieldValueInput],
          required: true,
          description: 'The values. Other custom fields keep theirs.',
          ...limited({ maxItems: maximumFields }),
        }),
      },
      target: { type: 'Space', id: 'spaceId' },
      payload: { space: Space },
      resolve: async (_root, { spaceId, values }, context) => ({
        space: await updateSpaceCustomFields(context, spaceId, values),
      }),
    }),
  }
})
