import { createHmac } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SiteGrant, signSiteGrant } from '../../../src/modules/visitors/site-grants.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import {
  buildSection,
  buildSite,
  buildSiteSpace,
  buildSpace,
  type TestSite,
} from '../../support/factories/sites.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Builds a published site with one space. */
async function buildPublished(visibility: string): Promise<TestSite> {
  const site = await buildSite(app, { visibility })
  await buildSiteSpace(site, 'Guide')
  await publish(site)
  return site
}

async function publish(site: TestSite): Promise<void> {
  expect((await site.client.post(`${site.path}/publish`)).status).toBe(200)
}

const keyOf = async (site: TestSite): Promise<string> =>
  (await site.client.get(`${site.path}/publishing/auth`)).body.privateKey

const signed = (key: string, claims: Record<string, unknown> = {}, expires = '1h') =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(key))

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600

const readPayload = (text: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(text, 'base64url').toString())

/** Returns a handmade token, for tokens that no library would make. */
function forged(header: Record<string, unknown>, key: string | null, hash = 'sha256'): string {
  const text = `${encoded(header)}.${encoded({ exp: inAnHour() })}`
  return `${text}.${key === null ? '' : createHmac(hash, key).update(text).digest('base64url')}`
}

/** Returns an answer without the members that differ between requests. */
const said = ({ status, body }: { status: number; body: { error: object } }) => ({
  status,
  error: { ...body.error, requestId: undefined },
})

const published = (site: TestSite, query: Record<string, string> = {}) =>
  site.client.get(`${site.path}/published?${new URLSearchParams(query)}`)

const resolved = (site: TestSite, url: string, jwtToken?: string, options: object = {}) =>
  site.client.post('/urls/published', { url, ...(jwtToken && { visitor: { jwtToken } }), ...options })

const addressOf = async (site: TestSite): Promise<string> =>
  (await site.client.get(site.path)).body.urls.published

/** Returns the answer for a site that never existed. */
async function nothing(site: TestSite) {
  const missing = await site.client.get(`/orgs/${site.organizationId}/sites/doesnotexist/published`)
  expect(missing.status).toBe(404)
  return said(missing)
}

describe('the content of a published site', () => {
  test('is readable for everyone if public or unlisted, and for nobody while unpublished', async () => {
    for (const visibility of ['public', 'unlisted']) {
      const site = await buildSite(app, { visibility })
      await buildSiteSpace(site, 'Guide')
      expect(said(await published(site))).toEqual(await nothing(site))
      await publish(site)
      const { status, body } = await published(site)
      expect(status).toBe(200)
      expect(body).toMatchObject({ object: 'published-content-site', site: { id: site.id, published: true } })
      expect(body.structure).toMatchObject({ type: 'siteSpaces', structure: [{ title: 'Guide' }] })
      expect((await resolved(site, await addressOf(site))).status).toBe(200)
      await site.client.post(`${site.path}/unpublish`)
      expect(said(await published(site))).toEqual(await nothing(site))
    }
  })

  test('requires an active key for the visibility SHARE_LINK', async () => {
    const site = await buildPublished('share-link')
    const other = await buildPublished('share-link')
    const link = (await site.client.post(`${site.path}/share-links`, { name: 'Readers' })).body
    const foreign = (await other.client.post(`${other.path}/share-links`, { name: 'Others' })).body
    const key = link.urls.published.split('/').at(-1)
    const refused = await nothing(site)
    for (const shareKey of ['', 'wrong', foreign.urls.published.split('/').at(-1), key.slice(1)])
      expect(said(await published(site, { shareKey }))).toEqual(refused)
    expect(said(await published(site))).toEqual(refused)
    expect((await published(site, { shareKey: key })).status).toBe(200)
    expect((await resolved(site, link.urls.published)).body).toMatchObject({ site: site.id, shareKey: key })
    expect((await resolved(site, await addressOf(site))).status).toBe(404)
    await site.client.patch(`${site.path}/share-links/${link.id}`, { active: false })
    expect(said(await published(site, { shareKey: key }))).toEqual(refused)
    expect((await resolved(site, link.urls.published)).status).toBe(404)
  })

  test('requires a token signed with the key of the site for the visibility VISITOR_AUTH', async () => {
    const site = await buildPublished('visitor-auth')
    const key = await keyOf(site)
    const refused = await nothing(site)
    const bad = {
      none: forged({ alg: 'none' }, null),
      'another algorithm': forged({ alg: 'HS512' }, key, 'sha512'),
      'another key': await signed('another key'),
      expired: await signed(key, {}, '-1h'),
      'for somebody else': await signed(key, { aud: 'somebody else' }),
      'no token': 'not.a.token',
      'without an end': await new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(key)),
      'a part of one': (await signed(key)).slice(0, -3),
    }
    for (const [name, visitorAuthToken] of Object.entries(bad))
      expect({ name, ...said(await published(site, { visitorAuthToken })) }).toEqual({ name, ...refused })
    expect(said(await published(site))).toEqual(refused)
    const good = await signed(key, { aud: site.id })
    expect((await published(site, { visitorAuthToken: good })).status).toBe(200)
    const address = await addressOf(site)
    expect((await resolved(site, address, good)).body).toMatchObject({ site: site.id, complete: true })
    expect((await resolved(site, address, bad.none)).status).toBe(404)
    await site.client.post(`${site.path}/publishing/auth/regenerate`)
    expect(said(await published(site, { visitorAuthToken: good }))).toEqual(refused)
  })

  test.runIf(isLongRun)(
    'redirects visitors who are not admitted to the sign-in URL, only on request',
    async () => {
      const site = await buildPublished('visitor-auth')
      const address = await addressOf(site)
      expect((await resolved(site, address, undefined, { redirectOnError: true })).status).toBe(404)
      const fallbackURL = 'https://example.com/login'
      await site.client.patch(`${site.path}/publishing/auth`, { backend: 'custom', fallbackURL })
      const sent = await resolved(site, address, undefined, { redirectOnError: true })
      expect(sent.body).toEqual({ target: 'external', redirect: fallbackURL, site: site.id })
      expect((await resolved(site, address)).status).toBe(404)
    },
  )

  test('never includes what conditions hide, and has a context id that depends on claims alone', async () => {
    const site = await buildSite(app, { visibility: 'visitor-auth' })
    await buildSection(site, 'Everybody')
    const beta = await buildSection(site, 'Beta')
    const group = await site.client.post(`${site.path}/section-groups`, {
      title: 'More',
      sections: [beta.id],
    })
    expect(group.status).toBe(201)
    await site.client.patch(`${site.path}/sections/${beta.id}`, { condition: 'visitor.claims.beta == true' })
    await publish(site)
    const key = await keyOf(site)
    const plain = await published(site, { visitorAuthToken: await signed(key) })
    expect(plain.body.structure.structure.map(({ title }: { title: string }) => title)).toEqual(['Everybody'])
    expect(JSON.stringify(plain.body)).not.toMatch(/Beta|More/)
    expect(Object.keys(plain.body.customizations.siteSpaces)).toHaveLength(1)
    const member = await published(site, { visitorAuthToken: await signed(key, { beta: true }) })
    expect(member.body.structure.structure).toMatchObject([
      { object: 'site-section', title: 'Everybody' },
      { object: 'site-section-group', title: 'More', sections: [{ title: 'Beta' }] },
    ])
    expect(Object.keys(member.body.customizations.siteSpaces)).toHaveLength(2)
    const url = `${await addressOf(site)}/beta`
    const hidden = await resolved(site, url, await signed(key))
    expect(hidden.body).toMatchObject({ pathname: 'beta' })
    expect(hidden.body.siteSection).not.toBe(beta.id)
    const seen = await resolved(site, url, await signed(key, { beta: true }))
    expect(seen.body).toMatchObject({ siteSection: beta.id, pathname: '' })
    expect(seen.body.contextId).toEqual(expect.any(String))
  })

  test.runIf(isLongRun)('uses the first visible part as the default if the default is hidden', async () => {
    const site = await buildSite(app)
    const first = await buildSection(site, 'First')
    await buildSection(site, 'Second')
    await site.client.patch(`${site.path}/sections/${first.id}`, { condition: 'visitor.claims.insider' })
    await publish(site)
    const { structure } = (await published(site)).body
    expect(structure.structure).toMatchObject([{ title: 'Second', default: true }])
  })
})

describe('the token of a URL lookup', () => {
  const token = async (site: TestSite, url: string, jwtToken?: string) =>
    (await resolved(site, url, jwtToken)).body.apiToken as string

  /** Files of a space, as a visitor of the site reads them, and what writes them. */
  const filesOf = (site: TestSite, spaceId: string, jwtToken?: string) => ({
    files: async () => {
      const visitor = app.as({ token: await token(site, await addressOf(site), jwtToken) })
      return (await visitor.get(`/spaces/${spaceId}/content/files`)).body.items
    },
    write: async (...changes: object[]) => {
      const answer = await site.client.post(`/spaces/${spaceId}/content`, { changes })
      expect(answer.status).toBe(200)
    },
    /** Writes a page that shows all files of the space. */
    show: async () => {
      const { items } = (await site.client.get(`/spaces/${spaceId}/content/files`)).body
      const markdown = items
        .map(({ id, name }: { id: string; name: string }) => `[${name}](/files/${id})`)
        .join(' ')
      const changes = [{ operation: 'insert_page', title: 'Files', document: { markdown } }]
      expect((await site.client.post(`/spaces/${spaceId}/content`, { changes })).status).toBe(200)
    },
  })

  test('reads the site and its pages, and nothing else', async () => {
    const site = await buildPublished('public')
    const secret = await buildSite(app)
    const [{ space }] = (await site.client.get(`${site.path}/site-spaces`)).body.items
    await site.client.post(`/spaces/${space.id}/content`, {
      changes: [{ operation: 'insert_page', title: 'Hello', document: { markdown: 'World' } }],
    })
    const visitor = app.as({ token: await token(site, await addressOf(site)) })
    expect((await visitor.get(`${site.path}/published`)).body.site.id).toBe(site.id)
    const { pages } = (await visitor.get(`/spaces/${space.id}/content/pages`)).body
    expect(pages).toMatchObject([{ title: 'Hello' }])
    expect((await visitor.get(`/spaces/${space.id}/content/path/hello`)).status).toBe(200)
    const elsewhere = await buildSpace(site.client, site.organizationId, 'Elsewhere')
    const missing = `${space.id.slice(0, -4)}0000`
    for (const path of [
      site.path,
      `${secret.path}/published`,
      `${secret.path.replace(secret.id, site.id)}/published`,
      `/orgs/${site.organizationId}/sites/${missing}/published`,
      `/orgs/${site.organizationId}/openapi/pets/versions/latest/content`,
      ...[elsewhere.id, missing].flatMap((id) => [`/spaces/${id}`, `/spaces/${id}/content/pages`]),
      `/spaces/${space.id}/comments`,
      `/spaces/${space.id}/change-requests`,
      '/user',
    ])
      expect({ path, status: (await visitor.get(path)).status }).toEqual({ path, status: 403 })
    expect((await visitor.patch(site.path, { title: 'Mine now' })).status).toBe(403)
    expect((await visitor.gql('{ organizations { totalCount } }')).errors?.[0]?.extensions.code).toBe(
      'UNAUTHENTICATED',
    )
  })

  test('becomes invalid with the credentials of the visitor', async () => {
    const site = await buildPublished('share-link')
    const link = (await site.client.post(`${site.path}/share-links`, { name: 'Readers' })).body
    const visitor = app.as({ token: await token(site, link.urls.published) })
    expect((await visitor.get(`${site.path}/published`)).status).toBe(200)
    await site.client.patch(`${site.path}/share-links/${link.id}`, { active: false })
    expect((await visitor.get(`${site.path}/published`)).status).toBe(401)
  })

  test('is invalid after a change', async () => {
    const site = await buildPublished('public')
    const own = await token(site, await addressOf(site))
    const [header, content = '', signature] = own.split('.')
    const payload = encoded({ ...readPayload(content), preview: true })
    const unsigned = encoded({ alg: 'none', typ: 'JWT' })
    expect((await app.as({ token: own }).get(`${site.path}/published`)).status).toBe(200)
    for (const changed of [
      `${own}x`,
      `${header}.${payload}.${signature}`,
      `${unsigned}.${content}.`,
      `${unsigned}.${content}.${signature}`,
      `${header}.${content}.${signature?.split('').reverse().join('')}`,
    ])
      expect((await app.as({ token: changed }).get(`${site.path}/published`)).status).toBe(401)
  })

  test.runIf(isLongRun)(
    'is a JSON Web Token, the same for equal visitors until the end of the day',
    async () => {
      const site = await buildSite(app, { visibility: 'visitor-auth' })
      const section = await buildSection(site, 'First')
      await publish(site)
      const url = await addressOf(site)
      const visitorToken = await signed(await keyOf(site), { plan: 'pro' }, '90 days')
      const own = await token(site, url, visitorToken)
      const [siteSpace] = section.siteSpaces
      expect(readPayload(own.split('.')[1] as string)).toEqual({
        kind: 'site',
        organization: site.organizationId,
        site: site.id,
        siteSection: section.id,
        siteSpace: siteSpace.id,
        space: siteSpace.space.id,
        claims: { plan: 'pro' },
        signedWith: expect.any(String),
        exp: expect.any(Number),
      })
      const { exp } = readPayload(own.split('.')[1] as string) as { exp: number }
      const endOfDay = Math.ceil(Date.now() / 86_400_000) * 86_400
      expect(exp - endOfDay).toBe(300)
      expect(await token(site, url, await signed(await keyOf(site), { plan: 'pro' }, '91 days'))).toBe(own)
      expect(await token(site, url, await signed(await keyOf(site), { plan: 'free' }, '90 days'))).not.toBe(
        own,
      )
    },
  )

  test('ends with the token of the visitor', async () => {
    const site = await buildPublished('visitor-auth')
    const url = await addressOf(site)
    const own = await token(site, url, await signed(await keyOf(site), {}, '10s'))
    const { exp } = readPayload(own.split('.')[1] as string) as { exp: number }
    expect(exp - Date.now() / 1000).toBeLessThan(11)
  })

  test('is not accepted any more once the key of the site is replaced', async () => {
    const site = await buildPublished('visitor-auth')
    const own = await token(site, await addressOf(site), await signed(await keyOf(site)))
    expect((await app.as({ token: own }).get(`${site.path}/published`)).status).toBe(200)
    await site.client.post(`${site.path}/publishing/auth/regenerate`)
    expect((await app.as({ token: own }).get(`${site.path}/published`)).status).toBe(401)
  })

  test.runIf(isLongRun)(
    'outlives the site for no grant that is no preview, such as those of earlier versions',
    async () => {
      const site = await buildPublished('public')
      const earlier = { siteId: site.id, shareKey: 'key' } as unknown as SiteGrant
      const grant = await signSiteGrant(app.database, earlier, inAnHour())
      const own = await token(site, `${await addressOf(site)}?preview=${grant}`)
      await site.client.post(`${site.path}/unpublish`)
      expect((await app.as({ token: own }).get(`${site.path}/published`)).status).toBe(401)
    },
  )

  test('is not given for a preview of another site', async () => {
    const [site, other] = [await buildPublished('public'), await buildPublished('public')]
    const grant = await signSiteGrant(app.database, { siteId: other.id, preview: {} }, inAnHour())
    const address = `${await addressOf(site)}?preview=${grant}`
    await site.client.post(`${site.path}/unpublish`)
    expect((await resolved(site, address)).status).toBe(404)
  })

  test.runIf(isLongRun)(
    'gets addresses of files that outlive caches, as long as everybody may visit the site',
    async () => {
      const site = await buildPublished('public')
      const [{ id, space }] = (await site.client.get(`${site.path}/site-spaces`)).body.items
      const { files, write, show } = filesOf(site, space.id)
      await write({
        operation: 'insert_files',
        files: [{ name: 'note.txt', contentType: 'text/plain', base64: 'eA==' }],
      })
      await show()
      const [file] = await files()
      const { searchParams } = new URL(file.downloadURL)
      expect([...searchParams.keys()]).toEqual(['site', 'signature'])
      expect((await files())[0].downloadURL).toBe(file.downloadURL)
      const answer = await fetch(file.downloadURL)
      expect([answer.status, await answer.text()]).toEqual([200, 'x'])
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      const statusNow = async () => (await fetch(file.downloadURL)).status
      for (const [made, undone] of [
        [() => site.client.post(`${site.path}/unpublish`), () => site.client.post(`${site.path}/publish`)],
        [
          () => site.client.patch(site.path, { visibility: 'visitor-auth' }),
          () => site.client.patch(site.path, { visibility: 'unlisted' }),
        ],
      ] as const) {
        await made()
        expect(await statusNow()).toBe(404)
        await undone()
        expect(await statusNow()).toBe(200)
      }
      const elsewhere = new URL(file.downloadURL)
      elsewhere.searchParams.set('site', (await buildPublished('public')).id)
      expect((await fetch(elsewhere)).status).toBe(404)
      await write({ operation: 'delete_file', file: file.id })
      expect(await files()).toEqual([])
      expect(await statusNow()).toBe(200)
      await app.database.pool.query(
        `UPDATE "Revision" SET "createdAt" = "createdAt" - interval '8 days' WHERE "spaceId" = $1`,
        [space.id],
      )
      expect(await statusNow()).toBe(404)
      await write({
        operation: 'insert_files',
        files: [{ name: 'again.txt', contentType: 'text/plain', base64: 'eA==' }],
      })
      await show()
      const [again] = await files()
      expect((await fetch(again.downloadURL)).status).toBe(200)
      await buildSiteSpace(site, 'Another')
      await site.client.delete(`${site.path}/site-spaces/${id}`)
      expect((await fetch(again.downloadURL)).status).toBe(404)
    },
  )

  test.runIf(isLongRun)(
    'gets addresses of files that are valid for days on a site that is not for everybody',
    async () => {
      const site = await buildPublished('visitor-auth')
      const [{ space }] = (await site.client.get(`${site.path}/site-spaces`)).body.items
      const { files, write, show } = filesOf(site, space.id, await signed(await keyOf(site)))
      await write({
        operation: 'insert_files',
        files: [{ name: 'note.txt', contentType: 'text/plain', base64: 'eA==' }],
      })
      await show()
      const [{ downloadURL }] = await files()
      const expires = Number(new URL(downloadURL).searchParams.get('expires'))
      const days = (expires - Date.now() / 1000) / 86_400
      expect(days).toBeGreaterThan(1.9)
      expect(days).toBeLessThan(4.1)
      const answer = await fetch(downloadURL)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toMatch(/^private, max-age=\d+, immutable$/)
    },
  )

  test('is given without authentication', async () => {
    const site = await buildPublished('public')
    const url = await addressOf(site)
    const answer = await fetch(`${app.url}/v1/urls/published`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ url }),
    })
    expect(answer.status).toBe(200)
    expect(((await answer.json()) as { apiToken: string }).apiToken).toBe(await token(site, url))
    const hidden = await buildPublished('visitor-auth')
    const refused = await fetch(
      `${app.url}/v1/urls/published?url=${encodeURIComponent(await addressOf(hidden))}`,
    )
    expect(refused.status).toBe(404)
  })

  test('reads no comments and no tags that sites do not show', async () => {
    const site = await buildSite(app, { visibility: 'visitor-auth' })
    const { space } = await buildSiteSpace(site, 'Guide')
    await publish(site)
    const kept = 'Shown <!-- Kept in a line --> here.\n\n<!-- Kept as a block -->\n\n{% kept %}'
    const pages = [kept, `${kept}\n\n{% if visitor.claims.beta %}\nFor testers.\n{% endif %}`]
    await site.client.post(`/spaces/${space.id}/content`, {
      changes: pages.map((markdown, index) => ({
        operation: 'insert_page',
        title: `Page ${index}`,
        document: { markdown },
      })),
    })
    const live = (await site.client.get(`/spaces/${space.id}/content`)).body
    const visitor = app.as({
      token: await token(site, await addressOf(site), await signed(await keyOf(site))),
    })
    for (const page of live.pages)
      for (const path of [
        `revisions/${live.id}/page/${page.id}/document`,
        `revisions/${live.id}/page/${page.id}/document?dereferenced=reusable-contents`,
        `revisions/${live.id}/page/${page.id}?format=markdown`,
        `revisions/${live.id}/page/${page.id}?format=document`,
        `content/page/${page.id}?format=markdown`,
        'documents/:documentId',
      ]) {
        const read = async (client: TestClient) => {
          const { documentId } = (await client.get(`/spaces/${space.id}/content/page/${page.id}`)).body
          const own = path.replace(':documentId', documentId)
          return JSON.stringify((await client.get(`/spaces/${space.id}/${own}`)).body)
        }
        expect([path, await read(visitor)]).toEqual([
          path,
          expect.stringMatching(/^(?=.*Shown)(?!.*[Kk]ept)/),
        ])
        expect([path, await read(site.client)]).toEqual([
          path,
          expect.stringMatching(/Kept in a line.*Kept as a block/),
        ])
      }
  })

  test('reads the content that conditions show, in the revision that the space publishes', async () => {
    const site = await buildSite(app, { visibility: 'visitor-auth' })
    const { space } = await buildSiteSpace(site, 'Guide')
    await publish(site)
    const write = (...changes: object[]) => site.client.post(`/spaces/${space.id}/content`, { changes })
    await write({ operation: 'insert_page', title: 'Earlier', document: { markdown: 'Withdrawn.' } })
    const earlier = (await site.client.get(`/spaces/${space.id}/content`)).body
    await write(
      { operation: 'delete_page', page: earlier.pages[0].id },
      {
        operation: 'insert_page',
        title: 'Hello',
        document: {
          markdown:
            'For all.\n\n{% if visitor.claims.beta %}\nFor testers.\n{% endif %}\n\n{% if !visitor.claims.beta %}\nFor others.\n{% endif %}',
        },
      },
    )
    const live = (await site.client.get(`/spaces/${space.id}/content`)).body
    const [page] = live.pages
    const url = await addressOf(site)
    const key = await keyOf(site)
    const tester = app.as({ token: await token(site, url, await signed(key, { beta: true })) })
    const other = app.as({ token: await token(site, url, await signed(key)) })
    const revision = `/spaces/${space.id}/revisions/${live.id}`
    for (const path of [
      `${revision}/page/${page.id}/document`,
      `${revision}/page/${page.id}/document?dereferenced=reusable-contents`,
      `${revision}/page/${page.id}?format=markdown`,
      `${revision}/page/${page.id}?format=document`,
      `${revision}/path/hello?format=document`,
      `/spaces/${space.id}/content/page/${page.id}?format=markdown`,
      `/spaces/${space.id}/documents/:documentId`,
    ]) {
      const texts = await Promise.all(
        [tester, other].map(async (client) => {
          const { documentId } = (await client.get(`${revision}/page/${page.id}`)).body
          return JSON.stringify((await client.get(path.replace(':documentId', documentId))).body)
        }),
      )
      expect([path, ...texts]).toEqual([
        path,
        expect.stringMatching(/^(?=.*For all)(?=.*For testers)(?!.*For others)(?!.*claims)/),
        expect.stringMatching(/^(?=.*For all)(?=.*For others)(?!.*For testers)(?!.*claims)/),
      ])
    }
    const [before] = earlier.pages
    for (const path of [
      `/spaces/${space.id}/revisions/${earlier.id}`,
      `/spaces/${space.id}/revisions/${earlier.id}/page/${before.id}/document`,
      `/spaces/${space.id}/documents/${before.documentId}`,
    ]) {
      expect([path, (await site.client.get(path)).status]).toEqual([path, 200])
      expect([path, (await tester.get(path)).status]).toEqual([path, path.includes('revisions') ? 403 : 404])
    }
  })
})

describe('a preview', () => {
  test.runIf(isLongRun)('shows an unpublished site, with the claims of the request', async () => {
    const site = await buildSite(app)
    const section = await buildSection(site, 'First')
    const beta = await buildSection(site, 'Beta')
    await site.client.patch(`${site.path}/sections/${beta.id}`, { condition: 'visitor.claims.beta' })
    const preview = async (claims: string) =>
      (await site.client.get(`${site.path}/publishing/preview?claims=${encodeURIComponent(claims)}`)).body.url
    const plain = (await resolved(site, await preview('()'))).body
    expect(plain).toMatchObject({ site: site.id, siteSection: section.id })
    const tester = (await resolved(site, await preview('(beta:!t)'))).body
    const titles = async ({ apiToken }: { apiToken: string }) => {
      const { body } = await app.as({ token: apiToken }).get(`${site.path}/published`)
      return body.structure.structure.map(({ title }: { title: string }) => title)
    }
    expect(await titles(plain)).toEqual(['First'])
    expect(await titles(tester)).toEqual(['First', 'Beta'])
  })
})
