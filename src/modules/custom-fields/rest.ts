import { bareItems, body, empty, list, one, path, query, type Route, route } from '../../rest/route.ts'

const customFieldBody = `
fragment CustomFieldBody on CustomField {
  id name title description type placeholder options createdAt updatedAt
  urls { location }
  permissions { view edit }
}`

const tag = 'Custom fields'
const fragments = [customFieldBody]
const field = { organizationId: path('organizationId'), name: path('fieldName') }

export const customFieldRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/orgs/:organizationId/custom-fields',
    tag,
    summary: 'List the custom fields of an organization',
    operation: `query ListOrganizationCustomFields($id: ID!, $first: Int, $after: String) {
      organization(id: $id) {
        customFields(first: $first, after: $after) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...CustomFieldBody }
        }
      }
    }`,
    fragments,
    variables: { id: path('organizationId'), first: query('limit'), after: query('page') },
    respond: list('organization.customFields'),
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/custom-fields',
    tag,
    summary: 'Create a custom field',
    operation: `mutation CreateOrganizationCustomField($organizationId: ID!, $input: CreateCustomFieldInput!) {
      createCustomField(organizationId: $organizationId, input: $input) { customField { ...CustomFieldBody } }
    }`,
    fragments,
    variables: { organizationId: path('organizationId'), input: body() },
    respond: one('createCustomField.customField'),
    status: 201,
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/custom-fields/:fieldName',
    tag,
    summary: 'Get a custom field',
    operation: `query GetOrganizationCustomFieldByName($organizationId: ID!, $name: String!) {
      customField(organizationId: $organizationId, name: $name) { ...CustomFieldBody }
    }`,
    fragments,
    variables: field,
    respond: one('customField'),
  }),
  route({
    method: 'DELETE',
    path: '/orgs/:organizationId/custom-fields/:fieldName',
    tag,
    summary: 'Delete a custom field with its values',
    operation: `mutation DeleteOrganizationCustomField($organizationId: ID!, $name: String!) {
      deleteCustomField(organizationId: $organizationId, name: $name) { deletedCustomFieldId }
    }`,
    variables: field,
    respond: empty(),
    status: 204,
  }),
  route({
    method: 'PATCH',
    path: '/orgs/:organizationId/custom-fields/:fieldName',
    tag,
    summary: 'Update a custom field',
    operation: `mutation UpdateOrganizationCustomField(
      $organizationId: ID!, $name: String!, $input: UpdateCustomFieldInput!
    ) {
      updateCustomField(organizationId: $organizationId, name: $name, input: $input) {
        customField { ...CustomFieldBody }
      }
    }`,
    fragments,
    variables: { ...field, input: body() },
    respond: one('updateCustomField.customField'),
  }),
  route({
    method: 'GET',
    path: '/spaces/:spaceId/custom-fields',
    tag: 'Spaces',
    summary: 'List the custom fields of a space',
    operation: `query GetSpaceCustomFields($id: ID!) {
      space(id: $id) { customFields { customField { ...CustomFieldBody } value } }
    }`,
    fragments,
    variables: { id: path('spaceId') },
    respond: bareItems('space.customFields'),
  }),
  route({
    method: 'PATCH',
    path: '/spaces/:spaceId/custom-fields',
    tag: 'Spaces',
    summary: 'Update the custom field values of a space',
    operation: `mutation UpdateSpaceCustomFields($spaceId: ID!, $values: [CustomFieldValueInput!]!) {
      updateSpaceCustomFields(spaceId: $spaceId, values: $values) { space { id } }
    }`,
    variables: { spaceId: path('spaceId'), values: body('values') },
    respond: empty(),
    status: 204,
  }),
]
