import type { Database } from '../../../database/client.ts'
import type {
  Prisma,
  Site,
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
  Space,
} from '../../../generated/prisma/client.ts'
import type { Target } from '../../redirects/targets.ts'
import { conditionHolds } from '../../visitors/conditions/condition.ts'
import type { Visitor } from '../../visitors/visitor.ts'

/** The columns of a space that visitors of its sites see. */
export type ShownSpace = Pick<Space, 'id' | 'title' | 'revisionId'>

export type VisibleSiteSpace<Shown = ShownSpace> = SiteSpace & { readonly space: Shown }
export type VisibleSection<Shown = ShownSpace> = SiteSection & {
  readonly siteSpaces: readonly VisibleSiteSpace<Shown>[]
}
export type VisibleGroup<Shown = ShownSpace> = SiteSectionGroup & {
  readonly sections: readonly VisibleSection<Shown>[]
}

/** The parts of a site that are visible to a visitor, in the order of the site. */
export interface VisibleStructure<Shown = ShownSpace> {
  /** Sections and groups at the root; empty on a site without sections. */
  readonly items: readonly (VisibleSection<Shown> | VisibleGroup<Shown>)[]
  /** All sections, including those in groups. */
  readonly sections: readonly VisibleSection<Shown>[]
  /** Site-spaces at the root; empty on a site with sections. */
  readonly root: readonly VisibleSiteSpace<Shown>[]
  /** All site-spaces, including those in sections. */
  readonly siteSpaces: readonly VisibleSiteSpace<Shown>[]
}

/** All parts of a site, each kind in the order of the site. */
export interface SiteStructure<Shown = ShownSpace> {
  readonly sections: readonly SiteSection[]
  readonly groups: readonly SiteSectionGroup[]
  readonly siteSpaces: readonly VisibleSiteSpace<Shown>[]
}

interface Conditional {
  readonly condition: string | null
  readonly isDefault: boolean
}

/** Reads the structure of a site, without deleted spaces. `where` restricts the site-spaces further. */
export async function readStructure(
  { prisma }: Pick<Database, 'prisma'>,
  { id: siteId }: Pick<Site, 'id'>,
  where: Prisma.SiteSpaceWhereInput = {},
): Promise<SiteStructure<Space>> {
  const orderBy = [{ position: 'asc' as const }, { id: 'asc' as const }]
  const [sections, groups, siteSpaces] = await Promise.all([
    prisma.siteSection.findMany({ where: { siteId }, orderBy }),
    prisma.siteSectionGroup.findMany({ where: { siteId }, orderBy }),
    prisma.siteSpace.findMany({
      where: { AND: [{ siteId, space: { deletedAt: null } }, where] },
      orderBy,
      include: { space: true },
    }),
  ])
  return { sections, groups, siteSpaces }
}

/**
 * Returns the structure of a site that is visible to a visitor. Parts whose conditions do not hold are left out, and so
 * are sections and groups that become empty. If the default is hidden, the first visible part becomes the default.
 */
export function visibleStructure<Shown>(
  { sections, groups, siteSpaces }: SiteStructure<Shown>,
  visitor: Visitor,
): VisibleStructure<Shown> {
  const bySection = Map.groupBy(visibleTo(visitor, siteSpaces), ({ sectionId }) => sectionId)
  const shown = withDefault(
    visibleTo(visitor, sections).flatMap((section) => {
      const inside = bySection.get(section.id)
      return inside ? [{ ...section, siteSpaces: withDefault(inside) }] : []
    }),
  )
  const root = withDefault(bySection.get(null) ?? [])
  return {
    items: itemsOf(shown, groups),
    sections: shown,
    root,
    siteSpaces: [...root, ...shown.flatMap((section) => section.siteSpaces)],
  }
}

const visibleTo = <Item extends Conditional>({ claims }: Visitor, items: readonly Item[]): Item[] =>
  items.filter(({ condition }) => condition === null || conditionHolds(condition, claims))

function withDefault<Item extends Conditional>(items: readonly Item[]): Item[] {
  const shownFirst = items.find(({ isDefault }) => isDefault) ?? items[0]
  return items.map((item) => ({ ...item, isDefault: item === shownFirst }))
}

function itemsOf<Shown>(
  sections: readonly VisibleSection<Shown>[],
  groups: readonly SiteSectionGroup[],
): (VisibleSection<Shown> | VisibleGroup<Shown>)[] {
  const inGroups = Map.groupBy(sections, ({ groupId }) => groupId)
  const shownGroups = groups.flatMap((group) => {
    const inside = inGroups.get(group.id)
    return inside ? [{ ...group, sections: inside }] : []
  })
  return [...(inGroups.get(null) ?? []), ...shownGroups].sort((one, other) =>
    one.position < other.position ? -1 : 1,
  )
}

/** Returns whether the section or site-space that a redirect leads to is visible. An address elsewhere always is. */
export const isVisibleTarget =
  ({ sections, siteSpaces }: VisibleStructure) =>
  ({ sectionId, siteSpaceId, url }: Pick<Target, 'sectionId' | 'siteSpaceId' | 'url'>): boolean =>
    url !== null ||
    (siteSpaceId === null
      ? sections.some(({ id }) => id === sectionId)
      : siteSpaces.some(({ id }) => id === siteSpaceId))
