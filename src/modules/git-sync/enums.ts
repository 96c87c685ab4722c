import type { GitDirection, GitServer } from '../../generated/prisma/enums.ts'
import { builder } from '../../graphql/builder.ts'
import { enumType } from '../../graphql/enum-type.ts'
import { type GitInstallationStatus, type GitStateCode, gitStates } from './states.ts'

export const GitDirectionEnum = enumType('GitDirection', 'The side whose content a first sync takes.', {
  FROM_GIT: 'The space gets the content of the branch. What it had stays in its revisions.',
  FROM_SPACE:
    'The branch gets the content of the space. What it had stays in its history, and in a branch of its own.',
} satisfies Record<GitDirection, string>)

export const GitServerEnum = enumType(
  'GitServer',
  'The kind of a git server, by which its webhooks and its commit statuses are known.',
  {
    GITHUB: 'GitHub.',
    GITLAB: 'GitLab.',
    GITEA: 'Gitea or Forgejo.',
    OTHER: 'Any other server.',
  } satisfies Record<GitServer, string>,
)

export const GitInstallationStatusEnum = enumType(
  'GitInstallationStatus',
  'Whether a connection with a git server works.',
  {
    PENDING: 'No sync has ended yet.',
    ACTIVE: 'The git server accepts the token.',
    UNAUTHENTICATED: 'The git server does not accept the token.',
  } satisfies Record<GitInstallationStatus, string>,
)

export const GitStateEnum = builder.enumType('GitSyncState', {
  description: 'The state of a space and a branch that are kept in step.',
  values: Object.fromEntries(
    Object.entries(gitStates).map(([code, { description }]) => [code, { description }]),
  ) as Record<GitStateCode, { description: string }>,
})
