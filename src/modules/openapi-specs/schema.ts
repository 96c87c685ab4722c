import { mayOnOrganization } from '../../access/authorize.ts'
import { notFound } from '../../base/errors.ts'
import { limited } from '../../base/validation.ts'
import type {
  OpenAPISpec as OpenAPISpecRow,
  OpenAPISpecVersion as OpenAPISpecVersionRow,
} from '../../generated/prisma/client.ts'
import { causeExtension } from '../../graph/declare/cause.ts'
import { extend, model, single } from '../../graph/declare/model.ts'
import { findVisible, related } from '../../graph/declare/model-reads.ts'
import { builder } from '../../graphql/builder.ts'
import { enumType } from '../../graphql/enum-type.ts'
import { mutation } from '../../graphql/payload.ts'
import { permissionsObject } from '../../graphql/permissions-object.ts'
import { urlsObject } from '../../graphql/urls-object.ts'
import { oneAtATime } from '../../request/context.ts'
import { formerOrganization, Organization } from '../organizations/schema.ts'
import { type AddressedSpec, publishedAddress, specAddress, specPath, versionAddress } from './addresses.ts'
import { filesOf, type RawSpec, readFilesystem, readRawSpec, type SpecFile } from './content-reads.ts'
import { OpenAPIErrorCodeEnum, OpenAPIProcessingStateEnum, OpenAPIVisibilityEnum } from './enums.ts'
import { maximumSourceBodyBytes, openAPISpecLimits } from './limits.ts'
import { readableOpenAPISpecs, readableOpenAPISpecVersions } from './policy.ts'
import * as service from './service.ts'

type VersionOfSpec = Pick<OpenAPISpecVersionRow, 'id'> & { readonly spec: OpenAPISpecRow }

const OpenAPISpecVersionUrls = urlsObject<VersionOfSpec>('OpenAPISpecVersionUrls', {
  description: 'URLs of a version of an OpenAPI specification.',
  of: 'the version',
  location: ({ id, spec }) => `${specPath(spec)}/versions/${id}`,
})

const OpenAPISpecFile = builder.objectRef<SpecFile>('OpenAPISpecFile').implement({
  description: 'A parsed file of an OpenAPI specification.',
  extensions: { rest: { object: false } },
  fields: (t) => ({
    filename: t.exposeString('filename', { description: 'The name: a relative path or a URL.' }),
    dir: t.exposeString('dir', { description: 'The folder that relative references start from.' }),
    isEntrypoint: t.exposeBoolean('isEntrypoint', { description: 'Whether the file is the document.' }),
    references: t.field({
      type: ['String'],
      description: 'The names of the other files that the document consists of; empty for the other files.',
      resolve: ({ references }) => [...references],
    }),
    specification: t.expose('specification', {
      type: 'JSON',
      description: 'The content, an OpenAPI or JSON Schema document.',
    }),
  }),
})

const OpenAPISpecContentUrls = builder.objectRef<VersionOfSpec>('OpenAPISpecContentUrls').implement({
  description: 'URLs of the document of an OpenAPI specification.',
  fields: (t) => ({
    source: t.field({
      type: 'URL',
      description:
        'Download URL of the original document. Valid for at least one hour, or permanently if the specification is public.',
      resolve: ({ id, spec }, _args, context) => versionAddress(context, spec, id),
    }),
    public: t.field({
      type: 'URL',
      nullable: true,
      description: 'Public download URL of the latest document. Null for a private specification.',
      extensions: { rest: { keepNull: true } },
      resolve: ({ spec }, _args, { config }) => publishedAddress(config, spec),
    }),
  }),
})

const OpenAPISpecFormatEnum = enumType('OpenAPISpecFormat', 'The format of an OpenAPI document.', {
  JSON: 'JSON.',
  YAML: 'YAML.',
})

const OpenAPISpecRawContent = builder.objectRef<RawSpec>('OpenAPISpecRawContent').implement({
  description: 'The document of an OpenAPI specification as it was submitted.',
  extensions: { rest: { object: false } },
  fields: (t) => ({
    text: t.exposeString('text', { description: 'The text of the document.' }),
    format: t.expose('format', { type: OpenAPISpecFormatEnum, description: 'The format of the text.' }),
  }),
})

const OpenAPISpecContent = builder
  .objectRef<VersionOfSpec & Pick<OpenAPISpecVersionRow, 'blobHash' | 'sourceBlobHash'>>('OpenAPISpecContent')
  .implement({
    description: 'The content of a version of an OpenAPI specification.',
    extensions: { rest: { object: false } },
    fields: (t) => ({
      filesystem: t.field({
        extensions: { [causeExtension]: 'It parses the files.' },
        type: 'JSON',
        description:
          'The parsed files: the document by its file name, and the files that it refers to by their relative path or, for other servers, by their URL. The files are what their authors wrote: OpenAPI and JSON Schema documents.',
        resolve: (version, _args, context) => oneAtATime(context, () => readFilesystem(context, version)),
      }),
      url: t.field({
        type: 'URL',
        description:
          'Download URL of the original document. Valid for at least one hour, or permanently if the specification is public.',
        resolve: ({ id, spec }, _args, context) => versionAddress(context, spec, id),
      }),
      files: t.field({
        extensions: { [causeExtension]: 'It parses the files.' },
        type: [OpenAPISpecFile],
        description: 'The parsed files, the document first, with the files that it refers to.',
        resolve: (version, _args, context) =>
          oneAtATime(context, async () => filesOf(await readFilesystem(context, version))),
      }),
      raw: t.field({
        extensions: { [causeExtension]: 'It reads the file.' },
        type: OpenAPISpecRawContent,
        description: 'The document as it was submitted, without the files that it refers to.',
        resolve: (version, _args, context) => oneAtATime(context, () => readRawSpec(context, version)),
      }),
      urls: t.field({
        type: OpenAPISpecContentUrls,
        description: 'URLs of the document.',
        resolve: (version) => version,
      }),
    }),
  })

const OpenAPISpecVersion = model('OpenAPISpecVersion', {
  description: 'A version of an OpenAPI specification.',
  extensions: { rest: { object: 'openapi-spec-version' } },
  id: 'Opaque identifier.',
  visible: readableOpenAPISpecVersions,
  fields: (t) => ({
    createdAt: t.exposeDateTime('createdAt', { description: 'The date and time of creation.' }),
    url: t.code({
      extensions: { [causeExtension]: 'Code reads the specification that its address is of.' },
      type: 'URL',
      description:
        'Download URL of the original document. Valid for at least one hour, or permanently if the specification is public.',
      resolve: async (version, _args, context) => {
        const { spec } = await related('OpenAPISpecVersion', context, version, { spec: true })
        return versionAddress(context, spec, version.id)
      },
    }),
    content: t.computed({
      type: OpenAPISpecContent,
      description: 'The files of the specification, parsed.',
      from: ['id', 'blobHash', 'sourceBlobHash'],
      with: { spec: true },
    }),
    urls: t.computed({
      type: OpenAPISpecVersionUrls,
      description: 'URLs of the version.',
      from: ['id'],
      with: { spec: true },
    }),
    specId: t.exposeID('specId', { description: 'Id of the specification.' }),
  }),
})

const OpenAPISpecPermissions = permissionsObject<
  Pick<OpenAPISpecRow, 'organizationId'>,
  'organization:view-openapi-specs' | 'organization:create-openapi-spec'
>(
  'OpenAPISpecPermissions',
  {
    view: {
      permission: 'organization:view-openapi-specs',
      description: 'Whether the caller can view the specification.',
    },
    edit: {
      permission: 'organization:create-openapi-spec',
      description: 'Whether the caller can edit the specification.',
    },
    delete: {
      permission: 'organization:create-openapi-spec',
      description: 'Whether the caller can delete the specification.',
    },
  },
  (viewer, permission, { organizationId }) => mayOnOrganization(viewer, permission, organizationId),
)

const OpenAPISpecUrls = urlsObject<AddressedSpec>('OpenAPISpecUrls', {
  description: 'URLs of an OpenAPI specification.',
  of: 'the specification',
  location: specPath,
  app: (spec) => ({ kind: 'specification', organization: spec.organizationId, slug: spec.slug }),
  fields: (t) => ({
    published: t.field({
      type: 'URL',
      nullable: true,
      description: 'Public download URL of the latest document. Null for a private specification.',
      resolve: (spec, _args, { config }) => publishedAddress(config, spec),
    }),
  }),
})

type ErrorCode = NonNullable<OpenAPISpecRow['lastProcessErrorCode']>

const messages: Readonly<Record<ErrorCode, string>> = {
  FETCH_TIMEOUT: 'The document was not received in time.',
  FETCH_ERROR: 'The document could not be fetched.',
  PARSE_ERROR: 'The document is not an OpenAPI specification.',
}

const errorsOf = ({
  lastProcessErrorCode: code,
}: Pick<OpenAPISpecRow, 'lastProcessErrorCode'>): ErrorCode[] => (code === null ? [] : [code])

const OpenAPISpecError = builder.objectRef<ErrorCode>('OpenAPISpecError').implement({
  description: 'An error of the processing of an OpenAPI specification.',
  fields: (t) => ({
    code: t.field({ type: OpenAPIErrorCodeEnum, description: 'The code.', resolve: (code) => code }),
    message: t.string({ description: 'The error in words.', resolve: (code) => messages[code] }),
  }),
})

export const OpenAPISpec = model('OpenAPISpec', {
  description: 'An OpenAPI specification of an organization.',
  extensions: { rest: { object: 'openapi-spec' } },
  id: 'Opaque identifier.',
  visible: readableOpenAPISpecs,
  fields: (t) => ({
    createdAt: t.exposeDateTime('createdAt', { description: 'The date and time of creation.' }),
    updatedAt: t.exposeDateTime('updatedAt', {
      description: 'The date and time of the last change or processing.',
    }),
    slug: t.exposeString('slug', { description: 'The slug, unique within the organization.' }),
    sourceURL: t.expose('sourceUrl', {
      type: 'URL',
      nullable: true,
      description: 'The URL that the document is fetched from. Null if it was sent as text.',
    }),
    processingState: t.expose('processingState', {
      type: OpenAPIProcessingStateEnum,
      description: 'The state of its processing.',
    }),
    visibility: t.expose('visibility', {
      type: OpenAPIVisibilityEnum,
      description: 'The visibility of the document.',
    }),
    ...t.oneWithId('lastVersion', OpenAPISpecVersion, {
      nullable: true,
      description: 'The latest version. Null until the first version was processed.',
    }),
    lastProcessedAt: t.exposeDateTime('lastProcessedAt', {
      nullable: true,
      description:
        'The date and time of the last processing, successful or not. Null if it was never processed.',
    }),
    lastProcessErrorCode: t.expose('lastProcessErrorCode', {
      type: OpenAPIErrorCodeEnum,
      nullable: true,
      description: 'The error of the last processing, which keeps the latest version. Null if it succeeded.',
    }),
    lastProcessedErrors: t.computed({
      type: [OpenAPISpecError],
      description: 'What is wrong with the document, of the last processing. Empty if it succeeded.',
      from: ['lastProcessErrorCode'],
      resolve: errorsOf,
    }),
    lastProcessedErrorCount: t.computed({
      type: 'Int',
      description: 'The number of errors of the last processing.',
      from: ['lastProcessErrorCode'],
      resolve: (spec) => errorsOf(spec).length,
    }),
    version: t.code({
      extensions: {
        [causeExtension]: 'An argument says which row it is.',
      },
      type: OpenAPISpecVersion,
      description: 'A version of the specification.',
      args: { id: t.arg.id({ required: true, description: 'Id of the version.' }) },
      resolve: async (spec, { id }, context) => {
        const version = await findVisible(OpenAPISpecVersion, context, id)
        if (version?.specId !== spec.id) throw notFound()
        return version
      },
    }),
    versions: t.many(OpenAPISpecVersion, {
      description: 'The versions, newest first.',
      by: 'specId',
      order: [],
      direction: 'desc',
    }),
    urls: t.computed({
      type: OpenAPISpecUrls,
      description: 'URLs of the specification.',
      from: specAddress,
    }),
    permissions: t.computed({
      type: OpenAPISpecPermissions,
      description: 'The actions that the caller may perform.',
      from: ['organizationId'],
    }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization.' }),
    organization: t.one(Organization, {
      key: 'organizationId',
      description: 'The organization that owns the specification.',
    }),
  }),
})

extend(OpenAPISpecVersion, (t) => ({
  spec: t.one(OpenAPISpec, { key: 'specId', description: 'The specification that it is a version of.' }),
}))

extend(Organization, (t) => ({
  openAPISpecs: t.many(OpenAPISpec, {
    description: 'The OpenAPI specifications of the organization, oldest first.',
    by: 'organizationId',
    permission: 'organization:view-openapi-specs',
    order: [],
  }),
}))

builder.queryFields((t) => ({
  openAPISpec: single(t, OpenAPISpec, {
    description: 'An OpenAPI specification.',
    permission: 'organization:view-openapi-specs',
    args: {
      organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }),
      slug: t.arg.string({ required: true, description: 'Slug of the specification.' }),
    },
    where: (address) => address,
  }),
}))

const OpenAPISourceInput = builder.inputType('OpenAPISourceInput', {
  description: 'The source of an OpenAPI document: either a URL or the text of the document.',
  isOneOf: true,
  fields: (t) => ({
    url: t.string({
      description: 'The URL of the document, which is fetched now and once a day.',
      ...limited(openAPISpecLimits.sourceUrl),
    }),
    text: t.string({
      description: `The document as JSON or YAML. The body of the request has at most ${maximumSourceBodyBytes / 2 ** 20} MiB.`,
      ...limited(openAPISpecLimits.sourceText),
    }),
  }),
})

const source = {
  type: OpenAPISourceInput,
  required: true,
  description: 'The source of the document.',
} as const

const CreateOpenAPISpecInput = builder.inputType('CreateOpenAPISpecInput', {
  description: 'A new OpenAPI specification.',
  fields: (t) => ({
    slug: t.string({
      required: true,
      description: 'The slug, unique within the organization.',
      ...limited(openAPISpecLimits.slug),
    }),
    source: t.field(source),
  }),
})

const SetOpenAPISpecSourceInput = builder.inputType('SetOpenAPISpecSourceInput', {
  description: 'The source of an OpenAPI specification.',
  fields: (t) => ({ source: t.field(source) }),
})

const UpdateOpenAPISpecInput = builder.inputType('UpdateOpenAPISpecInput', {
  description: 'Changes to an OpenAPI specification.',
  fields: (t) => ({
    visibility: t.field({
      type: OpenAPIVisibilityEnum,
      required: true,
      description: 'The visibility of the document.',
    }),
  }),
})

builder.mutationFields((t) => {
  const organizationId = t.arg.id({ required: true, description: 'Id of the organization.' })
  const slug = t.arg.string({ required: true, description: 'Slug of the specification.' })
  const specification = { type: OpenAPISpec, description: 'The OpenAPI specification.' }
  return {
    createOpenAPISpec: mutation(t, {
      description: 'Creates an OpenAPI specification and queues its processing.',
      permission: 'organization:create-openapi-spec',
      args: {
        organizationId,
        input: t.arg({ type: CreateOpenAPISpecInput, required: true, description: 'The specification.' }),
      },
      authorizeLargeBody: (context, { organizationId }) => service.authorizeWriting(context, organizationId),
      target: { type: 'OpenAPISpec' },
      payload: { openAPISpec: specification },
      resolve: async (_root, { organizationId, input }, context) => ({
        openAPISpec: await service.createSpec(context, { organizationId, slug: input.slug }, input.source),
      }),
    }),
    setOpenAPISpecSource: mutation(t, {
      description:
        'Sets the source of an OpenAPI specification and queues its processing, even if the source is the same. Creates the specification if it does not exist.',
      permission: 'organization:create-openapi-spec',
      args: {
        organizationId,
        slug,
        input: t.arg({ type: SetOpenAPISpecSourceInput, required: true, description: 'The source.' }),
      },
      authorizeLargeBody: (context, { organizationId }) => service.authorizeWriting(context, organizationId),
      target: { type: 'OpenAPISpec' },
      payload: { openAPISpec: specification },
      resolve: async (_root, { input, ...address }, context) => ({
        openAPISpec: await service.putSpec(context, address, input.source),
      }),
    }),
    updateOpenAPISpec: mutation(t, {
      description: 'Updates the visibility of an OpenAPI specification.',
      permission: 'organization:create-openapi-spec',
      args: {
        organizationId,
        slug,
        input: t.arg({ type: UpdateOpenAPISpecInput, required: true, description: 'Fields to update.' }),
      },
      target: { type: 'OpenAPISpec' },
      payload: { openAPISpec: specification },
      resolve: async (_root, { input, ...address }, context) => ({
        openAPISpec: await service.setSpecVisibility(context, address, input.visibility),
      }),
    }),
    deleteOpenAPISpec: mutation(t, {
      description: 'Deletes an OpenAPI specification with all its versions.',
      permission: 'organization:create-openapi-spec',
      args: { organizationId, slug },
      target: { type: 'OpenAPISpec' },
      payload: {
        deletedOpenAPISpecId: { type: 'ID', description: 'Id of the deleted OpenAPI specification.' },
        organization: formerOrganization,
      },
      resolve: async (_root, address, context) => {
        const deleted = await service.deleteSpec(context, address)
        return { deletedOpenAPISpecId: deleted.id, organization: deleted.organizationId }
      },
    }),
  }
})
