import { invalidInput } from '../../../errors.ts'
import type { Prisma, Site } from '../../../generated/prisma/client.ts'
import type { Connection } from '../../../graphql/connection.ts'
import { type Context, viewerOf } from '../../../graphql/context.ts'
import { type SearchArguments, type SpaceResult, searchSpaces } from '../../search/service.ts'
import { shownSiteSpaces } from '../../site-spaces/policy.ts'
import { loadSite, type SiteAddress } from '../../sites/service.ts'

/** The site-spaces to search. */
export interface SearchFilter {
  readonly mode: 'ALL' | 'DEFAULT' | 'SPECIFIC'
  readonly includedSiteSpaces?: readonly string[] | null
  readonly siteSpaceIds?: readonly string[] | null
}

/** The deprecated arguments for the site-spaces to search. */
export interface EarlierScope {
  readonly mode?: 'ALL' | 'CURRENT' | 'SPECIFIC' | null
  readonly siteSpaceId?: string | null
  readonly siteSpaceIds?: readonly string[] | null
}

export interface SiteSearchArguments extends SearchArguments, EarlierScope {
  readonly filter?: SearchFilter | null
}

/** Searches the pages of a site. Returns only spaces that the viewer may read. */
export async function searchSiteSpaces(
  context: Context,
  { siteId, organizationId }: SiteAddress,
  { filter, mode, siteSpaceId, siteSpaceIds, ...args }: SiteSearchArguments,
): Promise<Connection<SpaceResult>> {
  const site = await loadSite(context, siteId, organizationId)
  const selection = filter ? ofFilter(filter) : ofLegacyArguments({ mode, siteSpaceId, siteSpaceIds })
  const spaceIds = await selectedSpaces(context, site, selection)
  return searchSpaces(context, { id: { in: spaceIds } }, args)
}

interface Selection {
  /** Whether all site-spaces are searched, the default ones, or only those in `named`. */
  readonly mode: 'ALL' | 'DEFAULT' | 'NONE'
  /** Ids in the request, and the path of the input member that contains them. */
  readonly named: readonly string[]
  readonly member: string
}

function ofFilter({ mode, includedSiteSpaces, siteSpaceIds }: SearchFilter): Selection {
  if (mode !== 'SPECIFIC')
    return { mode, named: includedSiteSpaces ?? [], member: 'filter.includedSiteSpaces' }
  return specific(siteSpaceIds, 'filter.siteSpaceIds')
}

function ofLegacyArguments({ mode, siteSpaceId, siteSpaceIds }: EarlierScope): Selection {
  if (mode === 'ALL') return { mode, named: [], member: 'mode' }
  if (mode === 'CURRENT') {
    if (!siteSpaceId) throw invalidInput('siteSpaceId', 'is required with the mode current')
    return { mode: 'DEFAULT', named: [siteSpaceId], member: 'siteSpaceId' }
  }
  if (mode == null && siteSpaceIds == null) throw invalidInput('filter', 'is required')
  return specific(siteSpaceIds, 'siteSpaceIds')
}

function specific(siteSpaceIds: readonly string[] | null | undefined, member: string): Selection {
  if (!siteSpaceIds?.length) throw invalidInput(member, 'is required with the mode specific')
  return { mode: 'NONE', named: siteSpaceIds, member }
}

async function selectedSpaces(
  context: Context,
  { id: siteId }: Site,
  { mode, named, member }: Selection,
): Promise<string[]> {
  const where: Prisma.SiteSpaceWhereInput = { siteId, ...shownSiteSpaces(viewerOf(context)) }
  const siteSpaces = await context.database.prisma.siteSpace.findMany({
    where,
    select: { id: true, spaceId: true, isDefault: true },
  })
  const known = new Set(siteSpaces.map(({ id }) => id))
  const unknown = named.findIndex((id) => !known.has(id))
  if (unknown >= 0)
    throw invalidInput(
      member === 'siteSpaceId' ? member : `${member}.${unknown}`,
      `${named[unknown]} is not a site-space of this site that you may read`,
    )
  const isSelected = ({ id, isDefault }: { id: string; isDefault: boolean }) =>
    mode === 'ALL' || (mode === 'DEFAULT' && isDefault) || named.includes(id)
  return siteSpaces.filter(isSelected).map(({ spaceId }) => spaceId)
}
