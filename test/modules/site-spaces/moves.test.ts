import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun, oneRowIn } from '../../support/budget.ts'
import { buildMember, grant } from '../../support/factories/organizations.ts'
import {
  buildSection,
  buildSite,
  buildSiteSpace,
  itemsOf,
  type TestSite,
} from '../../support/factories/sites.ts'
import { expectWhole } from '../sites/site-invariants.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Builds a site with site-spaces `Aa` to `Dd` at its root. */
async function buildRow() {
  const site = await buildSite(app)
  const siteSpaces: Record<string, { id: string; space: { id: string } }> = {}
  for (const title of ['Aa', 'Bb', 'Cc', 'Dd']) siteSpaces[title] = await buildSiteSpace(site, title)
  const idOf = (title: string) => siteSpaces[title]?.id ?? title
  const spaceOf = (title: string) => siteSpaces[title]?.space.id as string
  return { site, idOf, spaceOf }
}

type Row = Awaited<ReturnType<typeof buildRow>>

interface SiteSpaceParent {
  readonly before?: string
  readonly after?: string
}

const move = (
  { site, idOf }: Pick<Row, 'site' | 'idOf'>,
  title: string,
  { before, after }: SiteSpaceParent,
) => {
  const pointerTo = (sibling: string) => ({ type: 'site-space', siteSpace: idOf(sibling) })
  return site.client.post(`${site.path}/site-spaces/${idOf(title)}/move`, {
    position: { ...(before && { before: pointerTo(before) }), ...(after && { after: pointerTo(after) }) },
  })
}

const titlesOf = async (site: TestSite) => (await itemsOf(site, 'site-spaces')).map(({ title }) => title)

describe('moving a site-space', () => {
  test.each<[string, string, SiteSpaceParent, string[]]>(
    oneRowIn(2, [
      ['in front of another', 'Dd', { before: 'Bb' }, ['Aa', 'Dd', 'Bb', 'Cc']],
      ['to the front', 'Cc', { before: 'Aa' }, ['Cc', 'Aa', 'Bb', 'Dd']],
      ['behind another', 'Aa', { after: 'Cc' }, ['Bb', 'Cc', 'Aa', 'Dd']],
      ['between two neighbours', 'Aa', { after: 'Bb', before: 'Cc' }, ['Bb', 'Aa', 'Cc', 'Dd']],
      ['without siblings to the end', 'Bb', {}, ['Aa', 'Cc', 'Dd', 'Bb']],
      ['to where it is, at the end', 'Dd', {}, ['Aa', 'Bb', 'Cc', 'Dd']],
      ['to where it is, between others', 'Bb', { after: 'Aa', before: 'Cc' }, ['Aa', 'Bb', 'Cc', 'Dd']],
    ]),
  )('%s', async (_name, title, place, expected) => {
    const row = await buildRow()
    const answer = await move(row, title, place)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ object: 'site-space', id: row.idOf(title), default: title === 'Aa' })
    expect(await titlesOf(row.site)).toEqual(expected)
    await expectWhole(app, row.site)
  })

  test.runIf(isLongRun)('goes to the end without a body and with an empty one', async () => {
    const { site, idOf } = await buildRow()
    const path = (title: string) => `${site.path}/site-spaces/${idOf(title)}/move`
    expect((await site.client.post(path('Bb'))).status).toBe(200)
    expect((await site.client.post(path('Aa'), {})).status).toBe(200)
    expect(await titlesOf(site)).toEqual(['Cc', 'Dd', 'Bb', 'Aa'])
  })

  test.each<[string, SiteSpaceParent, string]>(
    oneRowIn(2, [
      ['a sibling that does not exist', { before: 'sspunknown' }, 'position.before'],
      ['itself in front', { before: 'Aa' }, 'position.before'],
      ['itself behind', { after: 'Aa' }, 'position.after'],
      ['two that are no neighbours', { after: 'Bb', before: 'Dd' }, 'position'],
      ['two neighbours in the wrong order', { after: 'Cc', before: 'Bb' }, 'position'],
    ]),
  )('refuses %s', async (_name, place, member) => {
    const row = await buildRow()
    const answer = await move(row, 'Aa', place)
    expect(answer.status).toBe(400)
    expect(answer.body.error.message).toContain(member)
    expect(await titlesOf(row.site)).toEqual(['Aa', 'Bb', 'Cc', 'Dd'])
  })

  test('stays in its section, and refuses siblings of another section or site and of another type', async () => {
    const site = await buildSite(app)
    const one = await buildSection(site, 'One')
    const two = await buildSection(site, 'Two')
    const first = one.siteSpaces[0].id
    const variant = (await buildSiteSpace(site, 'Variant', one.id)).id
    const foreign = (await buildSiteSpace(await buildSite(app), 'Foreign')).id
    const statusOf = async (before: object) =>
      (await site.client.post(`${site.path}/site-spaces/${variant}/move`, { position: { before } })).status
    expect(await statusOf({ type: 'site-space', siteSpace: two.siteSpaces[0].id })).toBe(400)
    expect(await statusOf({ type: 'site-space', siteSpace: foreign })).toBe(400)
    expect(await statusOf({ type: 'site-section', siteSpace: first })).toBe(400)
    expect(await statusOf({ type: 'site-space' })).toBe(400)
    expect(await statusOf({ siteSpace: first })).toBe(400)
    expect(await statusOf({ type: 'site-space', siteSpace: first })).toBe(200)
    expect(await itemsOf(site, 'sections')).toMatchObject([
      {
        siteSpaces: [
          { id: variant, default: false },
          { id: first, default: true },
        ],
      },
      { siteSpaces: [{ title: 'Two' }] },
    ])
  })

  test.runIf(isLongRun)('is sorted among its siblings too', async () => {
    const { site, idOf } = await buildRow()
    const pointerTo = (title: string) => ({ type: 'site-space', id: idOf(title) })
    const body = { item: pointerTo('Dd'), position: { before: pointerTo('Aa') } }
    const answer = await site.client.patch(`${site.path}/structure/sort`, body)
    expect(answer.body).toMatchObject({ object: 'site-space', title: 'Dd' })
    expect(await titlesOf(site)).toEqual(['Dd', 'Aa', 'Bb', 'Cc'])
  })
})

describe('a site-space whose space is deleted', () => {
  test('can neither be moved nor named', async () => {
    const row = await buildRow()
    await row.site.client.delete(`/spaces/${row.spaceOf('Bb')}`)
    expect((await move(row, 'Bb', {})).status).toBe(404)
    expect((await move(row, 'Aa', { after: 'Bb' })).status).toBe(400)
    expect((await move(row, 'Dd', { before: 'Bb' })).status).toBe(400)
  })

  test.runIf(isLongRun)('keeps its position while others move', async () => {
    const row = await buildRow()
    await row.site.client.delete(`/spaces/${row.spaceOf('Bb')}`)
    // For those who see the site, the first and the third are neighbours.
    expect((await move(row, 'Dd', { after: 'Aa', before: 'Cc' })).status).toBe(200)
    expect(await titlesOf(row.site)).toEqual(['Aa', 'Dd', 'Cc'])
    await row.site.client.post(`/spaces/${row.spaceOf('Bb')}/restore`)
    expect(await titlesOf(row.site)).toEqual(['Aa', 'Bb', 'Dd', 'Cc'])
    await expectWhole(app, row.site)
  })
})

test('a site-space whose space the caller cannot read is neither found nor a sibling, and keeps its place', async () => {
  const row = await buildRow()
  const { site } = row
  const guest = await buildMember(app, site.organizationId, null)
  await grant(app, guest, 'ADMIN', { siteId: site.id })
  for (const title of ['Aa', 'Cc', 'Dd']) await grant(app, guest, 'READ', { spaceId: row.spaceOf(title) })
  const own = { idOf: row.idOf, site: { ...site, client: app.as(guest) } }
  expect((await move(own, 'Bb', {})).status).toBe(404)
  const refused = await move(own, 'Dd', { before: 'Bb' })
  expect(refused.status).toBe(400)
  const unknown = await move(own, 'Dd', { before: 'sspunknown' })
  expect(refused.body.error.message).toBe(unknown.body.error.message)
  expect((await move(own, 'Dd', { after: 'Aa', before: 'Cc' })).status).toBe(200)
  expect(await titlesOf(site)).toEqual(['Aa', 'Bb', 'Dd', 'Cc'])
})

test('site-spaces are moved in their own site only, with the permission to administer it', async () => {
  const { site, idOf } = await buildRow()
  const other = await buildSite(app)
  const path = `site-spaces/${idOf('Aa')}/move`
  expect((await other.client.post(`${other.path}/${path}`)).status).toBe(404)
  expect((await other.client.post(`${site.path}/${path}`)).status).toBe(404)
  const reader = app.as(await buildMember(app, site.organizationId, 'REVIEW'))
  expect((await reader.post(`${site.path}/${path}`)).status).toBe(403)
})

test.runIf(isLongRun)('GraphQL moves a site-space with the same rules', async () => {
  const { site, idOf } = await buildRow()
  const document = `mutation($siteId: ID!, $id: ID!, $input: MoveSiteSpaceInput) {
    moveSiteSpace(siteId: $siteId, siteSpaceId: $id, input: $input) { siteSpace { title } }
  }`
  const before = { siteSpace: idOf('Aa') }
  const send = (id: string) =>
    site.client.gql(document, { siteId: site.id, id, input: { position: { before } } })
  expect((await send(idOf('Cc'))).data).toEqual({ moveSiteSpace: { siteSpace: { title: 'Cc' } } })
  expect((await send(idOf('Aa'))).errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT')
  expect(await titlesOf(site)).toEqual(['Cc', 'Aa', 'Bb', 'Dd'])
})
