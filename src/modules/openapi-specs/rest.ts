import { type Row, routesOf } from '../../rest/row.ts'
import { maximumSourceBodyBytes } from './limits.ts'

const openAPISpecBody = `
fragment OpenAPISpecBody on OpenAPISpec {
  id createdAt updatedAt slug sourceURL processingState visibility
  lastVersion: lastVersionId
  lastProcessedAt lastProcessErrorCode lastProcessedErrors { code message } lastProcessedErrorCount
  permissions { view edit delete }
  urls { location app published }
}`

const openAPISpecVersionBody = `
fragment OpenAPISpecVersionBody on OpenAPISpecVersion {
  id createdAt url
  urls { location }
}`

const route = routesOf('OpenAPI')
const contentMembers = (filesystem: string) => `${filesystem} url urls { source public }`

/** The content, which a renderer takes with its files as a list. */
const content = {
  reply: contentMembers('filesystem'),
  later: {
    reply: contentMembers('filesystem: files { filename dir isEntrypoint references specification }'),
  },
}

export const openAPISpecRoutes: readonly Row[] = [
  route('GET', '/orgs/:organizationId/openapi', 'organization.openAPISpecs', {
    name: 'ListOpenApiSpecs',
    summary: 'List the OpenAPI specifications of an organization',
    reply: openAPISpecBody,
  }),
  route('POST', '/orgs/:organizationId/openapi', 'createOpenAPISpec.openAPISpec', {
    name: 'CreateOpenApiSpec',
    summary: 'Create an OpenAPI specification',
    reply: openAPISpecBody,
    status: 201,
    maximumBodyBytes: maximumSourceBodyBytes,
  }),
  route('GET', '/orgs/:organizationId/openapi/:specSlug', 'openAPISpec', {
    name: 'GetOpenApiSpecBySlug',
    summary: 'Get an OpenAPI specification',
    reply: openAPISpecBody,
  }),
  route('PUT', '/orgs/:organizationId/openapi/:specSlug', 'setOpenAPISpecSource.openAPISpec', {
    name: 'CreateOrUpdateOpenApiSpecBySlug',
    summary: 'Create an OpenAPI specification or replace its source',
    reply: openAPISpecBody,
    maximumBodyBytes: maximumSourceBodyBytes,
  }),
  route('PATCH', '/orgs/:organizationId/openapi/:specSlug', 'updateOpenAPISpec.openAPISpec', {
    name: 'UpdateOpenApiSpecBySlug',
    summary: 'Update the visibility of an OpenAPI specification',
    reply: openAPISpecBody,
  }),
  route('DELETE', '/orgs/:organizationId/openapi/:specSlug', 'deleteOpenAPISpec.deletedOpenAPISpecId', {
    name: 'DeleteOpenApiSpecBySlug',
    summary: 'Delete an OpenAPI specification',
    status: 205,
  }),
  route('GET', '/orgs/:organizationId/openapi/:specSlug/versions', 'openAPISpec.versions', {
    name: 'ListOpenApiSpecVersions',
    summary: 'List the versions of an OpenAPI specification',
    reply: openAPISpecVersionBody,
  }),
  route('GET', '/orgs/:organizationId/openapi/:specSlug/versions/latest', 'openAPISpec.lastVersion', {
    name: 'GetLatestOpenApiSpecVersion',
    summary: 'Get the latest version of an OpenAPI specification',
    reply: openAPISpecVersionBody,
  }),
  route(
    'GET',
    '/orgs/:organizationId/openapi/:specSlug/versions/latest/content',
    'openAPISpec.lastVersion.content',
    {
      ...content,
      name: 'GetLatestOpenApiSpecVersionContent',
      summary: 'Get the content of the latest version of an OpenAPI specification',
      visitors: true,
    },
  ),
  route(
    'GET',
    '/orgs/:organizationId/openapi/:specSlug/versions/latest/content/raw',
    'openAPISpec.lastVersion.content.raw',
    {
      name: 'GetLatestOpenApiSpecVersionContentRaw',
      summary: 'Get the document of the latest version of an OpenAPI specification as it was submitted',
      reply: 'text format',
    },
  ),
  route('GET', '/orgs/:organizationId/openapi/:specSlug/versions/:versionId', 'openAPISpec.version', {
    name: 'GetOpenApiSpecVersionById',
    summary: 'Get a version of an OpenAPI specification',
    reply: openAPISpecVersionBody,
  }),
  route(
    'GET',
    '/orgs/:organizationId/openapi/:specSlug/versions/:versionId/content',
    'openAPISpec.version.content',
    {
      ...content,
      name: 'GetOpenApiSpecVersionContentById',
      summary: 'Get the content of a version of an OpenAPI specification',
    },
  ),
]
