import type { Viewer } from '../../access/viewer.ts'
import { invalidInput } from '../../errors.ts'
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

/** Reads a destination, which must have the members of its kind and no others; `path` is where it stands. */
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

/** Refuses what is not of the site, or not to be read by the viewer; `member` says where each stands. */
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
      throw invalidInput(`${member}.siteSectionId`, 'is no section of this site')
    if (siteSpaceId !== null && !siteSpaces.has(siteSpaceId))
      throw invalidInput(`${member}.siteSpaceId`, 'is no site-space of this site')
  }
  const targets = await readTargets(queryOfTransaction(transaction), destinations)
  targets.forEach(({ pageIsGone }, index) => {
    if (pageIsGone)
      throw invalidInput(`${destinations[index]?.member}.pageId`, 'is no page of this site-space')
  })
}

const idsOf = async (rows: Promise<{ id: string }[]>): Promise<ReadonlySet<string>> =>
  new Set((await rows).map(({ id }) => id))
