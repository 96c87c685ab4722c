import { type Row, routesOf } from '../../rest/row.ts'

const customFontBody = `
fragment CustomFontBody on CustomFont {
  id custom: isCustom fontFamily fontFaces { weight sources { url format } } permissions { edit }
}`

const route = routesOf('Site customization', customFontBody)

export const fontRoutes: readonly Row[] = [
  route('POST', '/orgs/:organizationId/storage/upload', 'createStorageUpload.storageUpload', {
    name: 'GenerateStorageUploadURL',
    summary: 'Announce a file, and get the URL at which it is uploaded',
    reply: 'url key',
    status: 201,
  }),
  route('GET', '/orgs/:organizationId/fonts', 'organization.customFonts', {
    name: 'ListCustomFonts',
    summary: 'List the fonts of an organization',
  }),
  route('PUT', '/orgs/:organizationId/fonts', 'createCustomFont.customFont', {
    summary: 'Create a font from uploaded files',
    status: 201,
  }),
  route('GET', '/orgs/:organizationId/fonts/:fontId', 'customFont', {
    name: 'GetCustomFont',
    summary: 'Get a font of an organization',
  }),
  route('POST', '/orgs/:organizationId/fonts/:fontId', 'updateCustomFont.customFont', {
    summary: 'Update a font of an organization',
    status: 201,
  }),
  route('DELETE', '/orgs/:organizationId/fonts/:fontId', 'deleteCustomFont.deletedCustomFontId', {
    summary: 'Delete a font that no customization uses',
    status: 205,
  }),
]
