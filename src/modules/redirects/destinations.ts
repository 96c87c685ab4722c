import type { Viewer } from '../../access/viewer.ts'
import { type AppError, invalidInput } from '../../base/errors.ts'
import { brokenRule } from '../../base/rules.ts'
import type { Transaction } from '../../database/transactions.ts'
import { shownSiteSpaces } from '../site-spaces/policy.ts'
import { refusedInput } from '../site-spaces/reasons.ts'
import { refusedInput as refusedBySite } from '../sites/reasons.ts'
import { readPagesAtPaths } from './page-paths.ts'
import { type Destination, readTargets } from './targets.ts'

export type DestinationKind = 'SITE_SECTION' | 'SITE_SPACE' | 'SITE_PAGE' | 'EXTERNAL'

export interface DestinationInput {
  kind: DestinationKind | 'PATH'
  siteSectionId?: string | null
  siteSpaceId?: string | null
  pageId?: string | null
  url?: string | null
  spaceId?: string | null
  path?: string | null
}

const members = ['siteSectionId', 'siteSpaceId', 'pageId', 'url', 'spaceId', 'path'] as const

const membersOfKind: Readonly<Record<DestinationInput['kind'], readonly (typeof members)[number][]>> = {
  SITE_SECTION: ['siteSectionId'],
  SITE_SPACE: ['siteSpaceId'],
  SITE_PAGE: ['siteSpaceId', 'pageId'],
  EXTERNAL: ['url'],
  PATH: ['spaceId', 'path'],
}

export function kindOf({ siteSpaceId, pageId, url }: Destination): DestinationKind {
  if (url !== null) return 'EXTERNAL'
  if (pageId !== null) return 'SITE_PAGE'
  return siteSpaceId === null ? 'SITE_SECTION' : 'SITE_SPACE'
}

/** Returns SQL for the same. */
export const kindInSql = (siteSpaceId: string, pageId: string, url: string): string =>
  `CASE WHEN ${url} IS NOT NULL THEN 'EXTERNAL' WHEN ${pageId} IS NOT NULL THEN 'SITE_PAGE' WHEN ${siteSpaceId} IS NULL THEN 'SITE_SECTION' ELSE 'SITE_SPACE' END`

/** A destination as an input names it, and its path in the input. */
export interface GivenDestination {
  readonly input: DestinationInput
  readonly member: string
}

/** Returns what is wrong with the members of a destination, which must be exactly those of its kind. */
export function shapeFaultOf({ input, member: path }: GivenDestination): AppError | null {
  for (const member of members) {
    const needed = membersOfKind[input.kind].includes(member)
    if (needed === (input[member] != null)) continue
    return invalidInput(
      `${path}.${member}`,
      needed ? 'is required with this kind' : 'does not go with this kind',
    )
  }
  if (input.url != null && !/^https?:$/.test(URL.parse(input.url)?.protocol ?? ''))
    return brokenRule(`${path}.url`, 'WITHOUT_HTTP')
  return null
}

/**
 * Reads destinations of a redirect of the site, each by its own. Those that are not on the site, or that the viewer may
 * not read, become input errors.
 */
export async function readDestinations(
  transaction: Transaction,
  viewer: Viewer,
  siteId: string,
  given: readonly GivenDestination[],
): Promise<(Destination | AppError)[]> {
  const query = transaction.query
  const known = await readParts(
    transaction,
    viewer,
    siteId,
    given.map(({ input }) => input),
  )
  const found = given.map((one) => shapeFaultOf(one) ?? partFaultOf(one, known))
  const paths = given.flatMap(({ input: { kind, spaceId, path } }, index) => {
    const siteSpace = kind === 'PATH' && !found[index] ? known.bySpace.get(spaceId as string) : undefined
    return siteSpace ? [{ index, revisionId: siteSpace.revisionId, path: path as string }] : []
  })
  const pages = await readPagesAtPaths(query, paths)
  const pageAt = new Map(paths.map(({ index }, n) => [index, pages[n] ?? null]))
  const read = given.map(({ input, member }, index): Destination | AppError => {
    const fault = found[index]
    if (fault) return fault
    if (input.kind !== 'PATH') return columnsOf(input)
    const siteSpaceId = known.bySpace.get(input.spaceId as string)?.id ?? null
    if (isRoot(input.path as string)) return { ...nowhere, siteSpaceId }
    const pageId = pageAt.get(index) ?? null
    return pageId === null
      ? refusedInput(`${member}.path`, 'PAGE_NOT_IN_SITE_SPACE')
      : { ...nowhere, siteSpaceId, pageId }
  })
  const destinations = read.map((one) => (one instanceof Error ? nowhere : one))
  const targets = await readTargets(query, destinations)
  return read.map((one, index) =>
    targets[index]?.pageIsGone
      ? refusedInput(`${given[index]?.member}.pageId`, 'PAGE_NOT_IN_SITE_SPACE')
      : one,
  )
}

const nowhere: Destination = { sectionId: null, siteSpaceId: null, pageId: null, url: null }

const columnsOf = ({ siteSectionId, siteSpaceId, pageId, url }: DestinationInput): Destination => ({
  sectionId: siteSectionId ?? null,
  siteSpaceId: siteSpaceId ?? null,
  pageId: pageId ?? null,
  url: url ?? null,
})

const isRoot = (path: string) => /^\/*$/.test(path)

interface Parts {
  readonly sections: ReadonlySet<string>
  readonly siteSpaces: ReadonlySet<string>
  /** The site-space that shows a space: the default one, if there are several. */
  readonly bySpace: ReadonlyMap<string, { readonly id: string; readonly revisionId: string }>
}

async function readParts(
  transaction: Transaction,
  viewer: Viewer,
  siteId: string,
  inputs: readonly DestinationInput[],
): Promise<Parts> {
  const named = (member: 'siteSectionId' | 'siteSpaceId' | 'spaceId') => [
    ...new Set(inputs.flatMap((input) => input[member] ?? [])),
  ]
  const sections = await transaction.siteSection.findMany({
    where: { siteId, id: { in: named('siteSectionId') } },
    select: { id: true },
  })
  const siteSpaces = await transaction.siteSpace.findMany({
    where: {
      AND: [
        { siteId, ...shownSiteSpaces(viewer) },
        { OR: [{ id: { in: named('siteSpaceId') } }, { spaceId: { in: named('spaceId') } }] },
      ],
    },
    orderBy: [{ isDefault: 'asc' }, { position: 'desc' }],
    select: { id: true, spaceId: true, space: { select: { revisionId: true } } },
  })
  return {
    sections: new Set(sections.map(({ id }) => id)),
    siteSpaces: new Set(siteSpaces.map(({ id }) => id)),
    bySpace: new Map(siteSpaces.map(({ id, spaceId, space }) => [spaceId, { id, ...space }])),
  }
}

function partFaultOf({ input, member }: GivenDestination, parts: Parts): AppError | null {
  const { siteSectionId, siteSpaceId, spaceId } = input
  if (siteSectionId != null && !parts.sections.has(siteSectionId))
    return refusedBySite(`${member}.siteSectionId`, 'SECTION_NOT_IN_SITE')
  if (siteSpaceId != null && !parts.siteSpaces.has(siteSpaceId))
    return refusedInput(`${member}.siteSpaceId`, 'SITE_SPACE_NOT_IN_SITE')
  return spaceId != null && !parts.bySpace.has(spaceId)
    ? invalidInput(`${member}.spaceId`, 'is not a space of this site')
    : null
}
