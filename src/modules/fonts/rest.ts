import { body, empty, list, one, path, query, type Route, route } from '../../rest/route.ts'

const customFontBody = `
fragment CustomFontBody on CustomFont {
  id custom: isCustom fontFamily fontFaces { weight sources { url format } } permissions { edit }
}`

const tag = 'Site customization'
const fragments = [customFontBody]
const organizationId = path('organizationId')
const font = { fontId: path('fontId'), organizationId }

export const fontRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/orgs/:organizationId/storage/upload',
    tag,
    summary: 'Announce a file, and get the URL at which it is uploaded',
    operation: `mutation GenerateStorageUploadURL($organizationId: ID!, $input: CreateStorageUploadInput!) {
      createStorageUpload(organizationId: $organizationId, input: $input) { storageUpload { url key } }
    }`,
    variables: { organizationId, input: body() },
    respond: one('createStorageUpload.storageUpload'),
    status: 201,
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/fonts',
    tag,
    summary: 'List the fonts of an organization',
    operation: `query ListCustomFonts($id: ID!, $first: Int, $after: String) {
      organization(id: $id) {
        customFonts(first: $first, after: $after) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...CustomFontBody }
        }
      }
    }`,
    fragments,
    variables: { id: organizationId, first: query('limit'), after: query('page') },
    respond: list('organization.customFonts'),
  }),
  route({
    method: 'PUT',
    path: '/orgs/:organizationId/fonts',
    tag,
    summary: 'Create a font from uploaded files',
    operation: `mutation CreateCustomFont($organizationId: ID!, $input: CreateCustomFontInput!) {
      createCustomFont(organizationId: $organizationId, input: $input) { customFont { ...CustomFontBody } }
    }`,
    fragments,
    variables: { organizationId, input: body() },
    respond: one('createCustomFont.customFont'),
    status: 201,
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/fonts/:fontId',
    tag,
    summary: 'Get a font of an organization',
    operation: `query GetCustomFont($id: ID!, $organizationId: ID) {
      customFont(id: $id, organizationId: $organizationId) { ...CustomFontBody }
    }`,
    fragments,
    variables: { id: path('fontId'), organizationId },
    respond: one('customFont'),
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/fonts/:fontId',
    tag,
    summary: 'Update a font of an organization',
    operation: `mutation UpdateCustomFont($fontId: ID!, $organizationId: ID, $input: UpdateCustomFontInput!) {
      updateCustomFont(fontId: $fontId, organizationId: $organizationId, input: $input) {
        customFont { ...CustomFontBody }
      }
    }`,
    fragments,
    variables: { ...font, input: body() },
    respond: one('updateCustomFont.customFont'),
    status: 201,
  }),
  route({
    method: 'DELETE',
    path: '/orgs/:organizationId/fonts/:fontId',
    tag,
    summary: 'Delete a font that no customization uses',
    operation: `mutation DeleteCustomFont($fontId: ID!, $organizationId: ID) {
      deleteCustomFont(fontId: $fontId, organizationId: $organizationId) { deletedCustomFontId }
    }`,
    variables: font,
    respond: empty(),
    status: 205,
  }),
]
