import { expect } from 'vitest'
import type { TestApp } from '../../support/app.ts'
import type { TestSite } from '../../support/factories/sites.ts'

/** Reads the stored structure of a site, in order. */
export async function readStructure(app: TestApp, siteId: string) {
  const { prisma } = app.database
  const order = { where: { siteId }, orderBy: { position: 'asc' } } as const
  const [site, sections, groups, siteSpaces] = await Promise.all([
    prisma.site.findUniqueOrThrow({ where: { id: siteId } }),
    prisma.siteSection.findMany(order),
    prisma.siteSectionGroup.findMany(order),
    prisma.siteSpace.findMany({ ...order, include: { space: { select: { deletedAt: true } } } }),
  ])
  return { site, sections, groups, siteSpaces }
}

export type Structure = Awaited<ReturnType<typeof readStructure>>

const distinct = (values: readonly unknown[]) => expect(new Set(values).size).toBe(values.length)

/** Asserts the invariants of every site, and returns its structure. */
export async function expectWhole(app: TestApp, site: TestSite): Promise<Structure> {
  const structure = await readStructure(app, site.id)
  const { sections, siteSpaces } = structure
  const places = Map.groupBy(siteSpaces, ({ sectionId }) => sectionId)
  if (sections.length > 0) expect(places.has(null)).toBe(false)
  expect(sections.filter((section) => section.isDefault)).toHaveLength(Math.min(sections.length, 1))
  distinct(sections.map(({ path }) => path))
  for (const { id } of sections) expect(places.get(id)?.length ?? 0).toBeGreaterThan(0)
  for (const siblings of places.values()) expectOneDefault(siblings)
  const shown = siteSpaces.filter(({ space }) => space.deletedAt === null)
  expect(structure.site.siteSpaceCount).toBe(shown.length)
  expectOneOrder(structure)
  return structure
}

function expectOneDefault(siblings: Structure['siteSpaces']): void {
  const defaults = siblings.filter(({ isDefault }) => isDefault)
  expect(defaults).toHaveLength(1)
  // A deleted space is the default only where nothing else is left.
  const shown = siblings.filter(({ space }) => space.deletedAt === null)
  if (shown.length > 0) expect(shown).toContain(defaults[0])
  distinct(siblings.map(({ path }) => path))
  distinct(siblings.map(({ spaceId }) => spaceId))
}

/** Sections and groups share one order, in which the sections of a group stand directly behind it. */
function expectOneOrder({ sections, groups }: Structure): void {
  const items = [...sections, ...groups.map((group) => ({ ...group, groupId: null }))]
  distinct(items.map(({ position }) => position))
  items.sort((one, other) => (one.position < other.position ? -1 : 1))
  let group: string | null = null
  for (const item of items) {
    if (groups.some(({ id }) => id === item.id)) group = item.id
    else if (item.groupId === null) group = null
    else expect(item.groupId).toBe(group)
  }
}
