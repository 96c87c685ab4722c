import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startOwnTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun, oneRowIn } from '../../support/budget.ts'
import { buildMember } from '../../support/factories/organizations.ts'
import {
  buildSection,
  buildSite,
  buildSiteSpace,
  itemsOf,
  type TestSite,
} from '../../support/factories/sites.ts'
import { takeSnapshot } from '../../support/snapshot.ts'
import { expectWhole } from '../sites/site-invariants.ts'

let app: TestApp
let outline: Outline
let restoreOutline: () => Promise<void>

beforeAll(async () => {
  app = await startOwnTestApp()
  outline = await buildOutline()
  restoreOutline = await takeSnapshot(app)
})
beforeEach(() => restoreOutline())
afterAll(() => app.close())

interface Named {
  readonly title: string
  readonly sections?: Named[]
}

/**
 * A site with the ungrouped sections `Aa`, `Bb`, `Cc`, a group `One` with `Dd`, `Ee`, `Ff`, a section `Gg` and a group
 * `Two` with `Hh`, in this order.
 */
async function buildOutline() {
  const site = await buildSite(app)
  const ids: Record<string, string> = {}
  const idOf = (title: string) => ids[title] ?? title
  const addSections = async (...titles: string[]) => {
    for (const title of titles) ids[title] = (await buildSection(site, title)).id
  }
  const addGroup = async (title: string, ...sections: string[]) => {
    const body = { title, sections: sections.map(idOf) }
    const answer = await site.client.post(`${site.path}/section-groups`, body)
    expect(answer.status).toBe(201)
    ids[title] = answer.body.id
  }
  await addSections('Aa', 'Bb', 'Cc', 'Dd', 'Ee', 'Ff')
  await addGroup('One', 'Dd', 'Ee', 'Ff')
  await addSections('Gg', 'Hh')
  await addGroup('Two', 'Hh')
  return { site, idOf, type: typeByTitle }
}

const typeByTitle = (title: string) => (/^(One|Two)$/.test(title) ? 'site-section-group' : 'site-section')

const initial = ['Aa', 'Bb', 'Cc', ['One', 'Dd', 'Ee', 'Ff'], 'Gg', ['Two', 'Hh']]

/** Returns the titles at the root in order, those of a group behind its own. */
async function outlineOf(site: TestSite): Promise<unknown[]> {
  const { body } = await site.client.get(`${site.path}/structure`)
  return body.structure.map((item: Named) =>
    item.sections ? [item.title, ...item.sections.map(({ title }) => title)] : item.title,
  )
}

type Outline = Awaited<ReturnType<typeof buildOutline>>

interface SiteSpaceParent {
  readonly before?: string
  readonly after?: string
}

/** Returns a position that names siblings in the way of one of the moves. */
function positionOf({ before, after }: SiteSpaceParent, pointerTo: (title: string) => object) {
  return { ...(before && { before: pointerTo(before) }), ...(after && { after: pointerTo(after) }) }
}

const moveSection = ({ site, idOf }: Outline, title: string, place?: SiteSpaceParent) =>
  site.client.post(
    `${site.path}/sections/${idOf(title)}/move`,
    place && {
      position: positionOf(place, (sibling) => ({ type: 'site-section', siteSection: idOf(sibling) })),
    },
  )

const moveGroup = ({ site, idOf, type }: Outline, title: string, place?: SiteSpaceParent) =>
  site.client.post(
    `${site.path}/section-groups/${idOf(title)}/move`,
    place && { position: positionOf(place, (sibling) => ({ type: type(sibling), id: idOf(sibling) })) },
  )

const sort = ({ site, idOf, type }: Outline, title: string, place: SiteSpaceParent) => {
  const pointerTo = (named: string) => ({ type: type(named), id: idOf(named) })
  return site.client.patch(`${site.path}/structure/sort`, {
    item: pointerTo(title),
    position: positionOf(place, pointerTo),
  })
}

type Move = (outline: Outline, title: string, place: SiteSpaceParent) => ReturnType<typeof moveSection>

async function expectMoved(move: Move, title: string, place: SiteSpaceParent, expected: unknown[]) {
  const answer = await move(outline, title, place)
  expect({ status: answer.status, id: answer.body.id }).toEqual({ status: 200, id: outline.idOf(title) })
  expect(await outlineOf(outline.site)).toEqual(expected)
  await expectWhole(app, outline.site)
}

async function expectRefused(move: Move, title: string, place: SiteSpaceParent, member: string) {
  const answer = await move(outline, title, place)
  expect(answer.status).toBe(400)
  expect(answer.body.error.message).toContain(member)
  expect(await outlineOf(outline.site)).toEqual(initial)
}

describe('moving a section', () => {
  test.each<[string, string, SiteSpaceParent, unknown[]]>(
    oneRowIn(2, [
      ['in front of another', 'Cc', { before: 'Bb' }, ['Aa', 'Cc', 'Bb', ...initial.slice(3)]],
      ['behind another', 'Aa', { after: 'Bb' }, ['Bb', 'Aa', ...initial.slice(2)]],
      [
        'between two neighbours',
        'Cc',
        { after: 'Aa', before: 'Bb' },
        ['Aa', 'Cc', 'Bb', ...initial.slice(3)],
      ],
      [
        'behind one that a group follows',
        'Gg',
        { after: 'Cc' },
        ['Aa', 'Bb', 'Cc', 'Gg', initial[3], initial[5]],
      ],
      [
        'in front of one that follows a group',
        'Aa',
        { before: 'Gg' },
        ['Bb', 'Cc', initial[3], 'Aa', ...initial.slice(4)],
      ],
      ['without siblings to the end', 'Bb', {}, ['Aa', ...initial.slice(2), 'Bb']],
      [
        'in its group, to its front',
        'Ff',
        { before: 'Dd' },
        ['Aa', 'Bb', 'Cc', ['One', 'Ff', 'Dd', 'Ee'], ...initial.slice(4)],
      ],
      [
        'in its group, between neighbours that it stood between',
        'Ee',
        { after: 'Dd', before: 'Ff' },
        initial,
      ],
      [
        'in its group, behind the last',
        'Dd',
        { after: 'Ff' },
        ['Aa', 'Bb', 'Cc', ['One', 'Ee', 'Ff', 'Dd'], ...initial.slice(4)],
      ],
      [
        'in its group, without siblings to the end of the group',
        'Ee',
        {},
        ['Aa', 'Bb', 'Cc', ['One', 'Dd', 'Ff', 'Ee'], ...initial.slice(4)],
      ],
      ['that is alone in its group', 'Hh', {}, initial],
      ['to where it is', 'Bb', { after: 'Aa' }, initial],
    ]),
  )('%s', (_name, title, place, expected) => expectMoved(moveSection, title, place, expected))

  test.runIf(isLongRun)('goes to the end without a body, with an empty one and with null', async () => {
    const path = `${outline.site.path}/sections`
    for (const [title, body] of [
      ['Aa', undefined],
      ['Bb', {}],
      ['Cc', { position: null }],
      ['Gg', { position: { before: null } }],
    ] as const)
      expect((await outline.site.client.post(`${path}/${outline.idOf(title)}/move`, body)).status).toBe(200)
    expect(await outlineOf(outline.site)).toEqual([initial[3], initial[5], 'Aa', 'Bb', 'Cc', 'Gg'])
  })

  test.each<[string, string, SiteSpaceParent, string]>(
    oneRowIn(2, [
      ['a sibling that does not exist', 'Aa', { before: 'secunknown' }, 'position.before'],
      ['itself in front', 'Aa', { before: 'Aa' }, 'position.before'],
      ['itself behind', 'Aa', { after: 'Aa' }, 'position.after'],
      ['a group', 'Aa', { after: 'One' }, 'position.after'],
      ['a section in a group, from the root', 'Aa', { after: 'Dd' }, 'position.after'],
      ['a section at the root, from a group', 'Dd', { before: 'Aa' }, 'position.before'],
      ['a section of another group', 'Dd', { before: 'Hh' }, 'position.before'],
      ['two that are no neighbours', 'Aa', { after: 'Bb', before: 'Gg' }, 'position'],
      ['two neighbours in the wrong order', 'Aa', { after: 'Cc', before: 'Bb' }, 'position'],
      ['two between which a group stands', 'Aa', { after: 'Cc', before: 'Gg' }, 'position'],
      ['one known and one unknown', 'Aa', { after: 'Cc', before: 'secunknown' }, 'position.before'],
    ]),
  )('refuses %s', (_name, title, place, member) => expectRefused(moveSection, title, place, member))

  test('refuses a section of another site, and pointers that are not complete', async () => {
    const foreign = await buildSection(await buildSite(app), 'Foreign')
    const statusOf = async (before: object) => {
      const path = `${outline.site.path}/sections/${outline.idOf('Aa')}/move`
      return (await outline.site.client.post(path, { position: { before } })).status
    }
    const siteSection = outline.idOf('Cc')
    expect(await statusOf({ type: 'site-section', siteSection: foreign.id })).toBe(400)
    expect(await statusOf({ type: 'site-section' })).toBe(400)
    expect(await statusOf({ siteSection })).toBe(400)
    expect(await statusOf({ type: 'site-section-group', siteSection })).toBe(400)
    expect(await statusOf({ type: 'site-section', siteSection: 7 })).toBe(400)
    expect(await statusOf({ type: 'site-section', siteSection })).toBe(200)
  })

  test('keeps what is the default', async () => {
    await moveSection(outline, 'Aa')
    const sections = await itemsOf(outline.site, 'sections')
    expect(sections.filter((section) => section.default)).toMatchObject([{ title: 'Aa' }])
    expect(sections.at(-1)).toMatchObject({ title: 'Aa' })
  })
})

describe('moving a section group', () => {
  test.each<[string, string, SiteSpaceParent, unknown[]]>(
    oneRowIn(2, [
      [
        'in front of a section, with its sections',
        'One',
        { before: 'Bb' },
        ['Aa', initial[3], 'Bb', 'Cc', ...initial.slice(4)],
      ],
      ['behind a section', 'Two', { after: 'Aa' }, ['Aa', initial[5], ...initial.slice(1, 5)]],
      ['in front of a group', 'Two', { before: 'One' }, ['Aa', 'Bb', 'Cc', initial[5], initial[3], 'Gg']],
      [
        'behind a group and its sections',
        'One',
        { after: 'Two' },
        ['Aa', 'Bb', 'Cc', 'Gg', initial[5], initial[3]],
      ],
      [
        'between a group and a section',
        'Two',
        { after: 'One', before: 'Gg' },
        ['Aa', 'Bb', 'Cc', initial[3], initial[5], 'Gg'],
      ],
      ['without siblings to the end', 'One', {}, ['Aa', 'Bb', 'Cc', 'Gg', initial[5], initial[3]]],
      ['to where it is', 'One', { after: 'Cc', before: 'Gg' }, initial],
    ]),
  )('%s', (_name, title, place, expected) => expectMoved(moveGroup, title, place, expected))

  test('moves its sections in the list of all sections too', async () => {
    const answer = await moveGroup(outline, 'One', { before: 'Aa' })
    expect(answer.body).toMatchObject({
      object: 'site-section-group',
      sections: [{ title: 'Dd' }, { title: 'Ee' }, { title: 'Ff' }],
    })
    const titles = (await itemsOf(outline.site, 'sections')).map(({ title }) => title)
    expect(titles).toEqual(['Dd', 'Ee', 'Ff', 'Aa', 'Bb', 'Cc', 'Gg', 'Hh'])
    expect((await moveGroup(outline, 'One')).status).toBe(200)
    expect(await outlineOf(outline.site)).toEqual(['Aa', 'Bb', 'Cc', 'Gg', initial[5], initial[3]])
  })

  test.runIf(isLongRun)('works where it has no sections', async () => {
    const { site, idOf } = outline
    await site.client.delete(`${site.path}/section-groups/${idOf('Two')}/sections/${idOf('Hh')}`)
    expect((await moveGroup(outline, 'Two', { before: 'Aa' })).status).toBe(200)
    expect(await outlineOf(site)).toEqual([['Two'], ...initial.slice(0, 5), 'Hh'])
  })

  test.each<[string, SiteSpaceParent, string]>(
    oneRowIn(2, [
      ['a sibling that does not exist', { before: 'secunknown' }, 'position.before'],
      ['itself', { after: 'One' }, 'position.after'],
      ['a section of its own', { after: 'Dd' }, 'position.after'],
      ['a section in another group', { before: 'Hh' }, 'position.before'],
      ['two that are no neighbours', { after: 'Aa', before: 'Gg' }, 'position'],
    ]),
  )('refuses %s', (_name, place, member) => expectRefused(moveGroup, 'One', place, member))

  test('refuses a pointer whose type is not that of its id', async () => {
    const { site, idOf } = outline
    const statusOf = async (after: object) =>
      (await site.client.post(`${site.path}/section-groups/${idOf('One')}/move`, { position: { after } }))
        .status
    expect(await statusOf({ type: 'site-section-group', id: idOf('Aa') })).toBe(400)
    expect(await statusOf({ type: 'site-section', id: idOf('Two') })).toBe(400)
    expect(await statusOf({ type: 'site-space', id: idOf('Aa') })).toBe(400)
    expect(await statusOf({ id: idOf('Aa') })).toBe(400)
    expect(await outlineOf(site)).toEqual(initial)
  })
})

describe('sorting the structure', () => {
  test.each<[string, string, SiteSpaceParent, unknown[]]>(
    oneRowIn(2, [
      [
        'a section behind a group',
        'Aa',
        { after: 'One' },
        ['Bb', 'Cc', initial[3], 'Aa', ...initial.slice(4)],
      ],
      [
        'a section in front of a group',
        'Gg',
        { before: 'One' },
        ['Aa', 'Bb', 'Cc', 'Gg', initial[3], initial[5]],
      ],
      [
        'a section between a section and a group',
        'Aa',
        { after: 'Gg', before: 'Two' },
        ['Bb', 'Cc', initial[3], 'Gg', 'Aa', initial[5]],
      ],
      ['a section in front of a section', 'Cc', { before: 'Aa' }, ['Cc', 'Aa', 'Bb', ...initial.slice(3)]],
      [
        'a section in its group',
        'Ff',
        { after: 'Dd' },
        ['Aa', 'Bb', 'Cc', ['One', 'Dd', 'Ff', 'Ee'], ...initial.slice(4)],
      ],
      ['a group in front of a section', 'Two', { before: 'Aa' }, [initial[5], ...initial.slice(0, 5)]],
      ['a group behind a group', 'One', { after: 'Two' }, ['Aa', 'Bb', 'Cc', 'Gg', initial[5], initial[3]]],
      ['an item to the end', 'Aa', {}, [...initial.slice(1), 'Aa']],
      ['an item to where it is', 'Gg', { after: 'One', before: 'Two' }, initial],
    ]),
  )('moves %s', (_name, title, place, expected) => expectMoved(sort, title, place, expected))

  test.each<[string, string, SiteSpaceParent, string]>(
    oneRowIn(2, [
      ['a sibling that does not exist', 'Aa', { before: 'secunknown' }, 'position.before'],
      ['the item itself', 'Aa', { after: 'Aa' }, 'position.after'],
      ['one of another level', 'Aa', { before: 'Dd' }, 'position.before'],
      ['the group that the section is in', 'Dd', { after: 'One' }, 'position.after'],
      ['two that are no neighbours', 'Aa', { after: 'One', before: 'Two' }, 'position'],
    ]),
  )('refuses %s', (_name, title, place, member) => expectRefused(sort, title, place, member))

  test.runIf(isLongRun)('answers with what was moved, of whatever kind', async () => {
    const { site } = outline
    const [section] = await itemsOf(site, 'sections')
    const variant = await buildSiteSpace(site, 'Variant', section?.id)
    const objectOf = async (item: object) =>
      (await site.client.patch(`${site.path}/structure/sort`, { item, position: {} })).body.object
    expect((await sort(outline, 'Aa', {})).body).toMatchObject({ object: 'site-section', title: 'Aa' })
    expect((await sort(outline, 'One', {})).body).toMatchObject({
      object: 'site-section-group',
      sections: [{ title: 'Dd' }, { title: 'Ee' }, { title: 'Ff' }],
    })
    expect(await objectOf({ type: 'site-space', id: variant.id })).toBe('site-space')
  })

  test('does not find an item that does not exist, is of another site or of another type', async () => {
    const { site, idOf } = outline
    const foreign = await buildSection(await buildSite(app), 'Foreign')
    const statusOf = async (type: string, id: string) =>
      (await site.client.patch(`${site.path}/structure/sort`, { item: { type, id }, position: {} })).status
    expect(await statusOf('site-section', 'secunknown')).toBe(404)
    expect(await statusOf('site-section-group', 'grpunknown')).toBe(404)
    expect(await statusOf('site-space', 'sspunknown')).toBe(404)
    expect(await statusOf('site-section', foreign.id)).toBe(404)
    expect(await statusOf('site-space', foreign.siteSpaces[0].id)).toBe(404)
    expect(await statusOf('site-section', idOf('One'))).toBe(404)
    expect(await statusOf('site', site.id)).toBe(400)
  })

  test('asks for an item and a position', async () => {
    const { site, idOf } = outline
    const item = { type: 'site-section', id: idOf('Aa') }
    for (const body of [undefined, {}, { item }, { position: {} }, { item: { id: item.id }, position: {} }])
      expect((await site.client.patch(`${site.path}/structure/sort`, body)).status).toBe(400)
  })
})

test('what is moved is found in its own site only, and moving needs the right to administer it', async () => {
  const { site, idOf } = outline
  const other = await buildSite(app)
  const reader = app.as(await buildMember(app, site.organizationId, 'REVIEW'))
  for (const path of [`sections/${idOf('Aa')}/move`, `section-groups/${idOf('One')}/move`]) {
    expect((await other.client.post(`${other.path}/${path}`)).status).toBe(404)
    expect((await other.client.post(`${site.path}/${path}`)).status).toBe(404)
    expect((await reader.post(`${site.path}/${path}`)).status).toBe(403)
  }
  const body = { item: { type: 'site-section', id: idOf('Aa') }, position: {} }
  expect((await other.client.patch(`${site.path}/structure/sort`, body)).status).toBe(404)
  expect((await reader.patch(`${site.path}/structure/sort`, body)).status).toBe(403)
  expect(await outlineOf(site)).toEqual(initial)
})

test('GraphQL moves and sorts with the same rules', async () => {
  const { site, idOf } = outline
  const gql = (document: string, input: object, id?: string) =>
    site.client.gql(document, { siteId: site.id, id, input })
  const moveOfSection = `mutation($siteId: ID!, $id: ID!, $input: MoveSiteSectionInput) {
    moved: moveSiteSection(siteId: $siteId, siteSectionId: $id, input: $input) { siteSection { title } }
  }`
  const before = { siteSection: idOf('Aa') }
  expect(await gql(moveOfSection, { position: { before } }, idOf('Bb'))).toMatchObject({
    data: { moved: { siteSection: { title: 'Bb' } } },
  })
  const refused = await gql(moveOfSection, { position: { before } }, idOf('Aa'))
  expect(refused.errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT')
  const moveOfGroup = `mutation($siteId: ID!, $id: ID!, $input: MoveSiteSectionGroupInput) {
    moved: moveSiteSectionGroup(siteId: $siteId, siteSectionGroupId: $id, input: $input) {
      siteSectionGroup {
        sections { nodes { title } }
      }
    }
  }`
  const behind = { siteSectionGroup: idOf('One') }
  expect(await gql(moveOfGroup, { position: { after: behind } }, idOf('Two'))).toMatchObject({
    data: { moved: { siteSectionGroup: { sections: { nodes: [{ title: 'Hh' }] } } } },
  })
  const sorting = `mutation($siteId: ID!, $input: MoveSiteStructureItemInput!) {
    moved: moveSiteStructureItem(siteId: $siteId, input: $input) {
      siteStructureItem {
        __typename id ... on SiteSection { title siteSpaces { nodes { title } } }
      }
    }
  }`
  const item = { siteSection: idOf('Gg') }
  expect(await gql(sorting, { item, position: { before: behind } })).toMatchObject({
    data: {
      moved: {
        siteStructureItem: {
          __typename: 'SiteSection',
          id: idOf('Gg'),
          title: 'Gg',
          siteSpaces: { nodes: [{ title: 'Gg' }] },
        },
      },
    },
  })
  expect(await outlineOf(site)).toEqual(['Bb', 'Aa', 'Cc', 'Gg', initial[3], initial[5]])
})

test.runIf(isLongRun)('items can be moved to the same position repeatedly', async () => {
  for (let round = 0; round < 20; round++)
    for (const title of ['Bb', 'Cc'])
      expect((await moveSection(outline, title, { after: 'Aa' })).status).toBe(200)
  expect(await outlineOf(outline.site)).toEqual(['Aa', 'Cc', 'Bb', ...initial.slice(3)])
  await expectWhole(app, outline.site)
})
