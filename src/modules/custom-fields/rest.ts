import { body } from '../../rest/route.ts'
import { type Row, routesOf } from '../../rest/row.ts'

const customFieldBody = `
fragment CustomFieldBody on CustomField {
  id name title description type placeholder options createdAt updatedAt
  urls { location }
  permissions { view edit }
}`

const route = routesOf('Custom fields', customFieldBody)
const fragments = [customFieldBody]

export const customFieldRoutes: readonly Row[] = [
  route('GET', '/orgs/:organizationId/custom-fields', 'organization.customFields', {
    name: 'ListOrganizationCustomFields',
    summary: 'List the custom fields of an organization',
  }),
  route('POST', '/orgs/:organizationId/custom-fields', 'createCustomField.customField', {
    name: 'CreateOrganizationCustomField',
    summary: 'Create a custom field',
    status: 201,
  }),
  route('GET', '/orgs/:organizationId/custom-fields/:fieldName', 'customField', {
    name: 'GetOrganizationCustomFieldByName',
    summary: 'Get a custom field',
  }),
  route(
    'DELETE',
    '/orgs/:organizationId/custom-fields/:fieldName',
    'deleteCustomField.deletedCustomFieldId',
    { name: 'DeleteOrganizationCustomField', summary: 'Delete a custom field with its values', status: 204 },
  ),
  route('PATCH', '/orgs/:organizationId/custom-fields/:fieldName', 'updateCustomField.customField', {
    name: 'UpdateOrganizationCustomField',
    summary: 'Update a custom field',
  }),
  route('GET', '/spaces/:spaceId/custom-fields', 'space.customFields', {
    name: 'GetSpaceCustomFields',
    tag: 'Spaces',
    summary: 'List the custom fields of a space',
    reply: 'customField { ...CustomFieldBody } value',
    fragments,
    member: null,
  }),
  route('PATCH', '/spaces/:spaceId/custom-fields', 'updateSpaceCustomFields.space.id', {
    tag: 'Spaces',
    summary: 'Update the custom field values of a space',
    inputs: { values: body('values') },
    status: 204,
  }),
]
