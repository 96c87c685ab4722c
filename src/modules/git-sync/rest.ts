import { type Row, routesOf } from '../../rest/row.ts'
import { wholeJobBody } from '../jobs/rest.ts'

const gitLinkBody = `
fragment GitLinkBody on GitLink {
  id url repository server branch directory direction username hasToken pollMinutes pull: isPulling push: isPushing
  state { code message remedy file line since } isSyncing
  problems { code message file line }
  commit commitURL revision: revisionId syncedAt checkedAt dueAt failures conflictRequest: conflictRequestId
  space: spaceId createdBy: createdById createdAt updatedAt
  urls { location webhook }
}`

const gitPreviewBody = `
fragment GitPreviewBody on GitPreview {
  id ref commit state message changeRequest: changeRequestId createdBy: createdById createdAt updatedAt
}`

const route = routesOf('Git sync')

export const gitSyncRoutes: readonly Row[] = [
  route('GET', '/spaces/:spaceId/git', 'gitLink', {
    summary: 'Get the connection of a space with a git branch',
    reply: gitLinkBody,
  }),
  route('PUT', '/spaces/:spaceId/git', 'connectGit', {
    summary: 'Connect a space with a git branch',
    reply: 'webhookSecret gitLink { ...GitLinkBody }',
    fragments: [gitLinkBody],
  }),
  route('DELETE', '/spaces/:spaceId/git', 'disconnectGit.deletedGitLinkId', {
    summary: 'Disconnect a space from its git branch',
    status: 204,
  }),
  route('GET', '/spaces/:spaceId/git/info', 'gitLink', {
    name: 'GetSpaceGitInfo',
    summary: 'Get the git repository of a space',
    reply: `installationId: id installationProvider installationStatus repoName: repository url: treeURL branch directory commit commitURL updatedAt: syncedAt
      state { code message remedy file line since } problems { code message file line }`,
  }),
  route('POST', '/spaces/:spaceId/git/import', 'importFromGit.job', {
    name: 'ImportGitRepository',
    summary: 'Take the changes of the git branch of a space',
    reply: wholeJobBody,
    status: 202,
    emptyWith: 'url',
  }),
  route('POST', '/spaces/:spaceId/git/export', 'exportToGit.job', {
    name: 'ExportToGitRepository',
    summary: 'Push the changes of a space to its git branch',
    reply: wholeJobBody,
    status: 202,
    emptyWith: 'url',
  }),
  route('POST', '/spaces/:spaceId/git/webhook/secret', 'rotateGitWebhookSecret', {
    summary: 'Rotate the secret of the webhook of a git connection',
    reply: 'webhookSecret gitLink { ...GitLinkBody }',
    fragments: [gitLinkBody],
    status: 200,
  }),
  route('GET', '/spaces/:spaceId/git/previews', 'gitLink.previews', {
    name: 'ListGitPreviews',
    summary: 'List the branches and pull requests that are shown as change requests',
    reply: gitPreviewBody,
  }),
  route('POST', '/spaces/:spaceId/git/previews', 'previewGitRef.gitPreview', {
    summary: 'Show a branch or pull request as a change request',
    reply: gitPreviewBody,
    status: 200,
  }),
  route('DELETE', '/spaces/:spaceId/git/previews/:gitPreviewId', 'deleteGitPreview.deletedGitPreviewId', {
    summary: 'End the preview of a branch or pull request',
    status: 204,
  }),
]
