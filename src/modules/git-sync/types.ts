import type { Problem } from '../../base/templates.ts'
import type { GitProblem } from '../../formats/git/types.ts'
import type { GitLink as ConnectionRow } from '../../generated/prisma/client.ts'
import { extend, model, single } from '../../graph/declare/model.ts'
import { builder } from '../../graphql/builder.ts'
import { enumType } from '../../graphql/enum-type.ts'
import { NamedMessage, namedMessage } from '../../graphql/named-message.ts'
import { urlsObject } from '../../graphql/urls-object.ts'
import { ChangeRequest } from '../change-requests/schema/change-request.ts'
import { Revision } from '../content/schema/revision.ts'
import { Job } from '../jobs/schema.ts'
import { GitSyncProviderEnum } from '../spaces/enums.ts'
import { Space } from '../spaces/schema.ts'
import { User } from '../users/schema.ts'
import { commitUrl, treeUrl } from './connection.ts'
import { GitDirectionEnum, GitInstallationStatusEnum, GitServerEnum, GitStateEnum } from './enums.ts'
import { keptChanges, keptProblems } from './limits.ts'
import { readableGitLinks, readableGitPreviews } from './policy.ts'
import { detailOf } from './problems.ts'
import { repositoryName } from './records.ts'
import type { ReportedChange } from './report.ts'
import { loadConnection, providerOf } from './service.ts'
import type { GitStateCode } from './states.ts'
import { installationStatusOf, remedyOfState, stateOf } from './states.ts'
import type { StoredReport } from './sync-job.ts'

const GitSyncProblem = builder.objectRef<GitProblem>('GitSyncProblem').implement({
  description: 'A file of the branch that is left as it is. It stops nothing else.',
  extensions: { rest: { object: false } },
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Code of the problem, such as `SYMBOLIC_LINK`.' }),
    message: t.exposeString('message', { description: 'A sentence for the author of the file.' }),
    named: t.field({
      type: NamedMessage,
      nullable: true,
      description: 'The message by its name. Null in what was stored by an earlier version.',
      resolve: namedMessage,
    }),
    file: t.exposeString('file', { description: 'Path of the file below the folder of the content.' }),
    line: t.int({
      nullable: true,
      description: 'Number of the line, from 1. Null for the whole file.',
      resolve: ({ line }) => line ?? null,
    }),
  }),
})

interface StateShape {
  readonly code: GitStateCode
  readonly message: string
  readonly problem: Problem | null
  readonly file: string | null
  readonly line: number | null
  readonly since: Date | null
}

const GitSyncStateDetails = builder.objectRef<StateShape>('GitSyncStateDetails').implement({
  description: 'The state that the last sync left.',
  extensions: { rest: { object: false } },
  fields: (t) => ({
    code: t.field({ type: GitStateEnum, description: 'Code of the state.', resolve: ({ code }) => code }),
    message: t.exposeString('message', { description: 'A sentence for people, which may change.' }),
    detail: t.string({
      nullable: true,
      description:
        'What the message says of this case: words of git, of its server or of the reader of the files, in English. Null if it says no more than the code.',
      resolve: ({ code, message }) => detailOf(code, message) ?? null,
    }),
    named: t.field({
      type: NamedMessage,
      nullable: true,
      description: 'The detail by its name. Null where it is what git or its server says.',
      resolve: ({ problem }) => problem && namedMessage(problem),
    }),
    remedy: t.string({
      nullable: true,
      description: 'What ends the state. Null where all is well.',
      resolve: ({ code }) => remedyOfState(code) ?? null,
    }),
    file: t.exposeString('file', {
      nullable: true,
      description: 'Path of the file that it is about. Null if it is about none.',
    }),
    line: t.exposeInt('line', {
      nullable: true,
      description: 'Number of the line of the file, from 1. Null if it is about none.',
    }),
    since: t.expose('since', {
      type: 'DateTime',
      nullable: true,
      description: 'The date and time since which it is so. Null in the report of a job.',
    }),
  }),
})

const stateShape = (
  row: Pick<
    ConnectionRow,
    'state' | 'stateMessage' | 'stateProblem' | 'stateFile' | 'stateLine' | 'stateSince'
  >,
): StateShape => ({
  code: row.state as GitStateCode,
  message: row.stateMessage ?? stateOf(row.state as GitStateCode).message,
  problem: row.stateProblem as Problem | null,
  file: row.stateFile,
  line: row.stateLine,
  since: row.stateSince,
})

const GitLinkUrls = urlsObject<Pick<ConnectionRow, 'spaceId'>>('GitLinkUrls', {
  description: 'URLs of a connection.',
  of: 'the connection',
  location: ({ spaceId }) => `/spaces/${spaceId}/git`,
  fields: (t) => ({
    webhook: t.field({
      type: 'URL',
      description: 'URL to which the git server sends its webhooks, signed with the secret.',
      resolve: ({ spaceId }, _args, { config }) => `${config.baseUrl}/v1/spaces/${spaceId}/git/webhook`,
    }),
  }),
})

export const GitLink = model('GitLink', {
  description: 'The branch of a git repository with which a space is kept in step.',
  id: 'The id, an opaque string.',
  visible: readableGitLinks,
  fields: (t) => ({
    url: t.expose('url', { type: 'URL', description: 'The address of the repository.' }),
    repository: t.computed({
      type: 'String',
      description: 'The name of the repository, such as `owner/docs`.',
      from: ['url'],
      resolve: ({ url }) => repositoryName(url),
    }),
    server: t.expose('server', { type: GitServerEnum, description: 'The kind of the git server.' }),
    installationProvider: t.computed({
      type: GitSyncProviderEnum,
      nullable: true,
      description: 'The provider of the repository. Null for a server that is neither GitHub nor GitLab.',
      from: ['server'],
      resolve: providerOf,
    }),
    installationStatus: t.computed({
      type: GitInstallationStatusEnum,
      description: 'Whether the connection works, as far as its last sync tells.',
      from: ['state'],
      resolve: ({ state }) => installationStatusOf(state as GitStateCode),
    }),
    treeURL: t.computed({
      type: 'URL',
      description:
        'Address of the folder of the content in the branch, for people. That of the repository where the server is of another kind.',
      from: ['url', 'server', 'branch', 'directory'],
      resolve: treeUrl,
    }),
    branch: t.exposeString('branch', { description: 'The name of the branch.' }),
    directory: t.exposeString('directory', {
      description: 'The folder of the content. Empty for the whole repository.',
    }),
    direction: t.expose('direction', {
      type: GitDirectionEnum,
      description: 'The side whose content the first sync takes, or took.',
    }),
    username: t.exposeString('username', {
      nullable: true,
      description: 'The user that is sent with the token. Null for the one that the server expects.',
    }),
    hasToken: t.computed({
      type: 'Boolean',
      description: 'Whether it has a token, which is never returned.',
      from: ['token'],
      resolve: ({ token }) => token !== null,
    }),
    pollMinutes: t.exposeInt('pollMinutes', {
      nullable: true,
      description:
        'The minutes after which the branch is looked at again, 0 for never. Null for the time of the installation, `GIT_POLL_MINUTES`.',
    }),
    isPulling: t.exposeBoolean('pull', { description: 'Whether the space takes changes of the branch.' }),
    isPushing: t.exposeBoolean('push', { description: 'Whether the branch gets changes of the space.' }),
    state: t.computed({
      type: GitSyncStateDetails,
      description: 'The state that the last sync left.',
      from: ['state', 'stateMessage', 'stateProblem', 'stateFile', 'stateLine', 'stateSince'],
      resolve: stateShape,
    }),
    isSyncing: t.computed({
      type: 'Boolean',
      description: 'Whether a sync goes on.',
      from: ['leaseUntil'],
      resolve: ({ leaseUntil }) => leaseUntil !== null && leaseUntil > new Date(),
    }),
    problems: t.computed({
      type: [GitSyncProblem],
      description: `Files of the branch that are left as they are, at most ${keptProblems}.`,
      from: ['problems'],
      resolve: ({ problems }) => problems as unknown as GitProblem[],
    }),
    commit: t.exposeString('commitOid', {
      nullable: true,
      description: 'Hash of the last commit that both sides have. Null before the first sync.',
    }),
    commitURL: t.computed({
      type: 'URL',
      nullable: true,
      description: 'Address of that commit for people. Null before the first sync.',
      from: ['commitOid', 'url', 'server'],
      resolve: ({ commitOid, url, server }) =>
        commitOid === null ? null : commitUrl({ remote: { url }, server }, commitOid),
    }),
    ...t.oneWithId('revision', Revision, {
      nullable: true,
      description: 'The revision that is equal to that commit. Null before the first sync.',
    }),
    syncedAt: t.exposeDateTime('syncedAt', {
      nullable: true,
      description: 'The date and time of the last sync that succeeded. Null if there was none.',
    }),
    checkedAt: t.exposeDateTime('checkedAt', {
      nullable: true,
      description: 'The date and time of the last sync, also of one that failed. Null if there was none.',
    }),
    dueAt: t.exposeDateTime('dueAt', {
      nullable: true,
      description:
        'The date and time of the next sync, if nothing begins one before. Null if only a webhook, a request or a change begins one.',
    }),
    failures: t.exposeInt('failures', { description: 'The syncs that failed one after the other.' }),
    createdAt: t.exposeDateTime('createdAt', { description: 'The date and time of creation.' }),
    updatedAt: t.exposeDateTime('updatedAt', {
      description: 'The date and time of the last change of its settings.',
    }),
    ...t.oneWithId('conflictRequest', ChangeRequest, {
      nullable: true,
      description: 'The change request with the last conflicts. Null if there were none.',
    }),
    ...t.oneWithId('space', Space, { description: 'The space.' }),
    ...t.oneWithId('createdBy', User, {
      nullable: true,
      description: 'The user who connected them. Null if the user was deleted.',
    }),
    urls: t.computed({
      type: GitLinkUrls,
      description: 'URLs of the connection.',
      from: ['spaceId'],
    }),
  }),
})

export const GitPreview = model('GitPreview', {
  description:
    'A branch or pull request of the repository that is shown as a change request, which follows it.',
  id: 'The id, an opaque string.',
  visible: readableGitPreviews,
  fields: (t) => ({
    ref: t.exposeString('ref', {
      description:
        'Full name of the branch or pull request, such as `refs/heads/draft` or `refs/pull/7/head`.',
    }),
    commit: t.exposeString('commitOid', {
      nullable: true,
      description: 'Hash of the commit that the change request shows. Null until it was read.',
    }),
    state: t.computed({
      type: GitStateEnum,
      description: 'The state that the last look at it left.',
      from: ['state'],
      resolve: ({ state }) => state as GitStateCode,
    }),
    message: t.exposeString('stateMessage', {
      nullable: true,
      description: 'A sentence about the state for people. Null until it was read.',
    }),
    createdAt: t.exposeDateTime('createdAt', { description: 'The date and time of creation.' }),
    updatedAt: t.exposeDateTime('updatedAt', { description: 'The date and time of the last change.' }),
    ...t.oneWithId('changeRequest', ChangeRequest, {
      nullable: true,
      description: 'The change request. Null until it was read.',
    }),
    ...t.oneWithId('gitLink', GitLink, { key: 'connectionId', description: 'The connection.' }),
    ...t.oneWithId('createdBy', User, {
      nullable: true,
      description: 'The user who asked for it. Null if a webhook did, or if the user was deleted.',
    }),
  }),
})

extend(GitLink, (t) => ({
  previews: t.many(GitPreview, {
    description: 'The branches and pull requests that are shown as change requests, oldest first.',
    by: 'connectionId',
    order: [],
  }),
}))

extend(Space, (t) => ({
  gitLink: t.one(GitLink, {
    key: 'id',
    by: 'spaceId',
    nullable: true,
    description:
      'The branch with which it is kept in step. Null if there is none, or the caller may not synchronize the space.',
  }),
}))

const GitSyncChange = builder.objectRef<ReportedChange>('GitSyncChange').implement({
  description: 'A change that a sync made, or would make, on one side.',
  extensions: { rest: { object: false } },
  fields: (t) => ({
    side: t.field({
      type: enumType('GitSyncSide', 'A side of a sync.', {
        SPACE: 'The space.',
        BRANCH: 'The branch.',
      }),
      description: 'The side that changes.',
      resolve: ({ side }) => side,
    }),
    kind: t.field({
      type: enumType('GitSyncChangeKind', 'The kind of a change.', {
        ADDED: 'It is new.',
        CHANGED: 'It has another content or place.',
        MOVED: 'The file has another path.',
        REMOVED: 'It is removed.',
      }),
      description: 'The kind of the change.',
      resolve: ({ kind }) => kind,
    }),
    name: t.exposeString('name', {
      description: 'Path of a file of the branch, or title of a page or name of a file of the space.',
    }),
    from: t.string({
      nullable: true,
      description: 'Former path of a file that moves. Null for others.',
      resolve: ({ from }) => from ?? null,
    }),
  }),
})

const GitSyncReport = builder.objectRef<StoredReport>('GitSyncReport').implement({
  description: 'What a sync changed, or would change.',
  extensions: { rest: { object: false } },
  fields: (t) => ({
    isDryRun: t.exposeBoolean('isTrial', { description: 'Whether nothing was changed.' }),
    state: t.field({
      type: GitSyncStateDetails,
      description: 'The state that it left, or would leave.',
      resolve: ({ state }) => ({
        code: state.code,
        message: state.message,
        problem: state.problem ?? null,
        file: state.file ?? null,
        line: state.line ?? null,
        since: null,
      }),
    }),
    changes: t.field({
      type: [GitSyncChange],
      description: `The changes of both sides, at most ${keptChanges}.`,
      resolve: ({ changes }) => changes,
    }),
    changeCount: t.exposeInt('changeCount', { description: 'The number of all changes.' }),
    pushedCommits: t.exposeInt('pushedCommits', { description: 'The number of commits that were pushed.' }),
    commit: t.exposeString('commitOid', {
      nullable: true,
      description: 'Hash of the last commit that both sides have. Null if there is none.',
    }),
    conflictCount: t.exposeInt('conflictCount', {
      description: 'The number of places in which both sides had changed the same.',
    }),
    changeRequestId: t.exposeID('changeRequestId', {
      nullable: true,
      description: 'Id of the change request with the conflicts. Null if there are none.',
    }),
    keptBranch: t.exposeString('keptBranch', {
      nullable: true,
      description:
        'The branch that keeps what the branch had before a first sync from the space. Null if it had nothing.',
    }),
    isHistoryRewritten: t.exposeBoolean('isHistoryRewritten', {
      description: 'Whether the history of the branch was rewritten since the last sync.',
    }),
    problems: t.field({
      type: [GitSyncProblem],
      description: 'Files of the branch that are left as they are.',
      resolve: ({ problems }) => problems,
    }),
  }),
})

extend(Job, (t) => ({
  gitSync: t.computed({
    type: GitSyncReport,
    nullable: true,
    description:
      'What a sync with git changed, or would change. Null for other jobs, and unless it is completed.',
    from: ['kind', 'report'],
    resolve: ({ kind, report }) =>
      kind === 'GIT_SYNC' && report !== null ? (report as unknown as StoredReport) : null,
  }),
}))

builder.queryFields((t) => ({
  gitLink: single(t, GitLink, {
    description: 'The branch with which a space is kept in step.',
    permission: 'space:trigger-git-sync',
    args: { spaceId: t.arg.id({ required: true, description: 'Id of the space.' }) },
    where: ({ spaceId }) => ({ spaceId }),
    whenMissing: ({ spaceId }, context) => loadConnection(context, spaceId),
  }),
}))
