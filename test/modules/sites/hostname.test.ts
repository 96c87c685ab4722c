import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startOwnTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun, oneRowIn } from '../../support/budget.ts'
import { buildSite, buildSiteSpace } from '../../support/factories/sites.ts'

let app: TestApp

beforeAll(async () => {
  app = await startOwnTestApp()
})
afterAll(() => app.close())

const update = `mutation ($siteId: ID!, $input: UpdateSiteInput!) {
  updateSite(siteId: $siteId, input: $input) { site { hostname } }
}`

describe('the hostname of a site', () => {
  test('is set and removed in both styles', async () => {
    const site = await buildSite(app)
    const set = await site.client.patch(site.path, { hostname: 'docs.example.com' })
    expect(set.status).toBe(200)
    expect(set.body.hostname).toBe('docs.example.com')
    expect((await site.client.patch(site.path, { title: 'Other' })).body.hostname).toBe('docs.example.com')
    expect((await site.client.patch(site.path, { hostname: null })).body).not.toHaveProperty('hostname')
    const input = { hostname: 'a-b.docs.example.com' }
    const { data } = await site.client.gql(update, { siteId: site.id, input })
    expect(data.updateSite.site).toEqual(input)
    const removed = await site.client.gql(update, { siteId: site.id, input: { hostname: null } })
    expect(removed.data.updateSite.site).toEqual({ hostname: null })
  })

  test.each([
    '',
    'localhost',
    'example.com',
    'Docs.example.com',
    'docs.example.com.',
    '-docs.example.com',
    'docs-.example.com',
    'docs.example.c',
    'docs.example.com/path',
    'docs.example.com:443',
    'https://docs.example.com',
    'docs..example.com',
    `${'a'.repeat(64)}.example.com`,
    `${'a.'.repeat(255)}com`,
  ])('is refused as %j', async (hostname) => {
    const site = await buildSite(app)
    const answer = await site.client.patch(site.path, { hostname, title: 'Changed' })
    expect(answer.status).toBe(400)
    expect(answer.body.error.fields).toMatchObject([{ path: 'hostname' }])
    expect((await site.client.get(site.path)).body.title).toBe('Docs')
  })

  test('is refused if another site of any organization has it, independently of basenames', async () => {
    const site = await buildSite(app)
    const other = await buildSite(app)
    const { body: sibling } = await site.client.post(`/orgs/${site.organizationId}/sites`, {})
    await site.client.patch(site.path, { hostname: 'taken.example.com', basename: 'taken' })
    const answer = await other.client.patch(other.path, { hostname: 'taken.example.com' })
    expect(answer.status).toBe(409)
    expect(answer.body.error.message).toBe('hostname: is already used by another site')
    const byGraph = await other.client.gql(update, {
      siteId: other.id,
      input: { hostname: 'taken.example.com' },
    })
    expect(byGraph.errors?.[0]?.extensions.code).toBe('CONFLICT')
    const siblingPath = `/orgs/${site.organizationId}/sites/${sibling.id}`
    const basename = await site.client.patch(siblingPath, { basename: 'taken', hostname: 'free.example.com' })
    expect(basename.status).toBe(409)
    expect(basename.body.error.message).toBe('basename: is already used by another site of the organization')
    expect((await site.client.get(siblingPath)).body).not.toHaveProperty('hostname')
    expect((await site.client.patch(site.path, { hostname: 'taken.example.com' })).status).toBe(200)
  })

  test.runIf(isLongRun)('is given to one of several concurrent requests', async () => {
    const sites = await Promise.all([1, 2, 3, 4].map(() => buildSite(app)))
    const answers = await Promise.all(
      sites.map(({ client, path }) => client.patch(path, { hostname: 'wanted.example.com' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  test('is refused where an organization has it', async () => {
    const owner = await buildSite(app)
    await app.database.prisma.organization.update({
      where: { id: owner.organizationId },
      data: { customHostname: 'org.docs.example.com' },
    })
    const other = await buildSite(app)
    const answer = await other.client.patch(other.path, { hostname: 'org.docs.example.com' })
    expect(answer.status).toBe(409)
  })

  test.runIf(isLongRun)('is not that of this server', async () => {
    const elsewhere = await startOwnTestApp({ BASE_URL: 'https://lectern.intra.example.com' })
    try {
      const { id, client } = await buildSite(elsewhere)
      const input = { hostname: 'lectern.intra.example.com' }
      const { errors } = await client.gql(update, { siteId: id, input })
      expect(errors?.[0]?.message).toBe('hostname: is the host name of this server')
      expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT')
    } finally {
      await elsewhere.close()
    }
  })
})

describe('the basename of a site', () => {
  test.each(['a/b', 'ä', '..', '.a', '-a', 'a b', 'a%20b', 'a?b'])('is refused as %j', async (basename) => {
    const site = await buildSite(app)
    const answer = await site.client.patch(site.path, { basename })
    expect(answer.status).toBe(400)
    expect(answer.body.error.fields).toMatchObject([{ path: 'basename' }])
  })

  test('cannot be the id of another site of the organization, whose address that would be', async () => {
    const site = await buildSite(app)
    const { body: other } = await site.client.post(`/orgs/${site.organizationId}/sites`, {})
    const answer = await site.client.patch(site.path, { basename: other.id })
    expect(answer.status).toBe(409)
    expect((await site.client.patch(site.path, { basename: site.id })).status).toBe(200)
  })
})

describe('the published address', () => {
  const hostname = (number: number) => `docs${number}.example.com`
  const cases = [
    [{}, 'own'],
    [{ basename: 'guide' }, 'basename'],
    [{ hostname: true }, 'hostname'],
    [{ hostname: true, basename: 'guide' }, 'hostname'],
    [{ proxy: 'example.com/docs' }, 'proxy'],
    [{ proxy: 'example.com/docs', basename: 'guide' }, 'proxy'],
    [{ proxy: 'example.com/docs', hostname: true }, 'proxy'],
    [{ proxy: 'example.com/docs', hostname: true, basename: 'guide' }, 'proxy'],
  ] as const

  test.each(
    oneRowIn(
      6,
      cases.map(([given, wins], index) => ({ given, wins, index })),
    ),
  )('with $given is that of the $wins, once the site is published', async ({ given, wins, index }) => {
    const site = await buildSite(app)
    const siteSpace = await buildSiteSpace(site, 'One')
    const second = await buildSiteSpace(site, 'Two')
    const changes = { ...given, ...('hostname' in given && { hostname: hostname(index) }) }
    const { body: before } = await site.client.patch(site.path, changes)
    expect(before.urls).not.toHaveProperty('published')
    const own = `${app.url}/sites/${site.organizationId}`
    const addresses = {
      own: `${own}/${site.id}`,
      basename: `${own}/guide`,
      hostname: `https://${hostname(index)}`,
      proxy: 'https://example.com/docs',
    }
    const { body } = await site.client.post(`${site.path}/publish`)
    expect(body.urls.published).toBe(addresses[wins])
    // Behind the proxy is what would win without it.
    const behind = 'hostname' in given ? 'hostname' : 'basename' in given ? 'basename' : 'own'
    if ('proxy' in given)
      expect(body.proxy).toEqual({ origin: 'example.com/docs', target: addresses[behind] })
    const { items } = (await site.client.get(`${site.path}/site-spaces`)).body
    expect(items).toMatchObject([
      { id: siteSpace.id, urls: { published: addresses[wins] } },
      { id: second.id, urls: { published: `${addresses[wins]}/two` } },
    ])
  })
})
