import { conflict, invalidInput, notFound } from '../../errors.ts'
import type { Prisma, Site, SiteSpace } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../graphql/context.ts'
import { changeSite, type SiteAddress, spacesForSite } from '../sites/service.ts'
import { removeSections } from '../sites/structure/sections.ts'
import {
  appendSiteSpaces,
  type Place,
  type Sibling,
  settleDefaults,
  siblingsAt,
} from '../sites/structure/site-spaces.ts'
import { assertCondition } from '../visitors/conditions/condition.ts'
import { shownSiteSpaces } from './policy.ts'

type Transaction = Prisma.TransactionClient

export interface CreateSiteSpace {
  spaceId: string
  sectionId?: string | null
}

/** Adds a space to a section or, where the site has none, to its root; behind what is there. */
export async function createSiteSpace(
  context: Context,
  address: SiteAddress,
  { spaceId, sectionId }: CreateSiteSpace,
): Promise<SiteSpace> {
  return changeSite(context, address, async (transaction, site) => {
    const place = await placeFor(transaction, site, sectionId ?? null)
    const spaces = await spacesForSite(
      transaction,
      viewerOf(context),
      site.organizationId,
      [spaceId],
      'spaceId',
    )
    assertNotOnSite(await siblingsAt(transaction, place), spaceId)
    const [created] = await appendSiteSpaces(transaction, place, spaces)
    return created as SiteSpace
  })
}

async function placeFor(transaction: Transaction, site: Site, sectionId: string | null): Promise<Place> {
  const named = sectionId === null ? { isDefault: true } : { id: sectionId }
  const section = await transaction.siteSection.findFirst({ where: { siteId: site.id, ...named } })
  if (!section && sectionId !== null) throw invalidInput('sectionId', 'is no section of this site')
  return { siteId: site.id, sectionId: section?.id ?? null }
}

function assertNotOnSite(siblings: readonly Sibling[], spaceId: string): void {
  if (siblings.some((sibling) => sibling.spaceId === spaceId))
    throw conflict('spaceId: is there already, in the same section or at the root of the site')
}

export interface UpdateSiteSpace {
  path?: string | null
  condition?: string | null
  spaceId?: string | null
}

/** Changes a site-space; with a `spaceId` it shows that space from now on, under the same path. */
export async function updateSiteSpace(
  context: Context,
  address: SiteAddress,
  siteSpaceId: string,
  input: UpdateSiteSpace,
): Promise<SiteSpace> {
  return changeSite(context, address, async (transaction, site) => {
    const siteSpace = await loadShown(context, transaction, site, siteSpaceId)
    if (input.condition != null) assertCondition('condition', input.condition)
    const siblings = (await siblingsAt(transaction, siteSpace)).filter(({ id }) => id !== siteSpace.id)
    if (input.spaceId != null && input.spaceId !== siteSpace.spaceId) {
      await spacesForSite(transaction, viewerOf(context), site.organizationId, [input.spaceId], 'spaceId')
      assertNotOnSite(siblings, input.spaceId)
    }
    if (input.path != null && siblings.some(({ path }) => path === input.path))
      throw conflict('path: is taken by another site-space in the same section or at the root of the site')
    return transaction.siteSpace.update({
      where: { id: siteSpace.id },
      data: {
        path: input.path ?? undefined,
        condition: input.condition,
        spaceId: input.spaceId ?? undefined,
      },
    })
  })
}

/** A site-space of the site whose space the viewer may read, or NOT_FOUND. */
export async function loadShown(
  context: Context,
  transaction: Transaction,
  site: Site,
  siteSpaceId: string,
): Promise<SiteSpace> {
  const where = { id: siteSpaceId, siteId: site.id, ...shownSiteSpaces(viewerOf(context)) }
  const siteSpace = await transaction.siteSpace.findFirst({ where })
  if (!siteSpace) throw notFound()
  return siteSpace
}

/**
 * Removes a space from a site; the space stays. Where it was the default, the next one becomes the default. A section
 * never is without site-spaces: with its last one it goes too.
 */
export async function deleteSiteSpace(
  context: Context,
  address: SiteAddress,
  siteSpaceId: string,
): Promise<string> {
  return changeSite(context, address, async (transaction, site) => {
    const siteSpace = await loadShown(context, transaction, site, siteSpaceId)
    await transaction.siteSpace.delete({ where: { id: siteSpace.id } })
    const left = await siblingsAt(transaction, siteSpace)
    if (left.length > 0) await settleDefaults(transaction, [left], siteSpace.position)
    else if (siteSpace.sectionId !== null) await removeSections(transaction, site.id, [siteSpace.sectionId])
    return siteSpace.id
  })
}
