import { orNotFound } from '../../base/errors.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Site, SiteSpace } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../request/context.ts'
import { refusedInput } from '../sites/reasons.ts'
import { changeSite, type SiteAddress, spacesForSite } from '../sites/service.ts'
import { localizedColumn, localizedLimits } from '../sites/structure/localized.ts'
import { removeSections } from '../sites/structure/sections.ts'
import {
  appendSiteSpaces,
  type Sibling,
  type SiteSpaceParent,
  siblingsIn,
  updateDefaults,
} from '../sites/structure/site-spaces.ts'
import { assertCondition } from '../visitors/conditions/condition.ts'
import { assertPageOfSpace } from './home-pages.ts'
import { shownSiteSpaces } from './policy.ts'
import { conflict } from './reasons.ts'

export interface CreateSiteSpace {
  spaceId: string
  sectionId?: string | null
  title?: string | null
  /** The page that is shown at the path of the site-space. */
  pageId?: string | null
  isDraft?: boolean | null
  isHidden?: boolean | null
}

/** Adds a space at the end of a section, or of the root if the site has no sections. */
export async function createSiteSpace(
  context: Context,
  address: SiteAddress,
  { spaceId, sectionId, title, pageId, isDraft, isHidden }: CreateSiteSpace,
): Promise<SiteSpace> {
  return changeSite(context, address, async (transaction, site) => {
    const parent = await parentFor(transaction, site, sectionId ?? null)
    const spaces = await spacesForSite(
      transaction,
      viewerOf(context),
      site.organizationId,
      [spaceId],
      'spaceId',
    )
    assertNotOnSite(await siblingsIn(transaction, parent), spaceId)
    if (pageId != null) await assertPageOfSpace(transaction, spaceId, pageId)
    const [created] = await appendSiteSpaces(transaction, parent, spaces, {
      title: title ?? null,
      pageId: pageId ?? null,
      draft: isDraft ?? false,
      hidden: isHidden ?? false,
    })
    return created as SiteSpace
  })
}

async function parentFor(
  transaction: Transaction,
  site: Site,
  sectionId: string | null,
): Promise<SiteSpaceParent> {
  const named = sectionId === null ? { isDefault: true } : { id: sectionId }
  const section = await transaction.siteSection.findFirst({ where: { siteId: site.id, ...named } })
  if (!section && sectionId !== null) throw refusedInput('sectionId', 'SECTION_NOT_IN_SITE')
  return { siteId: site.id, sectionId: section?.id ?? null }
}

function assertNotOnSite(siblings: readonly Sibling[], spaceId: string): void {
  if (siblings.some((sibling) => sibling.spaceId === spaceId)) throw conflict('SPACE_ALREADY_IN_SITE')
}

export interface UpdateSiteSpace {
  path?: string | null
  title?: string | null
  localizedTitle?: unknown
  condition?: string | null
  spaceId?: string | null
  pageId?: string | null
  isDraft?: boolean | null
  isHidden?: boolean | null
}

/** Updates a site-space. With a `spaceId`, it shows that space at the same path, and its first page there. */
export async function updateSiteSpace(
  context: Context,
  address: SiteAddress,
  siteSpaceId: string,
  input: UpdateSiteSpace,
): Promise<SiteSpace> {
  return changeSite(context, address, async (transaction, site) => {
    const siteSpace = await loadShown(context, transaction, site, siteSpaceId)
    if (input.condition != null) assertCondition('condition', input.condition)
    const siblings = (await siblingsIn(transaction, siteSpace)).filter(({ id }) => id !== siteSpace.id)
    if (input.spaceId != null && input.spaceId !== siteSpace.spaceId) {
      await spacesForSite(transaction, viewerOf(context), site.organizationId, [input.spaceId], 'spaceId')
      assertNotOnSite(siblings, input.spaceId)
    }
    if (input.path != null && siblings.some(({ path }) => path === input.path))
      throw conflict('PATH_TAKEN', {
        owner: 'site-space in the same section or at the root of the site',
      })
    const spaceId = input.spaceId ?? siteSpace.spaceId
    if (input.pageId != null) await assertPageOfSpace(transaction, spaceId, input.pageId)
    const isOtherSpace = spaceId !== siteSpace.spaceId
    return transaction.siteSpace.update({
      where: { id: siteSpace.id },
      data: {
        path: input.path ?? undefined,
        title: input.title,
        localizedTitle: localizedColumn('localizedTitle', input.localizedTitle, localizedLimits.title),
        condition: input.condition,
        spaceId,
        pageId: input.pageId === undefined && isOtherSpace ? null : input.pageId,
        draft: input.isDraft ?? undefined,
        hidden: input.isHidden ?? undefined,
      },
    })
  })
}

/** Loads a site-space whose space the viewer may read. Throws NOT_FOUND otherwise. */
export async function loadShown(
  context: Context,
  transaction: Transaction,
  site: Site,
  siteSpaceId: string,
): Promise<SiteSpace> {
  const where = { id: siteSpaceId, siteId: site.id, ...shownSiteSpaces(viewerOf(context)) }
  return orNotFound(await transaction.siteSpace.findFirst({ where }))
}

/**
 * Removes a space from a site, but does not delete the space. If it was the default, the next one becomes the
 * default. A section without site-spaces is removed too.
 */
export async function deleteSiteSpace(
  context: Context,
  address: SiteAddress,
  siteSpaceId: string,
): Promise<SiteSpace> {
  return changeSite(context, address, async (transaction, site) => {
    const siteSpace = await loadShown(context, transaction, site, siteSpaceId)
    await transaction.siteSpace.delete({ where: { id: siteSpace.id } })
    const left = await siblingsIn(transaction, siteSpace)
    if (left.length > 0) await updateDefaults(transaction, [left], siteSpace.position)
    else if (siteSpace.sectionId !== null) await removeSections(transaction, site.id, [siteSpace.sectionId])
    return siteSpace
  })
}
