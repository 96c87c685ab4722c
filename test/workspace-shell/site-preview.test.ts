import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { buildPage } from '../support/factories/content.ts'
import { buildMember } from '../support/factories/organizations.ts'
import { buildSession, type TestSession } from '../support/factories/sessions.ts'
import { buildSite, buildSiteSpace, type TestSite } from '../support/factories/sites.ts'

let app: TestApp
let site: TestSite
let session: TestSession

beforeAll(async () => {
  app = await startTestApp()
  site = await buildSite(app)
  const { space } = await buildSiteSpace(site, 'Guide')
  await buildPage(site.client, space.id, { title: 'First', document: { markdown: 'Beginning' } })
  await buildPage(site.client, space.id, { title: 'Second', document: { markdown: 'More' } })
  session = await buildSession(app, site.admin)
})
afterAll(() => app.close())

interface Sent {
  readonly path?: string
  readonly siteSpace?: string
  readonly site?: TestSite
  readonly headers?: Record<string, string>
}

const preview = async (customization: unknown, sent: Sent = {}) => {
  const { headers = session.headers, siteSpace } = sent
  const { id } = sent.site ?? site
  const query: Record<string, string> = siteSpace === undefined ? { path: sent.path ?? '/' } : { siteSpace }
  const response = await fetch(`${app.url}/workspace/site-preview/${id}?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({
      customization: typeof customization === 'string' ? customization : JSON.stringify(customization),
    }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

describe('the preview of a customization', () => {
  test('shows pages of a site that is not published with settings that are not stored', async () => {
    const { status, headers, text } = await preview({
      title: 'Not yet stored',
      styling: { primaryColor: { light: '#123456', dark: '#123456' } },
      announcement: { enabled: true, message: 'Soon', style: 'INFO' },
    })
    expect(status).toBe(200)
    expect(text).toContain('Not yet stored')
    expect(text).toContain('Soon')
    expect(text).toContain('Beginning')
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await preview({}, { path: '/second' })).text).toContain('More')
    expect((await preview({}, { path: '/none' })).text).toContain('Beginning')
    const { body } = await site.client.get(`${site.path}/customization`)
    expect(body.title).not.toBe('Not yet stored')
    expect((await preview({})).text).not.toContain('Not yet stored')
  })

  test('shows the first page of a site-space with settings of its own, which no other has', async () => {
    const other = await buildSiteSpace(site, 'Reference')
    await buildPage(site.client, other.space.id, { title: 'Methods', document: { markdown: 'Called' } })
    const own = await preview({ title: 'Reference only' }, { siteSpace: other.id })
    expect([own.status, own.text.includes('Called'), own.text.includes('Reference only')]).toEqual([
      200,
      true,
      true,
    ])
    expect((await preview({})).text).not.toContain('Reference only')
    expect((await preview({}, { siteSpace: 'sspnone' })).status).toBe(404)
  })

  test('can be framed by this server alone, runs its own scripts alone, and may load files of the site', async () => {
    const { headers, text } = await preview({})
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).not.toContain('unsafe')
    expect(text).toContain('parent.postMessage')
    const cookie = headers.get('set-cookie') ?? ''
    expect(cookie).toContain(`Path=/sites/${site.organizationId}/${site.id}`)
    const address = `${app.url}/sites/${site.organizationId}/${site.id}`
    const opened = await fetch(address, { headers: { Cookie: cookie.split(';')[0] as string } })
    expect(opened.status).toBe(200)
  })

  test('says what is wrong with settings, as the update would', async () => {
    const colors = await preview({ styling: { primaryColor: { light: 'no color', dark: '#000000' } } })
    expect(colors.status).toBe(400)
    expect(colors.text).toContain('primaryColor')
    expect(
      (
        await preview({
          favicon: { emoji: '1f680', icon: { light: 'https://a.test/a', dark: 'https://a.test/a' } },
        })
      ).text,
    ).toContain('must have an icon or an emoji')
    expect((await preview('{')).status).toBe(400)
  })

  test('tells the page around it that the site has no page yet, and what else is wrong', async () => {
    const empty = await buildSite(app)
    await buildSiteSpace(empty, 'Empty')
    const owner = await buildSession(app, empty.admin)
    const told = await preview({}, { site: empty, headers: owner.headers })
    expect(told.status).toBe(409)
    expect(told.text).toContain('"reason":"NO_PAGE_TO_PREVIEW"')
    expect(told.headers.get('content-security-policy')).not.toContain('unsafe')
    const { text } = await preview({ header: { preset: '</script><script>alert(1)</script>' } })
    expect(text).not.toContain('<script>alert')
  })

  test('is for those who may administer the site, in a page of this server', async () => {
    const editor = await buildSession(app, await buildMember(app, site.organizationId, 'EDIT'))
    expect((await preview({}, { headers: editor.headers })).status).toBe(403)
    const stranger = await buildSession(app, (await buildSite(app)).admin)
    expect((await preview({}, { headers: stranger.headers })).status).toBe(404)
    expect((await preview({}, { headers: {} })).status).toBe(401)
    const foreign = { ...session.headers, Origin: 'https://example.com' }
    expect((await preview({}, { headers: foreign })).status).toBe(401)
    expect((await fetch(`${app.url}/workspace/site-preview/${site.id}`)).status).toBe(405)
  })
})
