import { invalidInput } from '../../../base/errors.ts'
import { brokenRule } from '../../../base/rules.ts'
import type { Prisma, Site } from '../../../generated/prisma/client.ts'
import type { Connection } from '../../../graph/declare/connection.ts'
import { type Context, viewerOf } from '../../../request/context.ts'
import { type SearchArguments, type SpaceResult, searchSpaces } from '../../search/service.ts'
import { shownSiteSpaces } from '../../site-spaces/policy.ts'
import { loadSite, type SiteAddress } from '../../sites/service.ts'
import { searchForVisitor } from './visitor-search.ts'

export interface SearchFilter {
  readonly mode: 'ALL' | 'DEFAULT' | 'SPECIFIC'
  readonly includedSiteSpaces?: readonly string[] | null
  readonly siteSpaceIds?: readonly string[] | null
  readonly currentSiteSpace?: string | null
  readonly restrictTo?: 'CURRENT_SITE_SPACE' | 'OTHER_SITE_SPACES' | null
}

/** The deprecated arguments for the site-spaces to search. */
export interface DeprecatedFilter {
  readonly mode?: 'ALL' | 'CURRENT' | 'SPECIFIC' | null
  readonly siteSpaceId?: string | null
  readonly siteSpaceIds?: readonly string[] | null
}

export interface SiteSearchArguments extends SearchArguments, DeprecatedFilter {
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
  const spaces = { id: { in: spaceIds } }
  return viewerOf(context).kind === 'visitor'
    ? searchForVisitor(context, spaces, args)
    : searchSpaces(context, spaces, args)
}

/** A site-space in the request, and the path of the input member that names it. */
interface Named {
  readonly id: string
  readonly path: string
}

interface Selection {
  /** Whether all site-spaces are searched, the default ones, or only those in `named`. */
  readonly mode: 'ALL' | 'DEFAULT' | 'NONE'
  readonly named: readonly Named[]
  /** A site-space that is left out, although it is one of the default ones. */
  readonly except?: Named
}

function ofFilter(filter: SearchFilter): Selection {
  const { mode, includedSiteSpaces, siteSpaceIds, currentSiteSpace, restrictTo } = filter
  if (mode === 'SPECIFIC') return specific(siteSpaceIds, 'filter.siteSpaceIds')
  if (restrictTo != null) return restricted(filter)
  const current = currentSiteSpace == null ? [] : [{ id: currentSiteSpace, path: 'filter.currentSiteSpace' }]
  return { mode, named: [...current, ...namedIn(includedSiteSpaces ?? [], 'filter.includedSiteSpaces')] }
}

const namedIn = (ids: readonly string[], member: string): Named[] =>
  ids.map((id, index) => ({ id, path: `${member}.${index}` }))

function restricted({ mode, currentSiteSpace, restrictTo }: SearchFilter): Selection {
  const path = 'filter.currentSiteSpace'
  if (mode !== 'DEFAULT') throw invalidInput('filter.restrictTo', 'requires the mode default')
  if (currentSiteSpace == null) throw invalidInput(path, 'is required with restrictTo')
  const current = { id: currentSiteSpace, path }
  return restrictTo === 'CURRENT_SITE_SPACE'
    ? { mode: 'NONE', named: [current] }
    : { mode, named: [], except: current }
}

function ofLegacyArguments({ mode, siteSpaceId, siteSpaceIds }: DeprecatedFilter): Selection {
  if (mode === 'ALL') return { mode, named: [] }
  if (mode === 'CURRENT') {
    if (!siteSpaceId) throw invalidInput('siteSpaceId', 'is required with the mode current')
    return { mode: 'DEFAULT', named: [{ id: siteSpaceId, path: 'siteSpaceId' }] }
  }
  if (mode == null && siteSpaceIds == null) throw brokenRule('filter', 'REQUIRED')
  return specific(siteSpaceIds, 'siteSpaceIds')
}

function specific(siteSpaceIds: readonly string[] | null | undefined, member: string): Selection {
  if (!siteSpaceIds?.length) throw invalidInput(member, 'is required with the mode specific')
  return { mode: 'NONE', named: namedIn(siteSpaceIds, member) }
}

async function selectedSpaces(
  context: Context,
  { id: siteId }: Site,
  { mode, named, except }: Selection,
): Promise<string[]> {
  const where: Prisma.SiteSpaceWhereInput = { siteId, ...shownSiteSpaces(viewerOf(context)) }
  const siteSpaces = await context.database.prisma.siteSpace.findMany({
    where,
    select: { id: true, spaceId: true, isDefault: true, hidden: true, draft: true },
  })
  const known = new Set(siteSpaces.map(({ id }) => id))
  const unknown = [...named, ...(except ? [except] : [])].find(({ id }) => !known.has(id))
  if (unknown)
    throw invalidInput(unknown.path, `${unknown.id} is not a site-space of this site that you may read`)
  const isListed = ({ hidden, draft }: { hidden: boolean; draft: boolean }) => !hidden && !draft
  const isSelected = (siteSpace: (typeof siteSpaces)[number]) =>
    named.some((one) => one.id === siteSpace.id) ||
    (isListed(siteSpace) && (mode === 'ALL' || (mode === 'DEFAULT' && siteSpace.isDefault)))
  return siteSpaces
    .filter((siteSpace) => siteSpace.id !== except?.id && isSelected(siteSpace))
    .map(({ spaceId }) => spaceId)
}
