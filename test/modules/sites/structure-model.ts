import type { Structure } from './site-invariants.ts'

export interface ModelSiteSpace {
  readonly id: string
  spaceId: string
  path: string
  isDefault: boolean
}

export interface ModelSection {
  readonly id: string
  path: string
  isDefault: boolean
  siteSpaces: ModelSiteSpace[]
}

export interface ModelGroup {
  readonly id: string
  sections: ModelSection[]
}

/** The structure of a site as plain lists, in the order of its navigation. */
export interface Model {
  root: (ModelSection | ModelGroup)[]
  /** The site-spaces at the root. Empty while there are sections. */
  siteSpaces: ModelSiteSpace[]
  /** Ids of deleted spaces. */
  deleted: Set<string>
}

export const emptyModel = (): Model => ({ root: [], siteSpaces: [], deleted: new Set() })

export const isGroup = (item: ModelSection | ModelGroup): item is ModelGroup => 'sections' in item
export const groupsOf = (model: Model): ModelGroup[] => model.root.filter(isGroup)
export const sectionsOf = (model: Model): ModelSection[] =>
  model.root.flatMap((item) => (isGroup(item) ? item.sections : [item]))

/** Returns the lists in which site-spaces are siblings. */
export const placesOf = (model: Model): ModelSiteSpace[][] => [
  model.siteSpaces,
  ...sectionsOf(model).map(({ siteSpaces }) => siteSpaces),
]
export const siteSpacesOf = (model: Model): ModelSiteSpace[] => placesOf(model).flat()

/** Returns the list in which an item has its siblings. */
export function levelOf(model: Model, id: string): { id: string }[] {
  const levels = [model.root, ...groupsOf(model).map(({ sections }) => sections), ...placesOf(model)]
  return levels.find((level: { id: string }[]) => level.some((item) => item.id === id)) ?? []
}

/** Returns the stored structure as a model, without what is not in the site. */
export function modelOf({ sections, groups, siteSpaces }: Structure): Model {
  const spacesIn = (sectionId: string | null) =>
    siteSpaces
      .filter((siteSpace) => siteSpace.sectionId === sectionId)
      .map(({ id, spaceId, path, isDefault }) => ({ id, spaceId, path, isDefault }))
  const sectionsIn = (groupId: string | null) =>
    sections
      .filter((section) => section.groupId === groupId)
      .map(({ id, path, isDefault, position }) => ({
        position,
        item: { id, path, isDefault, siteSpaces: spacesIn(id) },
      }))
  const root = [
    ...sectionsIn(null),
    ...groups.map(({ id, position }) => ({
      position,
      item: { id, sections: sectionsIn(id).map(({ item }) => item) },
    })),
  ].sort((one, other) => (one.position < other.position ? -1 : 1))
  const deleted = siteSpaces.filter(({ space }) => space.deletedAt !== null)
  return {
    root: root.map(({ item }) => item),
    siteSpaces: spacesIn(null),
    deleted: new Set(deleted.map(({ spaceId }) => spaceId)),
  }
}

/** Returns a path that none of the siblings has. */
export function freePath(base: string, siblings: readonly { path: string }[]): string {
  const taken = siblings.map(({ path }) => path)
  let path = base
  for (let number = 1; taken.includes(path); number++) path = `${base}-${number}`
  return path
}

/**
 * Gives a place its default where it has none that can be seen: the next one from the index on, and behind the last
 * the first.
 */
export function settle(model: Model, place: ModelSiteSpace[], removedAt?: number): void {
  const shown = (siteSpace: ModelSiteSpace) => !model.deleted.has(siteSpace.spaceId)
  const current = place.find(({ isDefault }) => isDefault)
  if (current && shown(current)) return
  const from = removedAt ?? (current ? place.indexOf(current) : 0)
  const next = place.slice(from).find(shown) ?? place.find(shown) ?? current ?? place[0]
  if (current) current.isDefault = false
  if (next) next.isDefault = true
}

export function removeSection(model: Model, section: ModelSection): void {
  const index = sectionsOf(model).indexOf(section)
  model.root = model.root.filter((item) => item !== section)
  for (const group of groupsOf(model)) group.sections = group.sections.filter((item) => item !== section)
  const left = sectionsOf(model)
  const heir = left[index] ?? left[0]
  if (section.isDefault && heir) heir.isDefault = true
}

export function removeSiteSpace(model: Model, siteSpace: ModelSiteSpace): void {
  const place = placesOf(model).find((siteSpaces) => siteSpaces.includes(siteSpace)) as ModelSiteSpace[]
  const index = place.indexOf(siteSpace)
  place.splice(index, 1)
  settle(model, place, index)
  const emptied = sectionsOf(model).find(({ siteSpaces }) => siteSpaces === place)
  if (emptied && place.length === 0) removeSection(model, emptied)
}

export interface ModelPlace {
  readonly before?: string
  readonly after?: string
}

/** Moves an item within the list it is in; false where a position cannot mean any place there. */
export function reorder<Item extends { id: string }>(
  level: Item[],
  id: string,
  { before, after }: ModelPlace,
  mayName: (item: Item) => boolean,
): boolean {
  const item = level.find((candidate) => candidate.id === id) as Item
  const others = level.filter((candidate) => candidate !== item)
  const named = others.filter(mayName).map((other) => other.id)
  if (before !== undefined && !named.includes(before)) return false
  if (after !== undefined && !named.includes(after)) return false
  const shown = others.filter((other) => mayName(other) || isAlwaysShown(other)).map((other) => other.id)
  if (before !== undefined && after !== undefined && shown.indexOf(before) !== shown.indexOf(after) + 1)
    return false
  const anchor = others.findIndex((other) => other.id === (before ?? after))
  const index = before !== undefined ? anchor : after !== undefined ? anchor + 1 : others.length
  level.splice(0, level.length, ...others.toSpliced(index, 0, item))
  return true
}

/** Groups stand between sections even for a move that cannot name them. */
const isAlwaysShown = (item: object) => 'sections' in item
