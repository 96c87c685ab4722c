import type { Transaction } from '../../database/transactions.ts'
import type { Site, SiteSpace } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../request/context.ts'
import { changeSite, type SiteAddress } from '../sites/service.ts'
import {
  positionsForMove,
  type Siblings,
  type StructurePosition,
  siblingsOf,
} from '../sites/structure/moves.ts'
import { siblingsIn } from '../sites/structure/site-spaces.ts'
import { shownSiteSpaces } from './policy.ts'
import { loadShown } from './service.ts'

/** Moves a site-space within its section, or within the root. */
export async function moveSiteSpace(
  context: Context,
  address: SiteAddress,
  siteSpaceId: string,
  { position }: { position?: StructurePosition | null },
): Promise<SiteSpace> {
  return changeSite(context, address, (transaction, site) =>
    moveSiteSpaceIn(context, transaction, site, siteSpaceId, position ?? {}),
  )
}

/** Moves a site-space in the transaction of a structure change. */
export async function moveSiteSpaceIn(
  context: Context,
  transaction: Transaction,
  site: Site,
  siteSpaceId: string,
  position: StructurePosition,
): Promise<SiteSpace> {
  const siteSpace = await loadShown(context, transaction, site, siteSpaceId)
  const siblings = await siblingsOfSiteSpace(context, transaction, siteSpace)
  const [moved] = positionsForMove(siblings, siteSpace.id, position) ?? []
  if (moved === undefined) return siteSpace
  return transaction.siteSpace.update({ where: { id: siteSpace.id }, data: { position: moved } })
}

/** Site-spaces that the viewer cannot read keep their position and are hidden from inputs. */
async function siblingsOfSiteSpace(
  context: Context,
  transaction: Transaction,
  { siteId, sectionId }: SiteSpace,
): Promise<Siblings> {
  const shown = await transaction.siteSpace.findMany({
    where: { siteId, sectionId, ...shownSiteSpaces(viewerOf(context)) },
    select: { id: true },
  })
  const visible = new Set(shown.map(({ id }) => id))
  const siblings = await siblingsIn(transaction, { siteId, sectionId })
  return siblingsOf(
    siblings.map(({ id, position }) => ({
      type: 'SITE_SPACE',
      id,
      positions: [position],
      hidden: !visible.has(id),
    })),
  )
}
