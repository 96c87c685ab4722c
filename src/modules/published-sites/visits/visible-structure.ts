import type { Database } from '../../../database/client.ts'
import type {
  Prisma,
  Site,
  SiteExternalLink,
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
  Space,
} from '../../../generated/prisma/client.ts'
import type { Target } from '../../redirects/targets.ts'
import { conditionHolds } from '../../visitors/conditions/condition.ts'
import type { Visitor } from '../../visitors/visitor.ts'

/** The columns of a space that visitors of its sites see. */
export type ShownSpace = Pick<Space, 'id' | 'title' | 'language' | 'revisionId'>

export type VisibleSiteSpace<Shown = ShownSpace> = SiteSpace & { readonly space: Shown }
export type VisibleSection<Shown = ShownSpace> = SiteSection & {
  readonly siteSpaces: readonly VisibleSiteSpace<Shown>[]
}
export type VisibleGroup<Shown = ShownSpace> = SiteSectionGroup & {
  readonly children: readonly VisibleItem<Shown>[]
}
export type VisibleItem<Shown = ShownSpace> = VisibleSection<Shown> | VisibleGroup<Shown> | SiteExternalLink

/** The parts of a site that are visible to a visitor, in the order of the site. */
export interface VisibleStructure<Shown = ShownSpace> {
  /** Sections, groups and external links at the root; empty on a site without sections. */
  readonly items: readonly VisibleItem<Shown>[]
  /** All sections, including those in groups. */
  readonly sections: readonly VisibleSection<Shown>[]
  /** Site-spaces at the root; empty on a site with sections. */
  readonly root: readonly VisibleSiteSpace<Shown>[]
  /** All site-spaces, including those in sections, and those that are in no navigation. */
  readonly siteSpaces: readonly VisibleSiteSpace<Shown>[]
}

/** All parts of a site, each kind in the order of the site. */
export interface SiteStructure<Shown = ShownSpace> {
  readonly sections: readonly SiteSection[]
  readonly groups: readonly SiteSectionGroup[]
  readonly links: readonly SiteExternalLink[]
  readonly siteSpaces: readonly VisibleSiteSpace<Shown>[]
}

interface Conditional {
  readonly condition: string | null
  readonly draft: boolean
}

/** Reads the structure of a site, without deleted spaces. `where` restricts the site-spaces further. */
export async function readStructure(
  { prisma }: Pick<Database, 'prisma'>,
  { id: siteId }: Pick<Site, 'id'>,
  where: Prisma.SiteSpaceWhereInput = {},
): Promise<SiteStructure<Space>> {
  const orderBy = [{ position: 'asc' as const }, { id: 'asc' as const }]
  const [sections, groups, links, siteSpaces] = await Promise.all([
    prisma.siteSection.findMany({ where: { siteId }, orderBy }),
    prisma.siteSectionGroup.findMany({ where: { siteId }, orderBy }),
    prisma.siteExternalLink.findMany({ where: { siteId }, orderBy }),
    prisma.siteSpace.findMany({
      where: { AND: [{ siteId, space: { deletedAt: null } }, where] },
      orderBy,
      include: { space: true },
    }),
  ])
  return { sections, groups, links, siteSpaces }
}

/**
 * Returns the structure of a site that is visible to a visitor. Drafts and parts whose conditions do not hold are left out,
 * with all that is in them, and so are sections and groups that become empty. If the default is left out, the first visible
 * part becomes the default.
 */
export function visibleStructure<Shown>(
  { sections, groups, links, siteSpaces }: SiteStructure<Shown>,
  visitor: Visitor,
): VisibleStructure<Shown> {
  const bySection = Map.groupBy(visibleTo(visitor, siteSpaces), ({ sectionId }) => sectionId)
  const open = openGroups(groups)
  const isOpen = ({ groupId }: { readonly groupId: string | null }) => groupId === null || open.has(groupId)
  const shown = withDefault(
    visibleTo(visitor, sections.filter(isOpen)).flatMap((section) => {
      const inside = bySection.get(section.id)
      return inside ? [{ ...section, siteSpaces: withDefault(inside) }] : []
    }),
  )
  const root = withDefault(bySection.get(null) ?? [])
  return {
    items:
      shown.length === 0
        ? []
        : itemsOf([...shown, ...visibleTo(visitor, links.filter(isOpen))], [...open.values()]),
    sections: shown,
    root,
    siteSpaces: [...root, ...shown.flatMap((section) => section.siteSpaces)],
  }
}

const visibleTo = <Item extends Conditional>({ claims }: Visitor, items: readonly Item[]): Item[] =>
  items.filter(({ condition, draft }) => !draft && (condition === null || conditionHolds(condition, claims)))

/** Returns the groups that are neither drafts nor in one, by their ids. */
function openGroups(groups: readonly SiteSectionGroup[]): ReadonlyMap<string, SiteSectionGroup> {
  const open = new Map<string, SiteSectionGroup>()
  // What is in a group follows it.
  for (const group of groups)
    if (!group.draft && (group.groupId === null || open.has(group.groupId))) open.set(group.id, group)
  return open
}

/** Makes the first of parts in the order of the site their default if none is. */
export function withDefault<Item extends { readonly isDefault: boolean }>(items: readonly Item[]): Item[] {
  const shownFirst = items.find(({ isDefault }) => isDefault) ?? items[0]
  return items.map((item) => ({ ...item, isDefault: item === shownFirst }))
}

/** Arranges items in their groups. Groups without any are left out. */
function itemsOf<Shown>(
  items: readonly (VisibleSection<Shown> | SiteExternalLink)[],
  groups: readonly SiteSectionGroup[],
): VisibleItem<Shown>[] {
  const itemsIn = Map.groupBy(items, ({ groupId }) => groupId)
  const groupsIn = Map.groupBy(groups, ({ groupId }) => groupId)
  const within = (groupId: string | null): VisibleItem<Shown>[] => {
    const inner = (groupsIn.get(groupId) ?? []).flatMap((group) => {
      const children = within(group.id)
      return children.length > 0 ? [{ ...group, children }] : []
    })
    return [...(itemsIn.get(groupId) ?? []), ...inner].sort((one, other) =>
      one.position < other.position ? -1 : 1,
    )
  }
  return within(null)
}

/** Returns the sections among items and in their groups. */
export const sectionsAmong = <Shown>(items: readonly VisibleItem<Shown>[]): VisibleSection<Shown>[] =>
  items.flatMap((item) => {
    if ('children' in item) return sectionsAmong(item.children)
    return 'siteSpaces' in item ? [item] : []
  })

/** Returns whether the section or site-space that a redirect leads to is visible. An address elsewhere always is. */
export const isVisibleTarget =
  ({ sections, siteSpaces }: VisibleStructure) =>
  ({ sectionId, siteSpaceId, url }: Pick<Target, 'sectionId' | 'siteSpaceId' | 'url'>): boolean =>
    url !== null ||
    (siteSpaceId === null
      ? sections.some(({ id }) => id === sectionId)
      : siteSpaces.some(({ id }) => id === siteSpaceId))
