import {
  freePath,
  groupsOf,
  isGroup,
  type Model,
  type ModelSection,
  type ModelSiteSpace,
  placesOf,
  removeSection,
  removeSiteSpace,
  sectionsOf,
  settle,
  siteSpacesOf,
} from './structure-model.ts'
import { moveGroup, moveSection, moveSiteSpace, sort } from './structure-move-steps.ts'
import { isHidden, type Operation, pick, type Space } from './structure-step.ts'

const mostSections = 10
const mostGroups = 5

const addSection: Operation = (situation) => {
  const { site, model, spaces, numbers } = situation
  if (sectionsOf(model).length >= mostSections) return deleteSection(situation)
  const space = pick(spaces, numbers[0]) as Space
  return {
    method: 'post',
    path: `${site.path}/sections`,
    body: { spaceId: space.id },
    status: model.deleted.has(space.id) ? 400 : 201,
    apply: (reply, gathered) => {
      const first = model.siteSpaces.find(({ isDefault }) => isDefault) ?? model.siteSpaces[0]
      if (first) {
        const { path } = spaces.find(({ id }) => id === first.spaceId) as Space
        appendSection(model, gathered as string, path, model.siteSpaces)
      }
      model.siteSpaces = []
      const [added] = reply.siteSpaces as [{ id: string }]
      appendSection(model, reply.id, space.path, [
        { id: added.id, spaceId: space.id, path: space.path, isDefault: true },
      ])
    },
  }
}

function appendSection(model: Model, id: string, base: string, siteSpaces: ModelSiteSpace[]): void {
  const sections = sectionsOf(model)
  model.root.push({ id, path: freePath(base, sections), isDefault: sections.length === 0, siteSpaces })
}

const deleteSection: Operation = ({ site, model, numbers }) => {
  const section = pick(sectionsOf(model), numbers[0])
  if (!section) return null
  return {
    method: 'delete',
    path: `${site.path}/sections/${section.id}`,
    status: 205,
    apply: () => removeSection(model, section),
  }
}

const chooseDefaultSection: Operation = ({ site, model, numbers }) => {
  const chosen = pick(sectionsOf(model), numbers[0])
  if (!chosen) return null
  return {
    method: 'patch',
    path: site.path,
    body: { defaultSiteSection: chosen.id },
    status: 200,
    apply: () => {
      for (const section of sectionsOf(model)) section.isDefault = section === chosen
    },
  }
}

const renameSection: Operation = ({ site, model, numbers: [one = 0, other = 0] }) => {
  const section = pick(sectionsOf(model), one)
  if (!section) return null
  const path = `path-${other % 4}`
  const taken = sectionsOf(model).some((sibling) => sibling !== section && sibling.path === path)
  return {
    method: 'patch',
    path: `${site.path}/sections/${section.id}`,
    body: { path },
    status: taken ? 409 : 200,
    apply: () => {
      section.path = path
    },
  }
}

/** Takes sections out of where they are; the group or the list they go to comes after. */
function takeOut(model: Model, sections: readonly ModelSection[]): void {
  const stays = (item: ModelSection) => !sections.includes(item)
  model.root = model.root.filter((item) => isGroup(item) || stays(item))
  for (const group of groupsOf(model)) group.sections = group.sections.filter(stays)
}

const addGroup: Operation = (situation) => {
  const { site, model, numbers } = situation
  if (groupsOf(model).length >= mostGroups) return deleteGroup(situation)
  const all = sectionsOf(model)
  const chosen = all.length === 0 ? [] : numbers.slice(1, 1 + ((numbers[0] ?? 0) % 4))
  const sections = chosen.map((number) => pick(all, number) as ModelSection)
  return {
    method: 'post',
    path: `${site.path}/section-groups`,
    body: { title: 'Group', sections: sections.map(({ id }) => id) },
    status: 201,
    apply: ({ id }) => {
      takeOut(model, sections)
      model.root.push({ id, sections: [...new Set(sections)] })
    },
  }
}

const deleteGroup: Operation = ({ site, model, numbers }) => {
  const group = pick(groupsOf(model), numbers[0])
  if (!group) return null
  return {
    method: 'delete',
    path: `${site.path}/section-groups/${group.id}`,
    status: 205,
    apply: () => {
      model.root = model.root.flatMap((item) => (item === group ? group.sections : [item]))
    },
  }
}

const addToGroup: Operation = ({ site, model, numbers: [one, other] }) => {
  const group = pick(groupsOf(model), one)
  const section = pick(sectionsOf(model), other)
  if (!group || !section) return null
  return {
    method: 'post',
    path: `${site.path}/section-groups/${group.id}/sections`,
    body: { sectionId: section.id },
    status: 201,
    apply: () => {
      if (group.sections.includes(section)) return
      takeOut(model, [section])
      group.sections.push(section)
    },
  }
}

const removeFromGroup: Operation = ({ site, model, numbers: [one, other] }) => {
  const group = pick(
    groupsOf(model).filter(({ sections }) => sections.length > 0),
    one,
  )
  const section = group && pick(group.sections, other)
  if (!section) return null
  return {
    method: 'delete',
    path: `${site.path}/section-groups/${group.id}/sections/${section.id}`,
    status: 205,
    apply: () => {
      takeOut(model, [section])
      model.root.splice(model.root.indexOf(group) + 1, 0, section)
    },
  }
}

const addSiteSpace: Operation = ({ site, model, spaces, numbers: [one, other, third = 0] }) => {
  const space = pick(spaces, one) as Space
  const sections = sectionsOf(model)
  const named = third % 3 === 0 ? undefined : pick(sections, other)
  const section = named ?? sections.find(({ isDefault }) => isDefault)
  const place = section ? section.siteSpaces : model.siteSpaces
  const isThere = place.some(({ spaceId }) => spaceId === space.id)
  return {
    method: 'post',
    path: `${site.path}/site-spaces`,
    body: { spaceId: space.id, sectionId: named?.id },
    status: model.deleted.has(space.id) ? 400 : isThere ? 409 : 201,
    apply: ({ id }) => {
      place.push({ id, spaceId: space.id, path: freePath(space.path, place), isDefault: false })
      settle(model, place)
    },
  }
}

const deleteSiteSpace: Operation = ({ site, model, numbers }) => {
  const siteSpace = pick(siteSpacesOf(model), numbers[0])
  if (!siteSpace) return null
  return {
    method: 'delete',
    path: `${site.path}/site-spaces/${siteSpace.id}`,
    status: isHidden(model, siteSpace) ? 404 : 205,
    apply: () => removeSiteSpace(model, siteSpace),
  }
}

const renameSiteSpace: Operation = ({ site, model, numbers: [one, other = 0] }) => {
  const siteSpace = pick(siteSpacesOf(model), one)
  if (!siteSpace) return null
  const path = `path-${other % 3}`
  const siblings = placesOf(model).find((place) => place.includes(siteSpace)) ?? []
  const taken = siblings.some((sibling) => sibling !== siteSpace && sibling.path === path)
  return {
    method: 'patch',
    path: `${site.path}/site-spaces/${siteSpace.id}`,
    body: { path },
    status: isHidden(model, siteSpace) ? 404 : taken ? 409 : 200,
    apply: () => {
      siteSpace.path = path
    },
  }
}

const repointSiteSpace: Operation = ({ site, model, spaces, numbers: [one, other] }) => {
  const siteSpace = pick(siteSpacesOf(model), one)
  if (!siteSpace) return null
  const space = pick(spaces, other) as Space
  const siblings = placesOf(model).find((place) => place.includes(siteSpace)) ?? []
  const taken = siblings.some((sibling) => sibling !== siteSpace && sibling.spaceId === space.id)
  const refusal = isHidden(model, siteSpace) ? 404 : model.deleted.has(space.id) ? 400 : taken ? 409 : null
  return {
    method: 'patch',
    path: `${site.path}/site-spaces/${siteSpace.id}`,
    body: { spaceId: space.id },
    status: refusal ?? 200,
    apply: () => {
      siteSpace.spaceId = space.id
    },
  }
}

const chooseDefaultSiteSpace: Operation = ({ site, model, numbers }) => {
  const chosen = pick(siteSpacesOf(model), numbers[0])
  if (!chosen) return null
  const section = sectionsOf(model).find(({ siteSpaces }) => siteSpaces.includes(chosen))
  return {
    method: 'patch',
    path: section ? `${site.path}/sections/${section.id}` : site.path,
    body: { defaultSiteSpace: chosen.id },
    status: isHidden(model, chosen) ? 400 : 200,
    apply: () => {
      for (const siteSpace of section?.siteSpaces ?? model.siteSpaces)
        siteSpace.isDefault = siteSpace === chosen
    },
  }
}

/** Deletes a space that is there, and restores one that is not. */
const toggleSpace: Operation = ({ model, spaces, numbers }) => {
  const { id } = pick(spaces, numbers[0]) as Space
  const restores = model.deleted.has(id)
  const settleAround = () => {
    for (const place of placesOf(model)) if (place.some(({ spaceId }) => spaceId === id)) settle(model, place)
  }
  return {
    method: restores ? 'post' : 'delete',
    path: restores ? `/spaces/${id}/restore` : `/spaces/${id}`,
    status: restores ? 200 : 205,
    apply: () => {
      if (restores) model.deleted.delete(id)
      else model.deleted.add(id)
      settleAround()
    },
  }
}

/** Every kind of operation; those that fill a site come up more often than those that empty it. */
export const operations: Readonly<Record<string, { readonly weight: number; readonly build: Operation }>> = {
  'add a section': { weight: 3, build: addSection },
  'delete a section': { weight: 1, build: deleteSection },
  'choose the default section': { weight: 1, build: chooseDefaultSection },
  'rename a section': { weight: 1, build: renameSection },
  'add a group': { weight: 2, build: addGroup },
  'delete a group': { weight: 1, build: deleteGroup },
  'add to a group': { weight: 3, build: addToGroup },
  'remove from a group': { weight: 2, build: removeFromGroup },
  'add a site-space': { weight: 4, build: addSiteSpace },
  'delete a site-space': { weight: 2, build: deleteSiteSpace },
  'rename a site-space': { weight: 1, build: renameSiteSpace },
  'repoint a site-space': { weight: 1, build: repointSiteSpace },
  'choose the default site-space': { weight: 1, build: chooseDefaultSiteSpace },
  'delete or restore a space': { weight: 3, build: toggleSpace },
  'move a section': { weight: 4, build: moveSection },
  'move a group': { weight: 4, build: moveGroup },
  'move a site-space': { weight: 4, build: moveSiteSpace },
  sort: { weight: 5, build: sort },
}
