import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun, oneRowIn } from '../../support/budget.ts'
import { buildPage } from '../../support/factories/content.ts'
import { buildReadableSite, read } from '../published-sites/published-site.ts'
import {
  buildFlat,
  buildStructure,
  built,
  create,
  lookUp,
  redirectsOf,
  targetOf,
  toPage,
  toSection,
  toSpace,
} from './site-redirects.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const toUrl = (url: string) => ({ kind: 'external', url })

describe('a redirect to another site', () => {
  test('sends visitors there, and clients that resolve the URL', async () => {
    const site = await buildReadableSite(app)
    const destination = toUrl('https://other.example/ü?a=1#b')
    expect(await built(site, '/old.html', destination)).toMatchObject({ destination })
    const address = 'https://other.example/%C3%BC?a=1#b'
    expect((await lookUp(site, '/old.html')).body.target).toBe(address)
    expect(await read(`${site.address}/old.html`)).toMatchObject({
      status: 307,
      headers: { location: address },
    })
    const query = new URLSearchParams({ url: `${site.address}/old.html` })
    expect((await site.client.get(`/urls/published?${query}`)).body).toEqual({
      target: 'external',
      redirect: address,
      site: site.id,
    })
  })

  test.each(
    oneRowIn(2, [
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://example.com/',
      '//example.com',
      '/path',
      'mailto:a@example.com',
      `https://example.com/${'x'.repeat(2048)}`,
    ]),
  )('is refused as %s', async (url) => {
    const { site } = await buildFlat(app, 'One')
    const answer = await create(site, '/old', toUrl(url))
    expect([answer.status, answer.body.error.fields[0].path]).toEqual([400, 'destination.url'])
    const answers = await site.client.put(redirectsOf(site), {
      redirects: [{ source: '/old', destination: toUrl('javascript:alert(1)') }],
    })
    expect(answers.body.results).toMatchObject([{ status: 'error' }])
  })

  test.runIf(isLongRun)(
    'that is this site is part of chains, so that nobody is sent in a circle',
    async () => {
      const { site, siteSpaces } = await buildFlat(app, 'One', 'Two')
      const [, two] = siteSpaces
      const own = `${app.url}/sites/${site.organizationId}/${site.id}`
      expect((await create(site, '/a', toUrl(`${own}/a`))).body.error.message).toContain('/a → /a')
      await built(site, '/a', toUrl(`${own}/b?c`))
      expect((await create(site, '/b', toUrl(`${own}/a/`))).body.error.message).toContain('/b → /a → /b')
      await built(site, '/b', toSpace(two.id))
      expect(await targetOf(app, site, '/a')).toBe('/b?c')
    },
  )
})

test.runIf(isLongRun)('a redirect to the path of a space is one to the page that is there', async () => {
  const { site, version, page, below } = await buildStructure(app)
  const to = (path: string, spaceId = version.space.id) => ({ kind: 'path', spaceId, path })
  expect((await create(site, '/a', to('/über-uns/below'))).body.destination).toEqual(
    toPage(version.id, below),
  )
  expect((await create(site, '/b', to('über-uns/'))).body.destination).toEqual(toPage(version.id, page))
  expect((await create(site, '/c', to('/'))).body.destination).toEqual(toSpace(version.id))
  for (const [path, destination] of [
    ['destination.path', to('none')],
    ['destination.path', to('über-uns/below/none')],
    ['destination.spaceId', to('', 'unknown')],
    ['destination.path', { kind: 'path', spaceId: version.space.id }],
  ] as const) {
    const answer = await create(site, '/d', destination)
    expect([answer.status, answer.body.error.fields[0].path]).toEqual([400, path])
  }
})

test('a permanent redirect is 308 where everybody may visit, all others are 307', async () => {
  const site = await buildReadableSite(app)
  const made = await site.client.post(redirectsOf(site), {
    source: '/old',
    destination: toSection(site.api.id),
    permanent: true,
  })
  expect(made.body.permanent).toBe(true)
  const location = `${site.base}/api`
  expect(await read(`${site.address}/old`)).toMatchObject({ status: 308, headers: { location } })
  await site.client.patch(`${redirectsOf(site)}/${made.body.id}`, { permanent: false })
  expect(await read(`${site.address}/old`)).toMatchObject({ status: 307, headers: { location } })
  await site.client.patch(`${redirectsOf(site)}/${made.body.id}`, { permanent: true })
  await built(site, '/older', toUrl(`${site.address}/old`))
  expect((await read(`${site.address}/older`)).status).toBe(307)
  await site.client.patch(site.path, { visibility: 'share-link' })
  const { urls } = (await site.client.post(`${site.path}/share-links`, { name: 'Link' })).body
  expect((await read(`${urls.published}/old`)).status).toBe(307)
})

describe('a source with a wildcard', () => {
  const wild = (
    site: Parameters<typeof create>[0],
    source: string,
    destination: object,
    captureWildcard = true,
  ) => site.client.post(redirectsOf(site), { source, destination, captureWildcard })

  test('stands for all paths that begin with it; the longest that matches counts, and one path before all', async () => {
    const { site, siteSpaces } = await buildFlat(app, 'One', 'Two', 'Three', 'Four')
    const [, two, three, four] = siteSpaces
    await wild(site, '/old/*', toUrl('https://new.example/docs/?q=1#top'))
    await wild(site, '/old/api*', toUrl('https://api.example'))
    await wild(site, '/old/api/v1/*', toSpace(two.id))
    await wild(site, '/plain/*', toSpace(three.id), false)
    await built(site, '/old/api/v1/start', toSpace(four.id))
    const targets = {
      '/old/a': 'https://new.example/docs/a?q=1#top',
      '/old/a/b%2Fc/d.html': 'https://new.example/docs/a/b%2Fc/d.html?q=1#top',
      '/old/api': 'https://api.example/',
      '/old/api-v2/x': 'https://api.example/-v2/x',
      '/old/api/v1/x': '/two/x',
      '/old/api/v1/start': '/four',
      '/plain/a/b': '/three',
      '/old': 404,
      '/older/a': 404,
      '/plain': 404,
    }
    for (const [source, target] of Object.entries(targets))
      expect([source, await targetOf(app, site, source)]).toEqual([source, target])
    expect((await lookUp(site, '/old/*')).body.redirect.source).toBe('/old/*')
    const { count } = await app.statements(() => lookUp(site, '/old/a'))
    const { count: exact } = await app.statements(() => lookUp(site, '/old/api/v1/start'))
    expect(count).toBeLessThanOrEqual(exact + 1)
  })

  test.each(oneRowIn(3, ['/*', '*', '/a/*/b', '/a*b', '/a**', '/a/**', '/*/a']))(
    'is refused as %s',
    async (source) => {
      const { site, siteSpaces } = await buildFlat(app, 'One')
      expect((await create(site, source, toSpace(siteSpaces[0].id))).status).toBe(400)
    },
  )

  test('leads nobody out of its destination', async () => {
    const site = await buildReadableSite(app)
    await wild(site, '/old/*', toUrl('https://new.example/docs'))
    await wild(site, '/in/*', toSection(site.api.id))
    const locationOf = async (path: string) => (await read(`${site.address}${path}`)).headers.location
    expect(await locationOf('/old//evil.example')).toBe('https://new.example/docs/evil.example')
    expect(await locationOf('/old/%2F%2Fevil.example')).toBe('https://new.example/docs/%2F%2Fevil.example')
    expect(await locationOf('/in//evil.example')).toBe(`${site.base}/api/evil.example`)
    expect(await locationOf('/in/%5C%5Cevil.example')).toBe(`${site.base}/api/%5C%5Cevil.example`)
    for (const path of ['/old/..', '/old/a/../../x', '/old/%2e%2E/x', '/old/.'])
      expect((await lookUp(site, path)).status).toBe(404)
  })

  test.runIf(isLongRun)(
    'appends nothing to a page that visitors see already, and forms no circle',
    async () => {
      const { site, siteSpaces } = await buildFlat(app, 'One', 'Two', 'Three')
      const [, two, three] = siteSpaces
      const page = await buildPage(site.client, two.space.id, { title: 'Start' })
      expect((await wild(site, '/two/*', toPage(two.id, page), false)).status).toBe(201)
      expect(await targetOf(app, site, '/two/gone')).toBe('/two/start')
      for (const [source, id, cycle] of [
        ['/three/*', three.id, '/three/* → /three/*'],
        ['/th*', three.id, '/th* → /th*'],
      ] as const) {
        const answer = await wild(site, source, toSpace(id))
        expect([answer.status, answer.body.error?.message]).toEqual([400, expect.stringContaining(cycle)])
      }
      await wild(site, '/a/*', toSpace(three.id))
      const back = await wild(site, '/three/*', toUrl(`${app.url}/sites/${site.organizationId}/${site.id}/a`))
      expect([back.status, back.body.error?.message]).toEqual([
        400,
        expect.stringContaining('/three/* → /a/* → /three/*'),
      ])
      // A circle that the structure has made since leads nowhere.
      await site.client.patch(`${site.path}/site-spaces/${three.id}`, { path: 'a' })
      expect(await targetOf(app, site, '/a/x')).toBe(404)
    },
  )
})

describe('a draft of a redirect', () => {
  test('leads nobody anywhere until it is published, beside one with the same source', async () => {
    const site = await buildReadableSite(app)
    const draft = await site.client.post(redirectsOf(site), {
      source: '/old',
      destination: toUrl('https://draft.example/'),
      draft: true,
    })
    expect([draft.status, draft.body.draft]).toEqual([201, true])
    expect((await lookUp(site, '/old')).status).toBe(404)
    expect((await read(`${site.address}/old`)).status).toBe(404)
    const live = await built(site, '/old', toSection(site.api.id))
    const sourcesOf = async (query: string) =>
      (await site.client.get(`${redirectsOf(site)}${query}`)).body.items.map(({ id }: { id: string }) => id)
    expect(await sourcesOf('')).toEqual([live.id])
    expect(await sourcesOf('?draft=true')).toEqual([draft.body.id])
    const path = `${redirectsOf(site)}/${draft.body.id}`
    expect((await site.client.patch(path, { draft: false })).status).toBe(409)
    await site.client.delete(`${redirectsOf(site)}/${live.id}`)
    expect((await site.client.patch(path, { draft: false })).body.draft).toBe(false)
    expect((await read(`${site.address}/old`)).headers.location).toBe('https://draft.example/')
  })

  test.runIf(isLongRun)('is checked for circles when it is published', async () => {
    const { site, siteSpaces } = await buildFlat(app, 'One', 'Two')
    const [, two] = siteSpaces
    const input = { source: '/two', destination: toSpace(two.id), draft: true }
    const { body } = await site.client.post(redirectsOf(site), input)
    const answer = await site.client.patch(`${redirectsOf(site)}/${body.id}`, { draft: false })
    expect([answer.status, answer.body.error.fields]).toEqual([
      400,
      [{ path: 'draft', message: 'is part of a cycle: /two → /two' }],
    ])
    const published = await site.client.put(redirectsOf(site), {
      redirects: [{ source: '/two', intent: 'publish' }],
    })
    expect(published.body.results[0].error).toContain('/two → /two')
  })
})

describe('redirects that are put', () => {
  const put = async (site: Parameters<typeof create>[0], ...redirects: unknown[]) => {
    const answer = await site.client.put(redirectsOf(site), { redirects })
    return [answer.status, answer.body.results ?? answer.body.error.message]
  }

  test('are created, replaced, deleted and published, each by itself', async () => {
    const { site, siteSpaces } = await buildFlat(app, 'One', 'Two', 'Three')
    const [, two, three] = siteSpaces
    const kept = await built(site, '/kept', toSpace(two.id))
    const gone = await built(site, '/gone', toSpace(two.id))
    const draft = await site.client.post(redirectsOf(site), {
      source: '/kept',
      destination: toUrl('https://new.example/'),
      draft: true,
      permanent: true,
    })
    expect(
      await put(
        site,
        { source: '/new', destination: toSpace(two.id), permanent: true, captureWildcard: false },
        { source: '/gone', destination: null },
        { source: '/none', destination: null },
        { source: '/kept', intent: 'publish' },
        { source: '/two', destination: toSpace(two.id) },
        { source: '/wrong', destination: toSpace('unknown') },
        { source: '/later', intent: 'draft', destination: toUrl('https://later.example/') },
        { source: '/new', destination: toSpace(three.id) },
        { source: '/empty' },
      ),
    ).toEqual([
      200,
      [
        { status: 'created', source: '/new', draft: false, id: expect.any(String) },
        { status: 'deleted', source: '/gone', draft: false, id: gone.id },
        { status: 'error', source: '/none', draft: false, error: 'source: has no redirect' },
        { status: 'published', source: '/kept', draft: false, id: kept.id },
        {
          status: 'error',
          source: '/two',
          draft: false,
          error: 'destination: is part of a cycle: /two → /two',
        },
        {
          status: 'error',
          source: '/wrong',
          draft: false,
          error: 'destination.siteSpaceId: is not a site-space of this site',
        },
        { status: 'created', source: '/later', draft: true, id: expect.any(String) },
        { status: 'error', source: '/new', draft: false, error: 'source: occurs twice in this request' },
        {
          status: 'error',
          source: '/empty',
          draft: false,
          error: 'destination: is required: where the redirect leads, or null to delete it',
        },
      ],
    ])
    const { items } = (await site.client.get(`${redirectsOf(site)}?orderBy=source`)).body
    expect(items).toMatchObject([
      { id: kept.id, source: '/kept', permanent: true, destination: toUrl('https://new.example/') },
      { source: '/new', permanent: true },
    ])
    expect((await site.client.get(`${redirectsOf(site)}?draft=true`)).body.items).toMatchObject([
      { source: '/later' },
    ])
    expect((await site.client.patch(`${redirectsOf(site)}/${draft.body.id}`, {})).status).toBe(404)
    expect(await put(site, { source: '/later', intent: 'publish' })).toMatchObject([
      200,
      [{ status: 'published', draft: false }],
    ])
  })

  test('that stay because one is refused are in no circle with others', async () => {
    const { site, siteSpaces } = await buildFlat(app, 'One', 'Two', 'Three')
    const [, two, three] = siteSpaces
    await built(site, '/two', toSpace(three.id))
    const [, results] = await put(
      site,
      { source: '/two', destination: toSpace(two.id) },
      { source: '/three', destination: toSpace(two.id) },
    )
    expect(results.map(({ status }: { status: string }) => status)).toEqual(['error', 'error'])
    expect(await targetOf(app, site, '/two')).toBe('/three')
  })

  test.each([[[]], [undefined], [Array.from({ length: 501 }, () => ({ source: '/a', destination: null }))]])(
    'are refused as a whole if there are none or too many',
    async (redirects) => {
      const { site } = await buildFlat(app, 'One')
      expect((await site.client.put(redirectsOf(site), { redirects })).status).toBe(400)
    },
  )

  test.runIf(isLongRun)('take as many statements for five hundred as for ten', async () => {
    const { site } = await buildFlat(app, 'One')
    const cost = async (count: number, name: string) => {
      const redirects = Array.from({ length: count }, (_, index) => ({
        source: `/${name}/${index}`,
        destination: toUrl(`https://new.example/${index}`),
      }))
      const { count: statements } = await app.statements(async () => {
        expect((await put(site, ...redirects))[1].every(({ id }: { id?: string }) => id)).toBe(true)
      })
      return statements
    }
    await cost(1, 'first')
    expect(await cost(500, 'many')).toBe(await cost(10, 'few'))
  })
})

test('the list is searched and ordered, and tells when a redirect was made and changed', async () => {
  const { site } = await buildFlat(app, 'One')
  for (const source of ['/b/%c3%9cber', '/a_c', '/abc*'])
    await built(site, source, toUrl('https://new.example/'))
  const listed = async (query: string) => {
    const { body } = await site.client.get(`${redirectsOf(site)}?${query}`)
    return body.items.map(({ source }: { source: string }) => source)
  }
  expect(await listed('')).toEqual(['/abc*', '/a_c', '/b/%C3%9Cber'])
  expect(await listed('orderBy=source')).toEqual(['/a_c', '/abc*', '/b/%C3%9Cber'])
  expect(await listed('search=%C3%9Cber')).toEqual(['/b/%C3%9Cber'])
  expect(await listed('search=A_C')).toEqual(['/a_c'])
  expect(await listed('search=c*')).toEqual(['/abc*'])
  const [{ id, createdAt, updatedAt }] = (await site.client.get(`${redirectsOf(site)}?search=/b/`)).body.items
  expect([typeof createdAt, updatedAt]).toEqual(['string', undefined])
  const { body } = await site.client.patch(`${redirectsOf(site)}/${id}`, { captureWildcard: true })
  expect([body.createdAt, body.updatedAt > createdAt]).toEqual([createdAt, true])
  expect(await listed('orderBy=updatedAt')).toEqual(['/b/%C3%9Cber', '/abc*', '/a_c'])
})
