import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { buildReadableSite, page, type ReadableSite, read, signVisitor, write } from './published-site.ts'

let app: TestApp
let site: ReadableSite

beforeAll(async () => {
  app = await startTestApp()
  site = await buildReadableSite(app)
  await write(site, site.guide.spaceId, page('Welcome'))
  await write(site, site.api.spaceId, page('Reference'))
})
afterAll(() => app.close())

test('pages have the customization of the site, or that of their site-space', async () => {
  const { body } = await site.client.get(`${site.path}/customization`)
  const link = (title: string, to: object, more: object = {}) => ({ title, to, links: [], ...more })
  const answer = await site.client.put(`${site.path}/customization`, {
    ...body,
    title: 'Our <docs>',
    styling: { ...body.styling, primaryColor: { light: '#123456', dark: '#abcdef' } },
    themes: { default: 'dark', toggeable: false },
    announcement: { enabled: true, message: 'Version 2 is out', style: 'info' },
    header: {
      ...body.header,
      links: [
        link('To the API', { kind: 'space', space: site.api.spaceId }),
        link('To nowhere', { kind: 'space', space: 'doesnotexist' }),
        link(
          'For insiders',
          { kind: 'url', url: 'https://example.com/' },
          { condition: 'visitor.claims.insider' },
        ),
      ],
    },
    footer: { ...body.footer, copyright: '© Us' },
  })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  const overridden = `${site.path}/site-spaces/${site.api.siteSpaceId}/customization`
  expect((await site.client.patch(overridden, { footer: { copyright: '© API' } })).status).toBe(200)
  const guide = await read(site.address)
  for (const text of [
    'Our &#x3C;docs></title>',
    '--primary:#abcdef',
    'color-scheme:dark',
    'Version 2 is out',
    '© Us',
  ])
    expect(guide.text).toContain(text)
  expect(guide.text).toContain(`<a href="${site.base}/api">To the API</a>`)
  expect(guide.text).not.toMatch(/To nowhere|For insiders/)
  expect(guide.headers['cache-control']).toBe('private, no-cache')
  const cookie = `lectern-visitor=${await signVisitor(site, { insider: true })}`
  const insider = await read(site.address, { headers: { cookie } })
  expect(insider.text).toContain('<a href="https://example.com/">For insiders</a>')
  expect(insider.headers.etag).not.toBe(guide.headers.etag)
  expect((await read(`${site.address}/api`)).text).toContain('© API')
})

test('a link in the header of a site-space is for visitors who meet its condition, and no proxy shares it', async () => {
  const own = await buildReadableSite(app)
  await write(own, own.api.spaceId, page('Reference'))
  const address = `${own.address}/api`
  expect((await read(address)).headers['cache-control']).toMatch(/^public/)
  const link = {
    title: 'For insiders',
    to: { kind: 'url', url: 'https://example.com/' },
    links: [],
    condition: 'visitor.claims.insider',
  }
  const customization = `${own.path}/site-spaces/${own.api.siteSpaceId}/customization`
  const answer = await own.client.patch(customization, { header: { links: [link] } })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  const cookie = `lectern-visitor=${await signVisitor(own, { insider: true })}`
  for (const [headers, isShown] of [
    [{ cookie }, true],
    [{}, false],
  ] as const) {
    const answered = await read(address, { headers })
    expect([answered.text.includes('For insiders'), answered.headers['cache-control']]).toEqual([
      isShown,
      'private, no-cache',
    ])
  }
})
