import type { GitDirection, GitServer } from '../../generated/prisma/enums.ts'
import { builder } from '../../graphql/builder.ts'
import { type GitInstallationStatus, type GitStateCode, gitStates } from './states.ts'

export const GitDirectionEnum = builder.enumType('GitDirection', {
  description: 'The side whose content a first sync takes.',
  values: {
    FROM_GIT: {
      description: 'The space gets the content of the branch. What it had stays in its revisions.',
    },
    FROM_SPACE: {
      description:
        'The branch gets the content of the space. What it had stays in its history, and in a branch of its own.',
    },
  } as const satisfies Record<GitDirection, object>,
})

export const GitServerEnum = builder.enumType('GitServer', {
  description: 'The kind of a git server, by which its webhooks and its commit statuses are known.',
  values: {
    GITHUB: { description: 'GitHub.' },
    GITLAB: { description: 'GitLab.' },
    GITEA: { description: 'Gitea or Forgejo.' },
    OTHER: { description: 'Any other server.' },
  } as const satisfies Record<GitServer, object>,
})

export const GitInstallationStatusEnum = builder.enumType('GitInstallationStatus', {
  description: 'Whether a connection with a git server works.',
  values: {
    PENDING: { description: 'No sync has ended yet.' },
    ACTIVE: { description: 'The git server accepts the token.' },
    UNAUTHENTICATED: { description: 'The git server does not accept the token.' },
  } as const satisfies Record<GitInstallationStatus, object>,
})

export const GitStateEnum = builder.enumType('GitSyncState', {
  description: 'The state of a space and a branch that are kept in step.',
  values: Object.fromEntries(
    Object.entries(gitStates).map(([code, { description }]) => [code, { description }]),
  ) as Record<GitStateCode, { description: string }>,
})
