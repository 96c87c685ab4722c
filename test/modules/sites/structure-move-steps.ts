import {
  groupsOf,
  levelOf,
  type Model,
  type ModelPlace,
  reorder,
  sectionsOf,
  siteSpacesOf,
} from './structure-model.ts'
import { isHidden, type Operation, pick, type Step } from './structure-step.ts'

const typeOf = (model: Model, id: string): string =>
  groupsOf(model).some((group) => group.id === id)
    ? 'site-section-group'
    : sectionsOf(model).some((section) => section.id === id)
      ? 'site-section'
      : 'site-space'

/** Returns a place beside others, in most cases a valid one. */
function parentFor(model: Model, id: string, [shape = 0, one = 0, other = 0]: readonly number[]): ModelPlace {
  const ids = levelOf(model, id).map((item) => item.id)
  const everything = [...model.root, ...sectionsOf(model), ...siteSpacesOf(model)].map((item) => item.id)
  const others = ids.filter((candidate) => candidate !== id)
  const named = pick(one % 8 === 7 ? everything : one % 8 === 6 ? ids : others, other)
  if (named === undefined) return {}
  const next = others[others.indexOf(named) + 1]
  switch (shape % 8) {
    case 0:
      return {}
    case 1:
    case 2:
      return { before: named }
    case 3:
    case 4:
      return { after: named }
    case 5:
    case 6:
      return { after: named, before: next }
    default:
      return { after: named, before: pick(ids, one) }
  }
}

const positionOf = ({ before, after }: ModelPlace, pointerTo: (id: string) => object) => ({
  before: before === undefined ? undefined : pointerTo(before),
  after: after === undefined ? undefined : pointerTo(after),
})

type MayName = (item: { id: string; spaceId?: string }) => boolean

/** Returns the result of a move: 404 for an invisible item, 400 for an invalid place, else the new order. */
function movement(
  model: Model,
  id: string,
  place: ModelPlace,
  mayName: MayName,
): Pick<Step, 'status' | 'apply'> {
  const level = levelOf(model, id)
  const hidden = siteSpacesOf(model).some((siteSpace) => siteSpace.id === id && isHidden(model, siteSpace))
  if (hidden) return { status: 404 }
  const possible = reorder([...level], id, place, mayName)
  return { status: possible ? 200 : 400, apply: () => void reorder(level, id, place, mayName) }
}

const isShownIn =
  (model: Model): MayName =>
  ({ spaceId }) =>
    spaceId === undefined || !model.deleted.has(spaceId)

export const moveSection: Operation = ({ site, model, numbers: [one, ...numbers] }) => {
  const section = pick(sectionsOf(model), one)
  if (!section) return null
  const place = parentFor(model, section.id, numbers)
  return {
    method: 'post',
    path: `${site.path}/sections/${section.id}/move`,
    body: { position: positionOf(place, (id) => ({ type: 'site-section', siteSection: id })) },
    ...movement(model, section.id, place, ({ id }) => typeOf(model, id) === 'site-section'),
  }
}

export const moveGroup: Operation = ({ site, model, numbers: [one, ...numbers] }) => {
  const group = pick(groupsOf(model), one)
  if (!group) return null
  const place = parentFor(model, group.id, numbers)
  // What is no sibling is refused whatever it is, but a site-space is nothing that this move takes.
  const pointerTo = (id: string) => ({ type: typeOf(model, id).replace('space', 'section'), id })
  return {
    method: 'post',
    path: `${site.path}/section-groups/${group.id}/move`,
    body: { position: positionOf(place, pointerTo) },
    ...movement(model, group.id, place, () => true),
  }
}

export const moveSiteSpace: Operation = ({ site, model, numbers: [one, ...numbers] }) => {
  const siteSpace = pick(siteSpacesOf(model), one)
  if (!siteSpace) return null
  const place = parentFor(model, siteSpace.id, numbers)
  return {
    method: 'post',
    path: `${site.path}/site-spaces/${siteSpace.id}/move`,
    body: { position: positionOf(place, (id) => ({ type: 'site-space', siteSpace: id })) },
    ...movement(model, siteSpace.id, place, isShownIn(model)),
  }
}

export const sort: Operation = ({ site, model, numbers: [one, ...numbers] }) => {
  const item = pick([...model.root, ...sectionsOf(model), ...siteSpacesOf(model)], one)
  if (!item) return null
  const place = parentFor(model, item.id, numbers)
  const pointerTo = (id: string) => ({ type: typeOf(model, id), id })
  return {
    method: 'patch',
    path: `${site.path}/structure/sort`,
    body: { item: pointerTo(item.id), position: positionOf(place, pointerTo) },
    ...movement(model, item.id, place, isShownIn(model)),
  }
}
