import { organizationsWith } from '../../access/authorize.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

/** Matches the entries of glossaries that the viewer may list. */
export const readableGlossaryEntries = (viewer: Viewer): Prisma.GlossaryEntryWhereInput => ({
  organizationId: { in: organizationsWith(viewer, 'organization:list-translations') },
})
