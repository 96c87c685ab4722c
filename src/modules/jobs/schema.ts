import type { Job as JobRow } from '../../generated/prisma/client.ts'
import { extend, model, single } from '../../graph/declare/model.ts'
import type { ModelFields } from '../../graph/declare/model-types.ts'
import { builder } from '../../graphql/builder.ts'
import { mutation } from '../../graphql/payload.ts'
import { urlsObject } from '../../graphql/urls-object.ts'
import { ChangeRequest } from '../change-requests/schema/change-request.ts'
import { Revision } from '../content/schema/revision.ts'
import { Organization } from '../organizations/schema.ts'
import { Space } from '../spaces/schema.ts'
import { User } from '../users/schema.ts'
import { JobKindEnum, JobStatusEnum, JobStatusFilter, statusCondition } from './enums.ts'
import { jobLimits } from './limits.ts'
import { readableJobs } from './policy.ts'
import { resultUrl } from './result-handler.ts'
import { cancelJob } from './service.ts'
import { errorOfJob } from './shared-jobs.ts'

const JobProgress = builder.objectRef<Pick<JobRow, 'done' | 'total'>>('JobProgress').implement({
  description: 'The progress of a job.',
  fields: (t) => ({
    done: t.exposeInt('done', { description: 'The number of items that are done, such as pages and files.' }),
    total: t.exposeInt('total', {
      nullable: true,
      description: 'The number of items. Null while it is not known.',
    }),
  }),
})

type FailedJob = Parameters<typeof errorOfJob>[0]

const JobError = builder.objectRef<FailedJob>('JobError').implement({
  description: 'The error with which a job ended.',
  fields: (t) => ({
    code: t.string({
      description: 'Code of the error, such as `CONFLICT`; see Errors in the documentation.',
      resolve: ({ errorCode }) => errorCode ?? '',
    }),
    reason: t.exposeString('errorReason', {
      nullable: true,
      description: 'The reason of the error. Null if there is none that a client can handle.',
    }),
    message: t.string({
      description: 'Message for people, which may change. Clients compare `reason` instead.',
      resolve: ({ errorMessage }) => errorMessage ?? '',
    }),
    extensions: t.field({
      type: 'JSON',
      description:
        'What `extensions` of an error has: the code, the reason with the values of its message, and the `fields` that it is about.',
      resolve: (job) => errorOfJob(job).extensions,
    }),
  }),
})

const JobUrls = urlsObject<Pick<JobRow, 'id' | 'organizationId'>>('JobUrls', {
  description: 'URLs of a job.',
  of: 'the job',
  location: ({ id, organizationId }) => `/orgs/${organizationId}/jobs/${id}`,
})

/** Ends the descriptions of what reads or changes jobs. */
export const ofReadableSpaces = 'Those of spaces that the caller cannot read are not found.'

/** Returns the fields for the times of a job, which an import run has too. */
export const timeFields = (t: ModelFields<'Job'>) => ({
  createdAt: t.exposeDateTime('createdAt', { description: 'The date and time of creation.' }),
  updatedAt: t.exposeDateTime('updatedAt', { description: 'The date and time of the last change.' }),
  startedAt: t.exposeDateTime('startedAt', {
    nullable: true,
    description: 'The date and time at which it started to run. Null while it is pending.',
  }),
  completedAt: t.exposeDateTime('completedAt', {
    nullable: true,
    description: 'The date and time at which it ended. Null until then.',
  }),
})

export const Job = model('Job', {
  description:
    'A background job, which may take minutes: an import, an export as Markdown or PDF, or a sync with git.',
  id: 'Opaque identifier.',
  visible: readableJobs,
  fields: (t) => ({
    kind: t.expose('kind', {
      type: JobKindEnum,
      description: 'Type of work: an import, an export as Markdown or PDF, or a sync with git.',
    }),
    status: t.expose('status', { type: JobStatusEnum, description: 'The status of the job.' }),
    progress: t.computed({
      type: JobProgress,
      description: 'The progress, updated about once a second.',
      from: ['done', 'total'],
    }),
    error: t.computed({
      type: JobError,
      nullable: true,
      description: 'The error with which it ended. Null unless it failed.',
      from: ['errorCode', 'errorReason', 'errorMessage', 'errorValues', 'errorFields'],
      resolve: (job) => (job.errorCode === null ? null : job),
    }),
    resultURL: t.code({
      type: 'URL',
      nullable: true,
      description: `URL to download the file that the job created, without a token. Null if there is none, and once \`resultExpiresAt\` has passed, ${jobLimits.resultHours} hours after the end.`,
      reads: { columns: ['id', 'resultBlobHash', 'expiresAt'] },
      resolve: (job, _args, context) => resultUrl(context, job),
    }),
    resultExpiresAt: t.exposeDateTime('expiresAt', {
      nullable: true,
      description: 'The date and time at which the file is removed. Null until the job has ended.',
    }),
    ...timeFields(t),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization.' }),
    organization: t.one(Organization, {
      key: 'organizationId',
      description: 'The organization that owns the space.',
    }),
    spaceId: t.exposeID('spaceId', { description: 'Id of the space.' }),
    space: t.one(Space, { key: 'spaceId', description: 'The space that is read or written.' }),
    ...t.oneWithId('changeRequest', ChangeRequest, {
      nullable: true,
      description: 'The change request. Null for a job on the live content.',
    }),
    ...t.oneWithId('requestedBy', User, {
      nullable: true,
      description:
        'The user who started the job. Null if a download link started it, or if the user was deleted.',
    }),
    ...t.oneWithId('revision', Revision, {
      nullable: true,
      description: 'The revision that an import created. Null if it has not created one.',
    }),
    urls: t.computed({
      type: JobUrls,
      description: 'URLs of the job.',
      from: ['id', 'organizationId'],
    }),
  }),
})

extend(Organization, (t) => ({
  jobs: t.many(Job, {
    description: `The jobs that the caller started, newest first. Admins see those of others too. ${ofReadableSpaces}`,
    by: 'organizationId',
    permission: 'organization:view',
    args: {
      status: t.arg({ type: [JobStatusFilter], description: 'Returns only jobs in one of these statuses.' }),
      kind: t.arg({ type: JobKindEnum, description: 'Returns only jobs of this kind.' }),
    },
    where: (_viewer, { status, kind }) => ({ status: statusCondition(status), kind: kind ?? undefined }),
    order: [],
    direction: 'desc',
  }),
}))

builder.queryFields((t) => ({
  job: single(t, Job, {
    description: `A job that the caller started, or any job for admins. ${ofReadableSpaces}`,
    permission: 'organization:view',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the job.' }),
      organizationId: t.arg.id({
        description: 'Id of the organization that it must belong to. Not checked if omitted.',
      }),
    },
    where: ({ id, organizationId }) => ({ id, organizationId: organizationId ?? undefined }),
  }),
}))

builder.mutationFields((t) => ({
  cancelJob: mutation(t, {
    description: `Cancels a job that has not ended. It stops within about a second, and changes nothing after that. The caller must have started it or be an admin. ${ofReadableSpaces}`,
    permission: 'organization:view',
    args: {
      jobId: t.arg.id({ required: true, description: 'Id of the job.' }),
      organizationId: t.arg.id({
        description: 'Id of the organization that it must belong to. Not checked if omitted.',
      }),
    },
    target: { type: 'Job', id: 'jobId' },
    payload: { job: { type: Job, description: 'The job.' } },
    resolve: async (_root, { jobId, organizationId }, context) => ({
      job: await cancelJob(context, { id: jobId, organizationId: organizationId ?? undefined }),
    }),
  }),
}))
