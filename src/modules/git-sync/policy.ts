import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { spacesWith } from '../collections/policy.ts'

const syncedSpaces = (viewer: Viewer): Prisma.SpaceWhereInput => ({
  deletedAt: null,
  ...spacesWith(viewer, 'space:trigger-git-sync'),
})

/** Matches the connections of spaces that the viewer may sync. */
export const readableGitLinks = (viewer: Viewer): Prisma.GitLinkWhereInput => ({
  space: syncedSpaces(viewer),
})

/** Matches the previews of spaces that the viewer may sync. */
export const readableGitPreviews = (viewer: Viewer): Prisma.GitPreviewWhereInput => ({
  connection: readableGitLinks(viewer),
})
