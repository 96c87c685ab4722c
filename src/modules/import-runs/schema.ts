import { objectId, objectIdInSql, parseObjectId } from '../../base/object-ids.ts'
import { limited } from '../../base/validation.ts'
import type { Job as JobRow } from '../../generated/prisma/client.ts'
import { extend, model, single } from '../../graph/declare/model.ts'
import { builder } from '../../graphql/builder.ts'
import { mutation, readAfter } from '../../graphql/payload.ts'
import { urlsObject } from '../../graphql/urls-object.ts'
import { visibleField } from '../../graphql/visible-field.ts'
import { ChangeRequest } from '../change-requests/schema/change-request.ts'
import { Revision } from '../content/schema/revision.ts'
import { sentFileMembers } from '../content/schema/sent-file-members.ts'
import {
  ImportNote,
  ImportNoteCounts,
  ImportSkip,
  ImportSkipCounts,
  ImportSourceEnum,
} from '../imports/schema.ts'
import { loadWritableSpace } from '../imports/service.ts'
import { JobStatusEnum, JobStatusFilter, statusCondition } from '../jobs/enums.ts'
import { readableJobs } from '../jobs/policy.ts'
import { Job, ofReadableSpaces, timeFields } from '../jobs/schema.ts'
import { cancelJob } from '../jobs/service.ts'
import { Organization } from '../organizations/schema.ts'
import { readableSites } from '../sites/policy.ts'
import { Site } from '../sites/schema.ts'
import { Space } from '../spaces/schema.ts'
import { User } from '../users/schema.ts'
import { importInRequest, type RunInput, reportOf, startFileImport, startImportRun } from './service.ts'

const inputOf = ({ input }: Pick<JobRow, 'input'>) => input as unknown as RunInput

const ImportRunSource = builder.objectRef<RunInput>('ImportRunSource').implement({
  description: 'The source of an import.',
  fields: (t) => ({
    type: t.field({
      type: ImportSourceEnum,
      description: 'Type of the source.',
      resolve: ({ source }) => source,
    }),
    url: t.field({
      type: 'URL',
      description:
        'URL that the source is fetched from. That of a file that was uploaded begins with `file:` and has its name.',
      resolve: ({ url }) => url,
    }),
  }),
})

const ImportRunTarget = builder.objectRef<RunInput>('ImportRunTarget').implement({
  description: 'The target of an import.',
  fields: (t) => ({
    spaceId: t.exposeID('spaceId', { description: 'Id of the space.' }),
    space: t.field(visibleField(Space, 'spaceId', 'The space. Null if the caller may not see it.')),
    changeRequestId: t.exposeID('changeRequestId', {
      nullable: true,
      description: 'Id of the change request. Null for the live content.',
    }),
    changeRequest: t.field(
      visibleField(ChangeRequest, 'changeRequestId', 'The change request. Null for the live content.'),
    ),
  }),
})

const ImportRunUrls = urlsObject<Pick<JobRow, 'id' | 'organizationId'>>('ImportRunUrls', {
  description: 'URLs of an import run.',
  of: 'the import run',
  location: ({ id, organizationId }) => `/org/${organizationId}/imports/${id}`,
})

const ImportRun = model('Job', {
  name: 'ImportRun',
  description: 'An import that runs as a job.',
  id: {
    description:
      'Opaque identifier of the import run. Arguments that take the id of an import run take that of its job, too.',
    from: ['id'],
    resolve: ({ id }) => objectId(id, 'import'),
    inSql: (column) => objectIdInSql(column('id'), "'import'"),
    where: (id) => {
      const { stable, contexts } = parseObjectId(id)
      return { id: contexts.join() === 'import' ? stable : '', kind: 'IMPORT' }
    },
  },
  extensions: { rest: { object: 'import-run' } },
  visible: (viewer) => ({ kind: 'IMPORT', ...readableJobs(viewer) }),
  fields: (t) => ({
    jobId: t.exposeID('id', { description: 'Id of the job, which REST has as that of the import run.' }),
    job: t.same(Job, { description: 'The job that runs the import.' }),
    ...timeFields(t),
    ...t.oneWithId('createdBy', User, {
      key: 'requestedById',
      nullable: true,
      description: 'The user who started it. Null if the user was deleted.',
    }),
    ...t.oneWithId('revision', Revision, {
      nullable: true,
      description: 'The revision that it created. Null if it has not created one.',
    }),
    status: t.expose('status', { type: JobStatusEnum, description: 'The status of the import run.' }),
    reason: t.exposeString('errorMessage', {
      nullable: true,
      description: 'The reason why it failed. Null unless it failed.',
    }),
    source: t.computed({
      type: ImportRunSource,
      description: 'The source of the content.',
      from: ['input'],
      resolve: inputOf,
    }),
    target: t.computed({
      type: ImportRunTarget,
      description: 'The target of the import.',
      from: ['input'],
      resolve: inputOf,
    }),
    siteId: t.guarded('siteId', {
      type: 'ID',
      description:
        'Id of the site that the import was started for, or that alone had the space then. Null if there is none.',
      visible: (viewer) => ({ site: readableSites(viewer) }),
    }),
    site: t.one(Site, {
      key: 'siteId',
      nullable: true,
      description:
        'The site that the import was started for, or that alone had the space then. Null if there is none.',
    }),
    importedResources: t.computed({
      type: 'Int',
      nullable: true,
      description: 'The number of imported pages and files. Null unless it is completed.',
      from: ['report'],
      resolve: (job) => reportOf(job)?.importedResources ?? null,
    }),
    totalResources: t.computed({
      type: 'Int',
      nullable: true,
      description: 'The number of pages and files in the source. Null unless it is completed.',
      from: ['report'],
      resolve: (job) => reportOf(job)?.totalResources ?? null,
    }),
    skipped: t.computed({
      type: [ImportSkip],
      nullable: true,
      description: 'The items that were skipped, with the reasons. Null unless it is completed.',
      from: ['report'],
      resolve: (job) => {
        const report = reportOf(job)
        return report && [...report.skipped]
      },
    }),
    skipCounts: t.computed({
      type: ImportSkipCounts,
      nullable: true,
      description: 'The number of skipped items of each kind. Null unless it is completed.',
      from: ['report'],
      resolve: (job) => reportOf(job)?.skipped ?? null,
    }),
    notes: t.computed({
      type: [ImportNote],
      nullable: true,
      description: 'Notes on what was imported, at most 1000 of each kind. Null unless it is completed.',
      from: ['report'],
      resolve: (job) => {
        const report = reportOf(job)
        return report && [...report.notes]
      },
    }),
    noteCounts: t.computed({
      type: ImportNoteCounts,
      nullable: true,
      description: 'The number of notes of each kind. Null unless it is completed.',
      from: ['report'],
      resolve: (job) => reportOf(job)?.noteCounts ?? null,
    }),
    urls: t.computed({
      type: ImportRunUrls,
      description: 'URLs of the import run.',
      from: ['id', 'organizationId'],
    }),
  }),
})

extend(Organization, (t) => ({
  importRuns: t.many(ImportRun, {
    description: `The import runs that the caller started, newest first. Admins see those of others too. ${ofReadableSpaces}`,
    by: 'organizationId',
    permission: 'organization:view',
    args: {
      status: t.arg({
        type: [JobStatusFilter],
        description: 'Returns only import runs in one of these statuses.',
      }),
      spaceId: t.arg.id({ description: 'Returns only import runs into the space with this id.' }),
      changeRequestId: t.arg.id({
        description: 'Returns only import runs into the change request with this id.',
      }),
      siteId: t.arg.id({
        description: 'Returns only import runs for the site with this id, and into its spaces.',
      }),
    },
    where: (_viewer, { status, spaceId, changeRequestId, siteId }) => ({
      status: statusCondition(status),
      spaceId: spaceId ?? undefined,
      changeRequestId: changeRequestId ?? undefined,
      ...(siteId && {
        OR: [{ space: { siteSpaces: { some: { siteId } } } }, { siteId }],
      }),
    }),
    order: [],
    direction: 'desc',
  }),
}))

const organizationId = { required: true, description: 'Id of the organization.' } as const
const organizationOfRun = {
  description: 'Id of the organization that it must belong to. Not checked if omitted.',
} as const
const importRunId = { required: true, description: 'Id of the import run.' } as const

builder.queryFields((t) => ({
  importRun: single(t, ImportRun, {
    description: `An import run that the caller started, or any import run for admins. ${ofReadableSpaces}`,
    permission: 'organization:view',
    args: { organizationId: t.arg.id(organizationOfRun), id: t.arg.id(importRunId) },
    where: ({ id, organizationId }) => ({ id, organizationId: organizationId ?? undefined }),
  }),
}))

const ImportRunSourceInput = builder.inputType('ImportRunSourceInput', {
  description: 'The source of an import.',
  fields: (t) => ({
    type: t.field({ type: ImportSourceEnum, required: true, description: 'The kind of the source.' }),
    url: t.string({
      required: true,
      description: 'URL to fetch the source from.',
      ...limited({ maxLength: 2048, format: 'uri' }),
    }),
  }),
})

const ImportRunTargetInput = builder.inputType('ImportRunTargetInput', {
  description: 'The target of an import.',
  fields: (t) => ({
    space: t.id({ required: true, description: 'Id of the space.' }),
    changeRequest: t.id({
      description: 'Id or number of a change request of the space. Defaults to the live content.',
    }),
  }),
})

const includesUnlisted = {
  description:
    'Whether Markdown files that the table of contents does not list become hidden pages. Defaults to false.',
}

const root = {
  description:
    'The folder with the documentation, for the sources MARKDOWN, ZIP and GITHUB_WIKI. Links may lead out of it. Defaults to the folder that the configuration or the only table of contents names.',
  ...limited({ minLength: 1, maxLength: 1000 }),
}

const StartImportRunInput = builder.inputType('StartImportRunInput', {
  description: 'An import.',
  fields: (t) => ({
    source: t.field({
      type: ImportRunSourceInput,
      required: true,
      description: 'The source of the content.',
    }),
    target: t.field({
      type: ImportRunTargetInput,
      required: true,
      description: 'The target of the import.',
    }),
    includesUnlisted: t.boolean(includesUnlisted),
    root: t.string(root),
    site: t.id({
      description: 'Id of the site that the import is for. Defaults to the only site with the space.',
    }),
  }),
})

const StartFileImportInput = builder.inputType('StartFileImportInput', {
  description: 'An import of a file.',
  fields: (t) => ({
    type: t.field({ type: ImportSourceEnum, required: true, description: 'The kind of the file.' }),
    ...sentFileMembers(t),
    includesUnlisted: t.boolean(includesUnlisted),
    root: t.string(root),
  }),
})

const ImportContentInput = builder.inputType('ImportContentInput', {
  description: 'The source to import.',
  fields: (t) => ({
    url: t.string({
      required: true,
      description: 'URL to fetch the source from.',
      ...limited({ maxLength: 2048, format: 'uri' }),
    }),
    source: t.field({ type: ImportSourceEnum, required: true, description: 'The kind of the source.' }),
    includesUnlisted: t.boolean(includesUnlisted),
    root: t.string(root),
  }),
})

const importRun = { type: ImportRun, description: 'The import run.' }

builder.mutationFields((t) => ({
  startImportRun: mutation(t, {
    description:
      'Starts an import as a job, and returns immediately. The import creates one revision, or changes nothing if it fails.',
    permission: 'space:edit',
    args: {
      organizationId: t.arg.id(organizationId),
      input: t.arg({ type: StartImportRunInput, required: true, description: 'The import.' }),
    },
    target: { type: 'ImportRun' },
    payload: { importRun },
    resolve: async (_root, { organizationId, input }, context) => ({
      importRun: await startImportRun(context, organizationId, input),
    }),
  }),
  startFileImport: mutation(t, {
    description:
      'Starts an import of a file that is sent with the request as a job, and returns once the file is stored. The import creates one revision, or changes nothing if it fails.',
    permission: 'space:edit',
    args: {
      spaceId: t.arg.id({ required: true, description: 'Id of the space.' }),
      input: t.arg({ type: StartFileImportInput, required: true, description: 'The import.' }),
    },
    target: { type: 'ImportRun' },
    payload: { importRun },
    authorizeUploads: (context, { spaceId = '' }) => loadWritableSpace(context, spaceId),
    resolve: async (_root, { spaceId, input }, context) => ({
      importRun: await startFileImport(context, spaceId, input),
    }),
  }),
  cancelImportRun: mutation(t, {
    description: `Cancels an import run that has not ended. It changes nothing after that. The caller must have started it or be an admin. ${ofReadableSpaces}`,
    permission: 'organization:view',
    args: { organizationId: t.arg.id(organizationOfRun), importRunId: t.arg.id(importRunId) },
    target: { type: 'ImportRun', id: 'importRunId' },
    payload: { importRun },
    resolve: async (_root, { organizationId, importRunId }, context) => ({
      importRun: await cancelJob(context, {
        id: importRunId,
        organizationId: organizationId ?? undefined,
        kind: 'IMPORT',
      }),
    }),
  }),
  importContent: mutation(t, {
    heavy: 'imports',
    description:
      'Imports pages and files from a source into a space or a change request. Creates one revision, or makes no change if the import fails.',
    permission: 'space:edit',
    args: {
      spaceId: t.arg.id({ required: true, description: 'Id of the space.' }),
      changeRequestId: t.arg.id({
        description:
          'Id or number of a change request of the space to import into. Defaults to the live content.',
      }),
      input: t.arg({ type: ImportContentInput, required: true, description: 'The source to import.' }),
    },
    payload: {
      space: { type: Space, description: 'The space that content was imported into.' },
      changeRequest: readAfter(
        ChangeRequest,
        'The change request that content was imported into. Null for the live content, or if the caller may no longer see it.',
      ),
      revisionId: { type: 'ID', description: 'Id of the revision that the import created.' },
      revision: { type: Revision, description: 'The revision that the import created.' },
      importedResources: { type: 'Int', description: 'The number of imported pages and files.' },
      totalResources: { type: 'Int', description: 'The number of pages and files in the source.' },
      importedPages: { type: 'Int', description: 'The number of imported pages with a Markdown file.' },
      unlistedPages: {
        type: 'Int',
        description:
          'The number of imported pages that are hidden, because the table of contents does not list them.',
      },
      skipped: { type: [ImportSkip], description: 'The items that were skipped, with the reasons.' },
      skipCounts: { type: ImportSkipCounts, description: 'The number of skipped items of each kind.' },
      notes: {
        type: [ImportNote],
        description: 'Notes on what was imported, at most 1000 of each kind.',
      },
      noteCounts: { type: ImportNoteCounts, description: 'The number of notes of each kind.' },
    },
    payloadDescription: 'The result of an import.',
    runsLong: true,
    recordsItself: true,
    resolve: async (_root, { input, ...address }, context) => {
      const { changeRequestId, ...result } = await importInRequest(context, address, input)
      return {
        ...result,
        changeRequest: changeRequestId,
        revisionId: result.revision.id,
        skipCounts: result.skipped,
      }
    },
  }),
}))
