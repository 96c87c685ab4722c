import { authorizeOrganization, mayOnOrganization } from '../../access/authorize.ts'
import { notFound } from '../../errors.ts'
import type {
  OpenAPISpec as OpenAPISpecRow,
  OpenAPISpecVersion as OpenAPISpecVersionRow,
  Organization as OrganizationRow,
} from '../../generated/prisma/client.ts'
import { builder } from '../../graphql/builder.ts'
import { childrenBy, connectionField } from '../../graphql/connection.ts'
import { viewerOf } from '../../graphql/context.ts'
import { permissionsObject } from '../../graphql/permissions-object.ts'
import { limited } from '../../graphql/validation.ts'
import { Organization } from '../organizations/schema.ts'
import { publishedAddress, specLocation, specWorkspaceAddress, versionAddress } from './addresses.ts'
import { readFilesystem } from './content-reads.ts'
import { OpenAPIErrorCodeEnum, OpenAPIProcessingStateEnum, OpenAPIVisibilityEnum } from './enums.ts'
import { openAPISpecLimits } from './limits.ts'
import { versionLoader } from './loaders.ts'
import { readableOpenAPISpecs, readableOpenAPISpecVersions } from './policy.ts'
import * as service from './service.ts'

type VersionOfSpec = OpenAPISpecVersionRow & { spec: OpenAPISpecRow }

const OpenAPISpecVersionUrls = builder.objectRef<VersionOfSpec>('OpenAPISpecVersionUrls').implement({
  description: 'Addresses of a version of an OpenAPI specification.',
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'The version in the REST API.',
      resolve: ({ id, spec }, _args, { config }) => `${specLocation(config, spec)}/versions/${id}`,
    }),
  }),
})

const OpenAPISpecContent = builder.objectRef<VersionOfSpec>('OpenAPISpecContent').implement({
  description: 'What a version of an OpenAPI specification contains.',
  extensions: { rest: { object: false } },
  fields: (t) => ({
    filesystem: t.field({
      type: 'JSON',
      description:
        'The parsed document by the name of its file, and the documents that it refers to by their paths from there; those of other servers by their addresses.',
      // It may have tens of megabytes: nobody is to ask for a whole list of them.
      complexity: 20_000,
      resolve: (version, _args, context) => readFilesystem(context, version),
    }),
    url: t.field({
      type: 'URL',
      description: 'Where the document is downloaded as it came.',
      resolve: ({ id, spec }, _args, context) => versionAddress(context, spec, id),
    }),
  }),
})

const OpenAPISpecVersion = builder.prismaNode('OpenAPISpecVersion', {
  // node(id) of what the caller may not see is null.
  nullable: true,
  description: 'What an OpenAPI specification contained from some time on.',
  extensions: { rest: { object: 'openapi-spec-version' } },
  id: { field: 'id', description: 'Opaque identifier.' },
  findUnique: (id, context) => ({ id, AND: [readableOpenAPISpecVersions(viewerOf(context))] }),
  fields: (t) => ({
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was read.' }),
    url: t.field({
      type: 'URL',
      description:
        'Where the document is downloaded as it came: for an hour, or for good if the specification is public.',
      select: { spec: true },
      resolve: ({ id, spec }, _args, context) => versionAddress(context, spec, id),
    }),
    content: t.field({
      type: OpenAPISpecContent,
      description: 'The document, parsed, and what it refers to.',
      select: { spec: true },
      resolve: (version) => version,
    }),
    urls: t.field({
      type: OpenAPISpecVersionUrls,
      description: 'Its addresses.',
      select: { spec: true },
      resolve: (version) => version,
    }),
    specId: t.exposeID('specId', { description: 'Id of the specification.' }),
    spec: t.relation('spec', { description: 'The specification.' }),
  }),
})

const OpenAPISpecPermissions = permissionsObject<
  OpenAPISpecRow,
  'organization:view-openapi-specs' | 'organization:create-openapi-spec'
>(
  'OpenAPISpecPermissions',
  {
    view: { permission: 'organization:view-openapi-specs', description: 'See the specification.' },
    edit: {
      permission: 'organization:create-openapi-spec',
      description: 'Change and delete the specification.',
    },
    delete: { permission: 'organization:create-openapi-spec', description: 'Delete the specification.' },
  },
  (viewer, permission, { organizationId }) => mayOnOrganization(viewer, permission, organizationId),
)

const OpenAPISpecUrls = builder.objectRef<OpenAPISpecRow>('OpenAPISpecUrls').implement({
  description: 'Addresses of an OpenAPI specification.',
  fields: (t) => ({
    location: t.field({
      type: 'URL',
      description: 'The specification in the REST API.',
      resolve: (spec, _args, { config }) => specLocation(config, spec),
    }),
    app: t.field({
      type: 'URL',
      description: 'The specification in the workspace.',
      resolve: (spec, _args, { config }) => specWorkspaceAddress(config, spec),
    }),
    published: t.field({
      type: 'URL',
      nullable: true,
      description: 'Where anyone downloads the latest document; only of a public specification.',
      resolve: (spec, _args, { config }) => publishedAddress(config, spec),
    }),
  }),
})

const OpenAPISpec = builder.prismaNode('OpenAPISpec', {
  nullable: true,
  description: 'An OpenAPI document that an organization keeps up to date from its source.',
  extensions: { rest: { object: 'openapi-spec' } },
  id: { field: 'id', description: 'Opaque identifier.' },
  findUnique: (id, context) => ({ id, AND: [readableOpenAPISpecs(viewerOf(context))] }),
  fields: (t) => ({
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was added.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it was changed or processed last.',
    }),
    slug: t.exposeString('slug', { description: 'Names it in addresses; unique in the organization.' }),
    sourceURL: t.expose('sourceUrl', {
      type: 'URL',
      nullable: true,
      description: 'Where the document is fetched, if it was not sent as text.',
    }),
    processingState: t.expose('processingState', {
      type: OpenAPIProcessingStateEnum,
      description: 'How far its processing has come.',
    }),
    visibility: t.expose('visibility', {
      type: OpenAPIVisibilityEnum,
      description: 'Who may download the document.',
    }),
    lastVersionId: t.exposeID('lastVersionId', {
      nullable: true,
      description: 'Id of the latest version, once there is one.',
    }),
    lastVersion: t.field({
      type: OpenAPISpecVersion,
      nullable: true,
      description: 'The latest version, once there is one.',
      resolve: ({ lastVersionId }, _args, context) =>
        lastVersionId === null ? null : versionLoader(context).load(lastVersionId),
    }),
    lastProcessedAt: t.expose('lastProcessedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was processed last, well or not.',
    }),
    lastProcessErrorCode: t.expose('lastProcessErrorCode', {
      type: OpenAPIErrorCodeEnum,
      nullable: true,
      description: 'Why the last processing failed, if it did; the latest version stays then.',
    }),
    version: t.field({
      type: OpenAPISpecVersion,
      description: 'One of its versions.',
      args: { id: t.arg.id({ required: true, description: 'Id of the version.' }) },
      resolve: async (spec, { id }, context) => {
        const version = await versionLoader(context).load(id)
        if (version?.specId !== spec.id) throw notFound()
        return version
      },
    }),
    versions: connectionField(t, {
      type: OpenAPISpecVersion,
      name: 'OpenAPISpecVersion',
      description: 'What it contained, newest first.',
      parent: childrenBy('specId'),
      where: () => ({}),
      order: [],
      direction: 'desc',
    }),
    urls: t.field({ type: OpenAPISpecUrls, description: 'Its addresses.', resolve: (spec) => spec }),
    permissions: t.field({
      type: OpenAPISpecPermissions,
      description: 'What the caller may do here.',
      resolve: (spec) => spec,
    }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization.' }),
    organization: t.relation('organization', { description: 'The organization.' }),
  }),
})

builder.objectField(Organization, 'openAPISpecs', (t) =>
  connectionField(t, {
    type: OpenAPISpec,
    name: 'OpenAPISpec',
    description: 'Its OpenAPI specifications, oldest first.',
    parent: childrenBy('organizationId'),
    authorize: (viewer, organization: OrganizationRow) =>
      authorizeOrganization(viewer, 'organization:view-openapi-specs', organization.id),
    where: readableOpenAPISpecs,
    order: [],
  }),
)

builder.queryFields((t) => ({
  openAPISpec: t.field({
    type: OpenAPISpec,
    description: 'An OpenAPI specification by the name it has in addresses.',
    authScopes: { read: true },
    args: {
      organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }),
      slug: t.arg.string({ required: true, description: 'What names it.' }),
    },
    resolve: (_root, address, context) => service.loadSpec(context, address),
  }),
}))

const OpenAPISourceInput = builder.inputType('OpenAPISourceInput', {
  description: 'Where an OpenAPI document comes from: an address, or the document itself.',
  isOneOf: true,
  fields: (t) => ({
    url: t.string({
      description: 'Where it is fetched, now and every day.',
      ...limited(openAPISpecLimits.sourceUrl),
    }),
    text: t.string({ description: 'The document, JSON or YAML.', ...limited(openAPISpecLimits.sourceText) }),
  }),
})

const source = { type: OpenAPISourceInput, required: true, description: 'Where it comes from.' } as const

const CreateOpenAPISpecInput = builder.inputType('CreateOpenAPISpecInput', {
  description: 'A new OpenAPI specification.',
  fields: (t) => ({
    slug: t.string({
      required: true,
      description: 'Names it in addresses; unique in the organization.',
      ...limited(openAPISpecLimits.slug),
    }),
    source: t.field(source),
  }),
})

const PutOpenAPISpecInput = builder.inputType('PutOpenAPISpecInput', {
  description: 'The source of an OpenAPI specification.',
  fields: (t) => ({ source: t.field(source) }),
})

const UpdateOpenAPISpecInput = builder.inputType('UpdateOpenAPISpecInput', {
  description: 'Changes to an OpenAPI specification.',
  fields: (t) => ({
    visibility: t.field({
      type: OpenAPIVisibilityEnum,
      required: true,
      description: 'Who may download the document.',
    }),
  }),
})

builder.mutationFields((t) => {
  const organizationId = t.arg.id({ required: true, description: 'Id of the organization.' })
  const slug = t.arg.string({ required: true, description: 'What names it in addresses.' })
  const needs = 'Needs the permission to add specifications to the organization.'
  return {
    createOpenAPISpec: t.field({
      type: OpenAPISpec,
      description: `Adds an OpenAPI specification, which is fetched and read soon. ${needs}`,
      authScopes: { write: true },
      args: {
        organizationId,
        input: t.arg({ type: CreateOpenAPISpecInput, required: true, description: 'What to add.' }),
      },
      resolve: (_root, { organizationId, input }, context) =>
        service.createSpec(context, { organizationId, slug: input.slug }, input.source),
    }),
    putOpenAPISpec: t.field({
      type: OpenAPISpec,
      description: `Gives an OpenAPI specification a source, which is read even if it is the same; adds the specification if it is not there. ${needs}`,
      authScopes: { write: true },
      args: {
        organizationId,
        slug,
        input: t.arg({ type: PutOpenAPISpecInput, required: true, description: 'The source.' }),
      },
      resolve: (_root, { input, ...address }, context) => service.putSpec(context, address, input.source),
    }),
    updateOpenAPISpec: t.field({
      type: OpenAPISpec,
      description: `Makes an OpenAPI specification public or private. ${needs}`,
      authScopes: { write: true },
      args: {
        organizationId,
        slug,
        input: t.arg({ type: UpdateOpenAPISpecInput, required: true, description: 'What to change.' }),
      },
      resolve: (_root, { input, ...address }, context) =>
        service.setSpecVisibility(context, address, input.visibility),
    }),
    deleteOpenAPISpec: t.field({
      type: 'ID',
      description: `Deletes an OpenAPI specification with all its versions and returns its id. ${needs}`,
      authScopes: { write: true },
      args: { organizationId, slug },
      resolve: (_root, address, context) => service.deleteSpec(context, address),
    }),
  }
})
