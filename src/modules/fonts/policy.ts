import { organizationsWith } from '../../access/authorize.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

/** Matches the fonts of organizations whose fonts the viewer may list. */
export const readableFonts = (viewer: Viewer): Prisma.CustomFontWhereInput => ({
  organizationId: { in: organizationsWith(viewer, 'organization:list-fonts') },
})
