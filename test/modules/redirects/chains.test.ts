import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maximumHops } from '../../../src/modules/redirects/limits.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import {
  buildFlat,
  buildStructure,
  built,
  create,
  redirectsOf,
  targetOf,
  toPage,
  toSpace,
} from './site-redirects.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('redirects in a circle', () => {
  const faultOf = (answer: { status: number; body: { error?: { message: string } } }) => [
    answer.status,
    answer.body.error?.message,
  ]

  test('are refused when written, one onto itself too', async () => {
    const { site, siteSpaces } = await buildFlat(app, 'One', 'Two', 'Three', 'Four')
    const [, two, three, four] = siteSpaces
    expect(faultOf(await create(site, '/two', toSpace(two.id)))).toEqual([
      400,
      'destination: is part of a cycle: /two → /two',
    ])
    await built(site, '/two', toSpace(three.id))
    expect(faultOf(await create(site, '/three', toSpace(two.id)))).toEqual([
      400,
      'destination: is part of a cycle: /three → /two → /three',
    ])
    const { id } = await built(site, '/three', toSpace(four.id))
    const path = `${redirectsOf(site)}/${id}`
    expect(faultOf(await site.client.patch(path, { destination: toSpace(two.id) }))).toEqual([
      400,
      'destination: is part of a cycle: /three → /two → /three',
    ])
    expect(faultOf(await site.client.patch(path, { source: '/four' }))).toEqual([
      400,
      'source: is part of a cycle: /four → /four',
    ])
    expect(faultOf(await site.client.patch(path, { source: '/five' }))[0]).toBe(200)
  })

  test('are refused of two who would close one at once', async () => {
    const { site, siteSpaces } = await buildFlat(app, 'One', 'Two', 'Three')
    const [, two, three] = siteSpaces
    const answers = await Promise.all([
      create(site, '/two', toSpace(three.id)),
      create(site, '/three', toSpace(two.id)),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400])
  })

  test.runIf(isLongRun)('that the structure has made since lead nowhere', async () => {
    const { site, siteSpaces } = await buildFlat(app, 'One', 'Two', 'Three')
    const [, two, three] = siteSpaces
    await built(site, '/a', toSpace(two.id))
    await built(site, '/b', toSpace(three.id))
    await built(site, '/c', toSpace(two.id))
    expect(await targetOf(app, site, '/c')).toBe('/two')
    await site.client.patch(`${site.path}/site-spaces/${two.id}`, { path: 'b' })
    await site.client.patch(`${site.path}/site-spaces/${three.id}`, { path: 'a' })
    for (const source of ['/a', '/b', '/c']) expect(await targetOf(app, site, source)).toBe(404)
    expect(faultOf(await create(site, '/d', toSpace(two.id)))).toEqual([
      400,
      'destination: is part of a cycle: /b → /a → /b',
    ])
  })

  test.runIf(isLongRun)('are found through pages, however their paths are written', async () => {
    const { site, version, page } = await buildStructure(app)
    const answer = await create(site, '/api/version-2/%c3%bcber-uns', toPage(version.id, page))
    expect(faultOf(answer)[0]).toBe(400)
  })
})

describe('redirects one behind the other', () => {
  const titles = Array.from({ length: maximumHops + 3 }, (_, index) => `S${index}`)

  test('are followed to the end, and refused where there are too many', async () => {
    const { site, siteSpaces } = await buildFlat(app, ...titles)
    const at = (index: number) => toSpace(siteSpaces[index].id)
    for (let index = maximumHops + 1; index > 1; index--) await built(site, `/s${index}`, at(index + 1))
    expect(await targetOf(app, site, '/s2')).toBe(`/s${maximumHops + 2}`)
    const answer = await create(site, '/s1', at(2))
    expect(answer.body.error?.message).toBe(`destination: leads through more than ${maximumHops} redirects`)
    // From the front each is short when it is made: such a chain leads on from where the last that counts has led.
    await app.database.prisma.siteRedirect.create({
      data: { id: `red${site.id}`, siteId: site.id, source: '/s1', siteSpaceId: siteSpaces[2].id },
    })
    expect(await targetOf(app, site, '/s1')).toBe(`/s${maximumHops + 1}`)
  })
})
