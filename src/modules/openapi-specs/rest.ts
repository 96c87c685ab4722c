import { body, empty, list, one, path, query, type Route, route } from '../../rest/route.ts'
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

const tag = 'OpenAPI'
const organizationId = path('organizationId')
const spec = { organizationId, slug: path('specSlug') }
const page = { first: query('limit'), after: query('page') }

const contentMembers = (filesystem: string) => `${filesystem} url urls { source public }`

const content = contentMembers('filesystem')

/** The content for a renderer, which takes the files as a list. */
const contentOfRenderer = contentMembers(
  'filesystem: files { filename dir isEntrypoint references specification }',
)

const latestContent = (members: string) => `query GetLatestOpenApiSpecVersionContent(
  $organizationId: ID!, $slug: String!
) {
  openAPISpec(organizationId: $organizationId, slug: $slug) { lastVersion { content { ${members} } } }
}`

const contentOfVersion = (members: string) => `query GetOpenApiSpecVersionContentById(
  $organizationId: ID!, $slug: String!, $versionId: ID!
) {
  openAPISpec(organizationId: $organizationId, slug: $slug) {
    version(id: $versionId) { content { ${members} } }
  }
}`

export const openAPISpecRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/orgs/:organizationId/openapi',
    tag,
    summary: 'List the OpenAPI specifications of an organization',
    operation: `query ListOpenApiSpecs($organizationId: ID!, $first: Int, $after: String) {
      organization(id: $organizationId) {
        openAPISpecs(first: $first, after: $after) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...OpenAPISpecBody }
        }
      }
    }`,
    fragments: [openAPISpecBody],
    variables: { organizationId, ...page },
    respond: list('organization.openAPISpecs'),
  }),
  route({
    method: 'POST',
    path: '/orgs/:organizationId/openapi',
    tag,
    summary: 'Create an OpenAPI specification',
    operation: `mutation CreateOpenApiSpec($organizationId: ID!, $input: CreateOpenAPISpecInput!) {
      createOpenAPISpec(organizationId: $organizationId, input: $input) { openAPISpec { ...OpenAPISpecBody } }
    }`,
    fragments: [openAPISpecBody],
    variables: { organizationId, input: body() },
    respond: one('createOpenAPISpec.openAPISpec'),
    status: 201,
    maximumBodyBytes: maximumSourceBodyBytes,
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/openapi/:specSlug',
    tag,
    summary: 'Get an OpenAPI specification',
    operation: `query GetOpenApiSpecBySlug($organizationId: ID!, $slug: String!) {
      openAPISpec(organizationId: $organizationId, slug: $slug) { ...OpenAPISpecBody }
    }`,
    fragments: [openAPISpecBody],
    variables: spec,
    respond: one('openAPISpec'),
  }),
  route({
    method: 'PUT',
    path: '/orgs/:organizationId/openapi/:specSlug',
    tag,
    summary: 'Create an OpenAPI specification or replace its source',
    operation: `mutation CreateOrUpdateOpenApiSpecBySlug(
      $organizationId: ID!, $slug: String!, $input: SetOpenAPISpecSourceInput!
    ) {
      setOpenAPISpecSource(organizationId: $organizationId, slug: $slug, input: $input) {
        openAPISpec { ...OpenAPISpecBody }
      }
    }`,
    fragments: [openAPISpecBody],
    variables: { ...spec, input: body() },
    respond: one('setOpenAPISpecSource.openAPISpec'),
    maximumBodyBytes: maximumSourceBodyBytes,
  }),
  route({
    method: 'PATCH',
    path: '/orgs/:organizationId/openapi/:specSlug',
    tag,
    summary: 'Update the visibility of an OpenAPI specification',
    operation: `mutation UpdateOpenApiSpecBySlug(
      $organizationId: ID!, $slug: String!, $input: UpdateOpenAPISpecInput!
    ) {
      updateOpenAPISpec(organizationId: $organizationId, slug: $slug, input: $input) {
        openAPISpec { ...OpenAPISpecBody }
      }
    }`,
    fragments: [openAPISpecBody],
    variables: { ...spec, input: body() },
    respond: one('updateOpenAPISpec.openAPISpec'),
  }),
  route({
    method: 'DELETE',
    path: '/orgs/:organizationId/openapi/:specSlug',
    tag,
    summary: 'Delete an OpenAPI specification',
    operation: `mutation DeleteOpenApiSpecBySlug($organizationId: ID!, $slug: String!) {
      deleteOpenAPISpec(organizationId: $organizationId, slug: $slug) { deletedOpenAPISpecId }
    }`,
    variables: spec,
    respond: empty(),
    status: 205,
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/openapi/:specSlug/versions',
    tag,
    summary: 'List the versions of an OpenAPI specification',
    operation: `query ListOpenApiSpecVersions(
      $organizationId: ID!, $slug: String!, $first: Int, $after: String
    ) {
      openAPISpec(organizationId: $organizationId, slug: $slug) {
        versions(first: $first, after: $after) {
          totalCount pageInfo { hasNextPage endCursor } nodes { ...OpenAPISpecVersionBody }
        }
      }
    }`,
    fragments: [openAPISpecVersionBody],
    variables: { ...spec, ...page },
    respond: list('openAPISpec.versions'),
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/openapi/:specSlug/versions/latest',
    tag,
    summary: 'Get the latest version of an OpenAPI specification',
    operation: `query GetLatestOpenApiSpecVersion($organizationId: ID!, $slug: String!) {
      openAPISpec(organizationId: $organizationId, slug: $slug) { lastVersion { ...OpenAPISpecVersionBody } }
    }`,
    fragments: [openAPISpecVersionBody],
    variables: spec,
    respond: one('openAPISpec.lastVersion'),
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/openapi/:specSlug/versions/latest/content',
    tag,
    summary: 'Get the content of the latest version of an OpenAPI specification',
    operation: latestContent(content),
    later: { operation: latestContent(contentOfRenderer) },
    variables: spec,
    respond: one('openAPISpec.lastVersion.content'),
    visitors: true,
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/openapi/:specSlug/versions/latest/content/raw',
    tag,
    summary: 'Get the document of the latest version of an OpenAPI specification as it was submitted',
    operation: `query GetLatestOpenApiSpecVersionContentRaw($organizationId: ID!, $slug: String!) {
      openAPISpec(organizationId: $organizationId, slug: $slug) {
        lastVersion { content { raw { text format } } }
      }
    }`,
    variables: spec,
    respond: one('openAPISpec.lastVersion.content.raw'),
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/openapi/:specSlug/versions/:versionId',
    tag,
    summary: 'Get a version of an OpenAPI specification',
    operation: `query GetOpenApiSpecVersionById($organizationId: ID!, $slug: String!, $versionId: ID!) {
      openAPISpec(organizationId: $organizationId, slug: $slug) {
        version(id: $versionId) { ...OpenAPISpecVersionBody }
      }
    }`,
    fragments: [openAPISpecVersionBody],
    variables: { ...spec, versionId: path('versionId') },
    respond: one('openAPISpec.version'),
  }),
  route({
    method: 'GET',
    path: '/orgs/:organizationId/openapi/:specSlug/versions/:versionId/content',
    tag,
    summary: 'Get the content of a version of an OpenAPI specification',
    operation: contentOfVersion(content),
    later: { operation: contentOfVersion(contentOfRenderer) },
    variables: { ...spec, versionId: path('versionId') },
    respond: one('openAPISpec.version.content'),
  }),
]
