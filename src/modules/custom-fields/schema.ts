import { mayOnOrganization } from '../../access/authorize.ts'
import type { PermissionOn } from '../../access/permissions.ts'
import type { CustomField as CustomFieldRow } from '../../generated/prisma/client.ts'
import { builder } from '../../graphql/builder.ts'
import { childrenBy, connectionField } from '../../graphql/connection.ts'
import { viewerOf } from '../../graphql/context.ts'
import { permissionsObject } from '../../graphql/permissions-object.ts'
import { limited } from '../../graphql/validation.ts'
import { Organization } from '../organizations/schema.ts'
import { Space } from '../spaces/schema.ts'
import { CustomFieldTypeEnum } from './enums.ts'
import { customFieldLimits, maximumFields } from './limits.ts'
import { readableCustomFields } from './policy.ts'
import * as service from './service.ts'
import { customFieldsOfSpace, type SpaceCustomField, setSpaceCustomFields } from './space-values.ts'

const CustomFieldPermissions = permissionsObject<CustomFieldRow, PermissionOn<'organization'>>(
  'CustomFieldPermissions',
  {
    view: { permission: 'organization:list-custom-fields', description: 'See the field.' },
    edit: { permission: 'organization:administer', description: 'Change and delete the field.' },
  },
  (viewer, permission, field) => mayOnOrganization(viewer, permission, field.organizationId),
)

const CustomFieldUrls = builder.objectRef<CustomFieldRow>('CustomFieldUrls').implement({
  description: 'Addresses of a custom field.',
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'The field in the REST API.',
      resolve: ({ organizationId, name }, _args, { config }) =>
        `${config.baseUrl}/v1/orgs/${organizationId}/custom-fields/${name}`,
    }),
  }),
})

const CustomField = builder.prismaNode('CustomField', {
  // node(id) of what the caller may not see is null.
  nullable: true,
  description: 'Something that an organization notes about each of its spaces.',
  extensions: { rest: { object: false } },
  id: { field: 'id', description: 'Opaque identifier.' },
  findUnique: (id, context) => ({ id, AND: [readableCustomFields(viewerOf(context))] }),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'By which it is addressed; it never changes.' }),
    title: t.exposeString('title', { description: 'What it is called; may be empty.' }),
    description: t.exposeString('description', { description: 'What it is for; may be empty.' }),
    type: t.expose('type', { type: CustomFieldTypeEnum, description: 'What its values are.' }),
    placeholder: t.exposeString('placeholder', {
      description: 'What is shown where there is no value; may be empty.',
    }),
    options: t.stringList({
      nullable: true,
      description: 'What its values may be, or what is proposed; null where it has none.',
      resolve: ({ options }) => (options.length > 0 ? options : null),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it last changed.' }),
    urls: t.field({ type: CustomFieldUrls, description: 'Its addresses.', resolve: (field) => field }),
    permissions: t.field({
      type: CustomFieldPermissions,
      description: 'What the caller may do with it.',
      resolve: (field) => field,
    }),
  }),
})

const CustomFieldValue = builder.objectRef<SpaceCustomField>('CustomFieldValue').implement({
  description: 'A custom field, and what it says about one space.',
  fields: (t) => ({
    customField: t.expose('customField', { type: CustomField, description: 'The field.' }),
    value: t.field({
      type: 'JSON',
      nullable: true,
      description: 'A string, number, boolean or list of strings, by the type; null where there is none.',
      resolve: ({ value }) => value,
    }),
  }),
})

builder.objectField(Organization, 'customFields', (t) =>
  connectionField(t, {
    type: CustomField,
    name: 'CustomField',
    description: 'What it notes about each of its spaces, oldest first. Not for guests.',
    parent: childrenBy('organizationId'),
    permission: 'organization:list-custom-fields',
    where: readableCustomFields,
    order: [],
  }),
)

builder.objectField(Space, 'customFields', (t) =>
  t.field({
    type: [CustomFieldValue],
    description: 'All custom fields of the organization, with what they say about this space.',
    resolve: (space, _args, context) => customFieldsOfSpace(context, space),
  }),
)

const organizationId = 'Id of the organization.'
const name = 'Name of the field.'

builder.queryField('customField', (t) =>
  t.field({
    type: CustomField,
    description: 'A custom field of an organization.',
    permission: 'organization:list-custom-fields',
    args: {
      organizationId: t.arg.id({ required: true, description: organizationId }),
      name: t.arg.string({ required: true, description: name }),
    },
    resolve: (_root, args, context) => service.loadCustomField(context, args.organizationId, args.name),
  }),
)

const texts = {
  title: { description: 'What it is called.', ...limited(customFieldLimits.title) },
  description: { description: 'What it is for.', ...limited(customFieldLimits.description) },
  placeholder: {
    description: 'What is shown where there is no value.',
    ...limited(customFieldLimits.placeholder),
  },
}

const CreateCustomFieldInput = builder.inputType('CreateCustomFieldInput', {
  description: 'A new custom field.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description: 'By which it is addressed; unique in the organization.',
      ...limited(customFieldLimits.name),
    }),
    type: t.field({ type: CustomFieldTypeEnum, required: true, description: 'What its values are.' }),
    title: t.string(texts.title),
    description: t.string(texts.description),
    placeholder: t.string(texts.placeholder),
    options: t.stringList({
      description: 'What its values may be: required for selects, for tags only proposals, for others none.',
      ...limited(customFieldLimits.options),
    }),
  }),
})

const UpdateCustomFieldInput = builder.inputType('UpdateCustomFieldInput', {
  description: 'Changes to a custom field. Absent members stay as they are; a text that is null is emptied.',
  fields: (t) => ({
    title: t.string(texts.title),
    description: t.string(texts.description),
    placeholder: t.string(texts.placeholder),
    options: t.stringList({
      description: 'What its values may be. Values of spaces that are not among them any more are removed.',
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
    createCustomField: t.field({
      type: CustomField,
      description: `Adds a custom field to an organization, which may have ${maximumFields}.`,
      permission: 'organization:administer',
      args: {
        organizationId: field.organizationId,
        input: t.arg({ type: CreateCustomFieldInput, required: true, description: 'What to create.' }),
      },
      resolve: (_root, args, context) => service.createCustomField(context, args.organizationId, args.input),
    }),
    updateCustomField: t.field({
      type: CustomField,
      description: 'Changes a custom field.',
      permission: 'organization:administer',
      args: {
        ...field,
        input: t.arg({ type: UpdateCustomFieldInput, required: true, description: 'What to change.' }),
      },
      resolve: (_root, args, context) =>
        service.updateCustomField(context, args.organizationId, args.name, args.input),
    }),
    deleteCustomField: t.id({
      description: 'Deletes a custom field with all its values and returns its id.',
      permission: 'organization:administer',
      args: field,
      resolve: (_root, args, context) => service.deleteCustomField(context, args.organizationId, args.name),
    }),
    setSpaceCustomFields: t.field({
      type: Space,
      description: 'Writes what custom fields say about a space.',
      permission: 'space:edit',
      args: {
        spaceId: t.arg.id({ required: true, description: 'Id of the space.' }),
        values: t.arg({
          type: 'JSON',
          required: true,
          description:
            'An object with a member `{ "value": … }` for each field by its name. A value of null is removed; fields that are not named keep theirs.',
        }),
      },
      resolve: (_root, { spaceId, values }, context) => setSpaceCustomFields(context, spaceId, values),
    }),
  }
})
