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

export type VisibleSiteSpace = SiteSpace & { readonly space: Space }
export type VisibleSection = SiteSection & { readonly siteSpaces: readonly VisibleSiteSpace[] }
export type VisibleGroup = SiteSectionGroup & { readonly sections: readonly VisibleSection[] }

/** The parts of a site that are visible to a visitor, in the order of the site. */
export interface VisibleStructure {
  /** Sections and groups at the root; empty on a site without sections. */
  readonly items: readonly (VisibleSection | VisibleGroup)[]
  /** All sections, including those in groups. */
  readonly sections: readonly VisibleSection[]
  /** Site-spaces at the root; empty on a site with sections. */
  readonly root: readonly VisibleSiteSpace[]
  /** All site-spaces, including those in sections. */
  readonly siteSpaces: readonly VisibleSiteSpace[]
}

interface Conditional {
  readonly condition: string | null
  readonly isDefault: boolean
}

/**
 * Reads the structure of a site that is visible to a visitor. Parts whose conditions do not hold are left out, and so
 * are sections and groups that become empty. If the default is hidden, the first visible part becomes the default.
 * `where` restricts the site-spaces further.
 */
export async function visibleStructure(
  { prisma }: Pick<Database, 'prisma'>,
  { id: siteId }: Pick<Site, 'id'>,
  visitor: Visitor,
  where: Prisma.SiteSpaceWhereInput = {},
): Promise<VisibleStructure> {
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

function itemsOf(
  sections: readonly VisibleSection[],
  groups: readonly SiteSectionGroup[],
): (VisibleSection | VisibleGroup)[] {
  const inGroups = Map.groupBy(sections, ({ groupId }) => groupId)
  const shownGroups = groups.flatMap((group) => {
    const inside = inGroups.get(group.id)
    return inside ? [{ ...group, sections: inside }] : []
  })
  return [...(inGroups.get(null) ?? []), ...shownGroups].sort((one, other) =>
    one.position < other.position ? -1 : 1,
  )
}

/** Returns whether the section or site-space that a redirect leads to is visible. */
export const isVisibleTarget =
  ({ sections, siteSpaces }: VisibleStructure) =>
  ({ sectionId, siteSpaceId }: Pick<Target, 'sectionId' | 'siteSpaceId'>): boolean =>
    siteSpaceId === null
      ? sections.some(({ id }) => id === sectionId)
      : siteSpaces.some(({ id }) => id === siteSpaceId)
