import type { Viewer } from '../../access/viewer.ts'
import { invalidInput, refusedInput } from '../../errors.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { shownSiteSpaces } from '../site-spaces/policy.ts'
import { type Destination, queryOfTransaction, readTargets } from './targets.ts'

export type DestinationKind = 'SITE_SECTION' | 'SITE_SPACE' | 'SITE_PAGE'

export interface DestinationInput {
  kind: DestinationKind
  siteSectionId?: string | null
  siteSpaceId?: string | null
  pageId?: string | null
}

const members = ['siteSectionId', 'siteSpaceId', 'pageId'] as const

const membersOfKind: Readonly<Record<DestinationKind, readonly (typeof members)[number][]>> = {
  SITE_SECTION: ['siteSectionId'],
  SITE_SPACE: ['siteSpaceId'],
  SITE_PAGE: ['siteSpaceId', 'pageId'],
}

export function kindOf({ siteSpaceId, pageId }: Destination): DestinationKind {
  if (pageId !== null) return 'SITE_PAGE'
  return siteSpaceId === null ? 'SITE_SECTION' : 'SITE_SPACE'
}

/** Returns SQL for the same. */
export const kindInSql = (siteSpaceId: string, pageId: string): string =>
  `CASE WHEN ${pageId} IS NOT NULL THEN 'SITE_PAGE' WHEN ${siteSpaceId} IS NULL THEN 'SITE_SECTION' ELSE 'SITE_SPACE' END`

/** Parses a destination, which must have exactly the members of its kind. `path` is its path in the input. */
export function readDestination(input: DestinationInput, path: string): Destination {
  for (const member of members) {
    const needed = membersOfKind[input.kind].includes(member)
    if (needed === (input[member] != null)) continue
    throw invalidInput(
      `${path}.${member}`,
      needed ? 'is required with this kind' : 'does not go with this kind',
    )
  }
  return {
    sectionId: input.siteSectionId ?? null,
    siteSpaceId: input.siteSpaceId ?? null,
    pageId: input.pageId ?? null,
  }
}

/**
 * Throws an input error for destinations that are not on the site, or that the viewer may not read. `member` is the
 * path of each in the input.
 */
export async function assertDestinations(
  transaction: Prisma.TransactionClient,
  viewer: Viewer,
  siteId: string,
  destinations: readonly (Destination & { readonly member: string })[],
): Promise<void> {
  const sectionIds = destinations.flatMap(({ sectionId }) => sectionId ?? [])
  const siteSpaceIds = destinations.flatMap(({ siteSpaceId }) => siteSpaceId ?? [])
  const sections = await idsOf(
    transaction.siteSection.findMany({ where: { siteId, id: { in: sectionIds } }, select: { id: true } }),
  )
  const siteSpaces = await idsOf(
    transaction.siteSpace.findMany({
      where: { siteId, id: { in: siteSpaceIds }, ...shownSiteSpaces(viewer) },
      select: { id: true },
    }),
  )
  for (const { sectionId, siteSpaceId, member } of destinations) {
    if (sectionId !== null && !sections.has(sectionId))
      throw refusedInput(`${member}.siteSectionId`, 'SECTION_NOT_IN_SITE')
    if (siteSpaceId !== null && !siteSpaces.has(siteSpaceId))
      throw refusedInput(`${member}.siteSpaceId`, 'SITE_SPACE_NOT_IN_SITE')
  }
  const targets = await readTargets(queryOfTransaction(transaction), destinations)
  targets.forEach(({ pageIsGone }, index) => {
    if (pageIsGone) throw refusedInput(`${destinations[index]?.member}.pageId`, 'PAGE_NOT_IN_SITE_SPACE')
  })
}

const idsOf = async (rows: Promise<{ id: string }[]>): Promise<ReadonlySet<string>> =>
  new Set((await rows).map(({ id }) => id))
