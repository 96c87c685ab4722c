import { limited } from '../../base/validation.ts'
import { builder, type InputFields } from '../../graphql/builder.ts'
import { mutation, readAfter } from '../../graphql/payload.ts'
import { Job } from '../jobs/schema.ts'
import { Space } from '../spaces/schema.ts'
import { GitDirectionEnum, GitServerEnum } from './enums.ts'
import { gitLimits } from './limits.ts'
import { deletePreview, previewRef } from './previews.ts'
import * as service from './service.ts'
import { GitLink, GitPreview } from './types.ts'

const ConnectGitInput = builder.inputType('ConnectGitInput', {
  description: 'The settings of a connection. Omitted fields stay unchanged.',
  fields: (t) => ({
    url: t.string({
      description:
        'The https address of the repository, without user and password. Required for a new connection. It may be http if `OUTBOUND_ALLOW` has its host.',
      ...limited(gitLimits.url),
    }),
    branch: t.string({
      description: 'The name of the branch. Defaults to `main`. A first sync from the space makes it.',
      ...limited(gitLimits.branch),
    }),
    directory: t.string({
      description: 'The folder of the content. Defaults to the whole repository.',
      ...limited(gitLimits.directory),
    }),
    direction: t.field({
      type: GitDirectionEnum,
      description: 'The side whose content the first sync takes. Required for a new connection.',
    }),
    server: t.field({
      type: GitServerEnum,
      description: 'The kind of the git server. Defaults to the one that its host name tells.',
    }),
    username: t.string({
      description: 'The user that is sent with the token. Defaults to the one that the server expects.',
      ...limited(gitLimits.username),
    }),
    token: t.string({
      description:
        'A token that may read and write the repository. It is stored encrypted and never returned. Null removes it.',
      ...limited(gitLimits.token),
    }),
    pollMinutes: t.int({
      description:
        'The minutes after which the branch is looked at again, 0 for never. Null for the time of the installation, `GIT_POLL_MINUTES`.',
      ...limited(gitLimits.pollMinutes),
    }),
    isPulling: t.boolean({
      description: 'Whether the space takes changes of the branch. Defaults to true.',
      extensions: { rest: 'pull' },
    }),
    isPushing: t.boolean({
      description: 'Whether the branch gets changes of the space. Defaults to true.',
      extensions: { rest: 'push' },
    }),
  }),
})

const sharedInputs = (t: InputFields) => ({
  url: t.string({
    description:
      'The https address of another repository, once and without a connection. Its user and password, if it has some, are not kept. With it the response of REST has no body.',
    ...limited(gitLimits.url),
  }),
  ref: t.string({
    description: 'With `url`: the branch, also by its full name. Required then.',
    ...limited(gitLimits.ref),
  }),
  directory: t.string({
    description: 'With `url`: the folder of the content. Defaults to the whole repository.',
    ...limited(gitLimits.directory),
    extensions: { rest: 'repoProjectDirectory', ...limited(gitLimits.directory).extensions },
  }),
  isDryRun: t.boolean({
    description: 'Whether to change nothing, and only report what would change. Defaults to false.',
    extensions: { rest: 'dryRun' },
  }),
  isForced: t.boolean({
    description:
      'Whether one side takes the place of the other, as at a first sync, in place of a merge. What the other has is kept. Defaults to false.',
    extensions: { rest: 'force' },
  }),
})

const ImportFromGitInput = builder.inputType('ImportFromGitInput', {
  description: 'A sync that takes the changes of the branch.',
  fields: sharedInputs,
})

const ExportToGitInput = builder.inputType('ExportToGitInput', {
  description: 'A sync that pushes the changes of the space.',
  fields: (t) => ({
    ...sharedInputs(t),
    commitMessage: t.string({
      description: 'With `url`: the message of the commit. Defaults to one that names the revision.',
      ...limited(gitLimits.commitMessage),
    }),
  }),
})

const PreviewGitRefInput = builder.inputType('PreviewGitRefInput', {
  description: 'A branch or pull request to show as a change request.',
  fields: (t) => ({
    ref: t.string({
      required: true,
      description:
        'Name of the branch, `#` and the number of a pull request, or a full name such as `refs/pull/7/head`.',
      ...limited(gitLimits.ref),
    }),
  }),
})

/** A connection with the secret of its webhook. REST sends both as one object. */
const withSecret = {
  gitLink: {
    type: GitLink,
    description: 'The connection.',
    extensions: { rest: { merge: true } },
  },
  webhookSecret: {
    type: 'String',
    nullable: true,
    description:
      'The secret with which the git server signs its webhooks, which is not returned again. Null unless it is new.',
  },
} as const

const payloadExtensions = { rest: { object: 'git-link' } }

const job = { type: Job, description: 'The job of the sync.' }

builder.mutationFields((t) => {
  const spaceId = t.arg.id({ required: true, description: 'Id of the space.' })
  return {
    connectGit: mutation(t, {
      description:
        'Connects a space with a branch of a git repository, or changes the connection. With another repository, branch or folder it begins with a first sync.',
      permission: 'space:administer',
      args: {
        spaceId,
        input: t.arg({ type: ConnectGitInput, required: true, description: 'The settings.' }),
      },
      target: { type: 'Space', id: 'spaceId' },
      payload: {
        ...withSecret,
        space: readAfter(Space, 'The space. Null if the caller may no longer see it.'),
      },
      payloadDescription: 'A connection, with the secret of its webhook if it is new.',
      payloadExtensions,
      resolve: async (_root, { spaceId: id, input }, context) => ({
        ...(await service.connectGit(context, id, input)),
        space: id,
      }),
    }),
    disconnectGit: mutation(t, {
      description: 'Ends the connection of a space with a branch. Both sides keep what they have.',
      permission: 'space:administer',
      args: { spaceId },
      target: { type: 'Space', id: 'spaceId' },
      payload: {
        deletedGitLinkId: 'ID',
        space: readAfter(Space, 'The space. Null if the caller may no longer see it.'),
      },
      resolve: async (_root, { spaceId: id }, context) => ({
        deletedGitLinkId: (await service.disconnectGit(context, id)).id,
        space: id,
      }),
    }),
    rotateGitWebhookSecret: mutation(t, {
      description: 'Gives the webhook of a connection a new secret. The former one is refused at once.',
      permission: 'space:administer',
      args: { spaceId },
      target: { type: 'Space', id: 'spaceId' },
      payload: withSecret,
      payloadDescription: 'A connection with the new secret of its webhook.',
      payloadExtensions,
      resolve: (_root, { spaceId: id }, context) => service.rotateGitWebhookSecret(context, id),
    }),
    previewGitRef: mutation(t, {
      description:
        'Shows a branch or pull request of the repository as a change request, which follows it. One that is shown already is returned.',
      permission: 'space:trigger-git-sync',
      args: {
        spaceId,
        input: t.arg({
          type: PreviewGitRefInput,
          required: true,
          description: 'The branch or pull request.',
        }),
      },
      target: { type: 'GitPreview' },
      payload: { gitPreview: GitPreview },
      resolve: async (_root, { spaceId: id, input }, context) => ({
        gitPreview: await previewRef(context, id, input.ref),
      }),
    }),
    deleteGitPreview: mutation(t, {
      description: 'Ends the preview of a branch or pull request. Its change request stays.',
      permission: 'space:trigger-git-sync',
      args: {
        spaceId: t.arg.id({
          description: 'Id of the space that it must belong to. Not checked if omitted.',
        }),
        gitPreviewId: t.arg.id({ required: true, description: 'Id of the preview.' }),
      },
      target: { type: 'GitPreview', id: 'gitPreviewId' },
      payload: {
        deletedGitPreviewId: 'ID',
        gitLink: readAfter(GitLink, 'The connection. Null if the caller may no longer see it.'),
      },
      resolve: async (_root, address, context) => {
        const deleted = await deletePreview(context, address)
        return { deletedGitPreviewId: deleted.id, gitLink: deleted.connectionId }
      },
    }),
    importFromGit: mutation(t, {
      description:
        'Starts a sync that takes the changes of the branch as a job, and returns immediately. Where both sides changed the same lines, the space keeps its own, and a change request gets those of the branch.',
      permission: 'space:trigger-git-sync',
      args: {
        spaceId,
        input: t.arg({ type: ImportFromGitInput, description: 'The sync.' }),
      },
      target: { type: 'Job' },
      payload: { job },
      resolve: async (_root, { spaceId: id, input }, context) => ({
        job: await service.startGitSync(context, id, {
          pull: true,
          push: false,
          force: input?.isForced ?? false,
          isTrial: input?.isDryRun ?? false,
          ...(await service.placeInput(context, input ?? {})),
        }),
      }),
    }),
    exportToGit: mutation(t, {
      description:
        'Starts a sync that pushes the changes of the space as a job, and returns immediately. What the branch has beside them is merged into the space first.',
      permission: 'space:trigger-git-sync',
      args: {
        spaceId,
        input: t.arg({ type: ExportToGitInput, description: 'The sync.' }),
      },
      target: { type: 'Job' },
      payload: { job },
      resolve: async (_root, { spaceId: id, input }, context) => ({
        job: await service.startGitSync(context, id, {
          pull: input?.url == null && !(input?.isForced ?? false),
          push: true,
          force: input?.isForced ?? false,
          isTrial: input?.isDryRun ?? false,
          ...(await service.placeInput(context, input ?? {})),
        }),
      }),
    }),
  }
})
