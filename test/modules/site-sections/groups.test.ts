import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildMember } from '../../support/factories/organizations.ts'
import {
  buildSection,
  buildSite,
  buildSiteSpace,
  itemsOf,
  type TestSite,
} from '../../support/factories/sites.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function siteWithSections(...titles: string[]) {
  const site = await buildSite(app)
  const sections: Record<string, { id: string }> = {}
  for (const title of titles) sections[title] = await buildSection(site, title)
  const idOf = (title: string) => (sections[title] as { id: string }).id
  return { site, idOf }
}

async function addGroup(site: TestSite, title: string, sections?: string[]) {
  const answer = await site.client.post(`${site.path}/section-groups`, { title, sections })
  expect(answer.status).toBe(201)
  return answer.body
}

/** Returns the titles at the root in order, those of a group behind its own. */
async function outlineOf(site: TestSite): Promise<unknown[]> {
  const { body } = await site.client.get(`${site.path}/structure`)
  return body.structure.map((item: { title: string; sections?: { title: string }[] }) =>
    item.sections ? [item.title, ...item.sections.map(({ title }) => title)] : item.title,
  )
}

describe('adding a section group', () => {
  test('puts it at the end of the root, with the sections in the order given', async () => {
    const { site, idOf } = await siteWithSections('Aa', 'Bb', 'Cc', 'Dd')
    const answer = await site.client.post(`${site.path}/section-groups`, {
      title: 'Group',
      icon: 'folder',
      sections: [idOf('Cc'), idOf('Aa'), idOf('Cc')],
    })
    expect(answer.status).toBe(201)
    const { id, sections, children, ...rest } = answer.body
    expect(rest).toEqual({ object: 'site-section-group', title: 'Group', icon: 'folder', draft: false })
    expect(children).toEqual(sections)
    expect(answer.headers.get('location')).toBe(`${app.url}/v1${site.path}/section-groups/${id}`)
    expect(sections).toMatchObject([
      { object: 'site-section', title: 'Cc', sectionGroup: id, siteSpaces: [{ title: 'Cc' }] },
      { title: 'Aa', sectionGroup: id },
    ])
    expect(await outlineOf(site)).toEqual(['Bb', 'Dd', ['Group', 'Cc', 'Aa']])
    // The list of all sections follows the order of the site.
    expect((await itemsOf(site, 'sections')).map(({ title }) => title)).toEqual(['Bb', 'Dd', 'Cc', 'Aa'])
    expect(await itemsOf(site, 'section-groups')).toEqual([answer.body])
  })

  test('moves sections out of the group they are in', async () => {
    const { site, idOf } = await siteWithSections('Aa', 'Bb')
    await addGroup(site, 'One', [idOf('Aa'), idOf('Bb')])
    await addGroup(site, 'Two', [idOf('Aa')])
    expect(await outlineOf(site)).toEqual([
      ['One', 'Bb'],
      ['Two', 'Aa'],
    ])
  })

  test.each([
    {},
    { title: '' },
    { title: 'x'.repeat(101) },
    { icon: 'x'.repeat(51) },
    { sections: ['secunknown'] },
  ])('refuses what is out of limits (%#) and adds nothing', async (body) => {
    const site = await buildSite(app)
    const title = 'icon' in body || 'sections' in body ? 'Group' : undefined
    expect((await site.client.post(`${site.path}/section-groups`, { title, ...body })).status).toBe(400)
    expect(await itemsOf(site, 'section-groups')).toEqual([])
  })

  test('refuses a section of another site', async () => {
    const { site } = await siteWithSections('Aa')
    const foreign = await buildSection(await buildSite(app), 'Foreign')
    const body = { title: 'Group', sections: [foreign.id] }
    expect((await site.client.post(`${site.path}/section-groups`, body)).status).toBe(400)
  })

  test('new sections come behind groups and what is in them', async () => {
    const { site, idOf } = await siteWithSections('Aa', 'Bb')
    await addGroup(site, 'Group', [idOf('Aa')])
    await buildSection(site, 'Cc')
    expect(await outlineOf(site)).toEqual(['Bb', ['Group', 'Aa'], 'Cc'])
  })
})

describe('changing a section group', () => {
  test('changes title and icon; null removes the icon', async () => {
    const { site, idOf } = await siteWithSections('Aa')
    const group = await addGroup(site, 'Group', [idOf('Aa')])
    const path = `${site.path}/section-groups/${group.id}`
    const changes = { title: 'x'.repeat(100), icon: 'x'.repeat(50) }
    expect((await site.client.patch(path, changes)).body).toEqual({ ...group, ...changes })
    expect((await site.client.patch(path, { icon: null })).body).toEqual({ ...group, title: changes.title })
    expect((await site.client.patch(path, { title: '' })).status).toBe(400)
    expect((await site.client.patch(path, { title: 'x'.repeat(101) })).status).toBe(400)
    expect((await site.client.patch(`${site.path}/section-groups/grpunknown`, {})).status).toBe(404)
  })
})

describe('moving sections in and out of a group', () => {
  test.runIf(isLongRun)(
    'adding puts a section at the end of the group, from the root or another group',
    async () => {
      const { site, idOf } = await siteWithSections('Aa', 'Bb', 'Cc', 'Dd')
      const one = await addGroup(site, 'One', [idOf('Aa')])
      await addGroup(site, 'Two', [idOf('Bb')])
      const add = (title: string) =>
        site.client.post(`${site.path}/section-groups/${one.id}/sections`, { sectionId: idOf(title) })
      const answer = await add('Dd')
      expect(answer.status).toBe(201)
      expect(answer.headers.get('location')).toBe(`${app.url}/v1${site.path}/section-groups/${one.id}`)
      expect(answer.body.sections).toMatchObject([{ title: 'Aa' }, { title: 'Dd', sectionGroup: one.id }])
      expect((await add('Bb')).status).toBe(201)
      expect(await outlineOf(site)).toEqual(['Cc', ['One', 'Aa', 'Dd', 'Bb'], ['Two']])
      // One that is in it already stays in its place.
      expect((await add('Aa')).status).toBe(201)
      expect(await outlineOf(site)).toEqual(['Cc', ['One', 'Aa', 'Dd', 'Bb'], ['Two']])
    },
  )

  test('adding refuses ids that are not sections of the site', async () => {
    const { site } = await siteWithSections('Aa')
    const group = await addGroup(site, 'Group')
    const path = `${site.path}/section-groups/${group.id}/sections`
    expect((await site.client.post(path, { sectionId: 'secunknown' })).status).toBe(400)
    expect((await site.client.post(path, {})).status).toBe(400)
    expect(
      (await site.client.post(`${site.path}/section-groups/grpunknown/sections`, { sectionId: 'x' })).status,
    ).toBe(404)
  })

  test.runIf(isLongRun)('removing puts a section at the root directly behind the group', async () => {
    const { site, idOf } = await siteWithSections('Aa', 'Bb', 'Cc')
    const group = await addGroup(site, 'Group', [idOf('Aa'), idOf('Bb'), idOf('Cc')])
    await buildSection(site, 'Dd')
    const remove = (title: string) =>
      site.client.delete(`${site.path}/section-groups/${group.id}/sections/${idOf(title)}`)
    expect((await remove('Bb')).status).toBe(205)
    expect(await outlineOf(site)).toEqual([['Group', 'Aa', 'Cc'], 'Bb', 'Dd'])
    expect((await remove('Bb')).status).toBe(404)
    expect((await remove('Aa')).status).toBe(205)
    expect((await remove('Cc')).status).toBe(205)
    expect(await outlineOf(site)).toEqual([['Group'], 'Cc', 'Aa', 'Bb', 'Dd'])
  })
})

describe('deleting a section group', () => {
  test.runIf(isLongRun)('leaves its sections at the root where the group was', async () => {
    const { site, idOf } = await siteWithSections('Aa', 'Bb', 'Cc')
    const group = await addGroup(site, 'Group', [idOf('Bb'), idOf('Aa')])
    await buildSection(site, 'Dd')
    expect((await site.client.delete(`${site.path}/section-groups/${group.id}`)).status).toBe(205)
    expect((await site.client.delete(`${site.path}/section-groups/${group.id}`)).status).toBe(404)
    expect(await outlineOf(site)).toEqual(['Cc', 'Bb', 'Aa', 'Dd'])
    const sections = (await site.client.get(`${site.path}/sections`)).body.items
    for (const section of sections) expect(section).not.toHaveProperty('sectionGroup')
  })
})

describe('the structure of a site', () => {
  test('is the site-spaces at the root, though there may be empty groups', async () => {
    const site = await buildSite(app)
    expect((await site.client.get(`${site.path}/structure?shareKey=any`)).body).toEqual({
      type: 'siteSpaces',
      structure: [],
    })
    await addGroup(site, 'Group')
    const siteSpace = await buildSiteSpace(site, 'One')
    expect((await site.client.get(`${site.path}/structure`)).body).toEqual({
      type: 'siteSpaces',
      structure: [siteSpace],
    })
  })

  test('is told by its type alone, too', async () => {
    const { site } = await siteWithSections('Aa')
    const { data } = await site.client.gql('query ($id: ID!) { site(id: $id) { structure { type } } }', {
      id: site.id,
    })
    expect(data).toEqual({ site: { structure: { type: 'SECTIONS' } } })
  })

  test('is sections and groups with all that is in them', async () => {
    const { site, idOf } = await siteWithSections('Aa', 'Bb')
    const group = await addGroup(site, 'Group', [idOf('Aa')])
    const sections = await itemsOf(site, 'sections')
    const { body } = await site.client.get(`${site.path}/structure`)
    expect(body).toEqual({
      type: 'sections',
      structure: [sections.find(({ title }) => title === 'Bb'), group],
    })
  })
})

test('groups are found in their own site only, and writing requires the permission to administer it', async () => {
  const { site, idOf } = await siteWithSections('Aa')
  const group = await addGroup(site, 'Group')
  const other = await buildSite(app)
  expect((await other.client.patch(`${other.path}/section-groups/${group.id}`, {})).status).toBe(404)
  expect((await other.client.delete(`${other.path}/section-groups/${group.id}`)).status).toBe(404)
  const reader = app.as(await buildMember(app, site.organizationId, 'REVIEW'))
  const path = `${site.path}/section-groups/${group.id}`
  expect((await reader.get(`${site.path}/section-groups`)).body.count).toBe(1)
  expect((await reader.post(`${site.path}/section-groups`, { title: 'Mine' })).status).toBe(403)
  expect((await reader.patch(path, {})).status).toBe(403)
  expect((await reader.delete(path)).status).toBe(403)
  expect((await reader.post(`${path}/sections`, { sectionId: idOf('Aa') })).status).toBe(403)
  expect((await reader.delete(`${path}/sections/${idOf('Aa')}`)).status).toBe(403)
})

test.runIf(isLongRun)('GraphQL creates, fills, empties and deletes a group with the same rules', async () => {
  const { site, idOf } = await siteWithSections('Aa', 'Bb')
  const siteId = site.id
  const gql = async (document: string, variables: object = {}) => {
    const answer = await site.client.gql(document, { siteId, ...variables })
    expect(answer.errors).toBeUndefined()
    return answer.data
  }
  const shown = '{ siteSectionGroup { id title sections { nodes { title } } } }'
  const { group } = await gql(
    `mutation($siteId: ID!, $input: CreateSiteSectionGroupInput!) {
      group: createSiteSectionGroup(siteId: $siteId, input: $input) ${shown}
    }`,
    { input: { title: 'Group', sections: [idOf('Aa')] } },
  )
  expect(group.siteSectionGroup).toEqual({
    id: expect.any(String),
    title: 'Group',
    sections: { nodes: [{ title: 'Aa' }] },
  })
  const { id } = group.siteSectionGroup
  const added = await gql(
    `mutation($siteId: ID!, $id: ID!, $sectionId: ID!) {
      group: addSiteSectionToGroup(siteId: $siteId, siteSectionGroupId: $id, siteSectionId: $sectionId) ${shown}
    }`,
    { id, sectionId: idOf('Bb') },
  )
  expect(added.group.siteSectionGroup.sections.nodes).toEqual([{ title: 'Aa' }, { title: 'Bb' }])
  const removed = await gql(
    `mutation($siteId: ID!, $id: ID!, $sectionId: ID!) {
      group: removeSiteSectionFromGroup(siteId: $siteId, siteSectionGroupId: $id, siteSectionId: $sectionId) ${shown}
    }`,
    { id, sectionId: idOf('Aa') },
  )
  expect(removed.group.siteSectionGroup.sections.nodes).toEqual([{ title: 'Bb' }])
  const structure = await gql(`query($siteId: ID!) {
    site(id: $siteId) {
      structure { type structure {
        ... on SiteSection { title siteSpaces { nodes { title } } }
        ... on SiteSectionGroup { title allSections { title sectionGroup { title } } }
      } }
    }
  }`)
  expect(structure.site.structure).toEqual({
    type: 'SECTIONS',
    structure: [
      { title: 'Group', allSections: [{ title: 'Bb', sectionGroup: { title: 'Group' } }] },
      { title: 'Aa', siteSpaces: { nodes: [{ title: 'Aa' }] } },
    ],
  })
  const deleted = await gql(
    `mutation($siteId: ID!, $id: ID!) {
      group: deleteSiteSectionGroup(siteId: $siteId, siteSectionGroupId: $id) { deletedSiteSectionGroupId }
    }`,
    { id },
  )
  expect(deleted).toEqual({ group: { deletedSiteSectionGroupId: id } })
})
