import { organizationsWith } from '../../access/authorize.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

/** The translation settings of organizations that the viewer may see. */
export const readableTranslations = (viewer: Viewer): Prisma.TranslationSettingsWhereInput => ({
  organizationId: { in: organizationsWith(viewer, 'organization:list-translations') },
})
