import { organizationsWith } from '../../access/authorize.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Prisma } from '../../generated/prisma/client.ts'

/** Matches the translation settings of organizations whose settings the viewer may list. */
export const readableTranslations = (viewer: Viewer): Prisma.TranslationSettingsWhereInput => ({
  organizationId: { in: organizationsWith(viewer, 'organization:list-translations') },
})
