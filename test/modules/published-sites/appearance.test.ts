import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
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

test('previews of links to a page have the image of the customization, else the cover of the page, else one that is drawn', async () => {
  const own = await buildReadableSite(app)
  const covered = '---\ncover: https://example.com/cover.png\n---\nText'
  await write(own, own.guide.spaceId, page('Covered', covered), page('Plain'))
  const previewOf = async (path: string) => {
    const { text } = await read(`${own.address}/${path}`, { headers: { accept: 'text/html' } })
    const contentOf = (name: string) => new RegExp(`="${name}" content="([^"]*)"`).exec(text)?.[1]
    return [contentOf('og:image'), contentOf('twitter:card')]
  }
  expect(await previewOf('covered')).toEqual(['https://example.com/cover.png', 'summary_large_image'])
  expect(await previewOf('plain')).toEqual([
    expect.stringMatching(/\/~preview\/plain\.png\?v=/),
    'summary_large_image',
  ])
  const { body } = await own.client.get(`${own.path}/customization`)
  const socialPreview = { url: 'https://example.com/preview.png' }
  await own.client.put(`${own.path}/customization`, { ...body, socialPreview })
  for (const path of ['covered', 'plain'])
    expect(await previewOf(path)).toEqual([socialPreview.url, 'summary_large_image'])
})

test('corners are those of the customization, and its font comes from this server', async () => {
  const own = await buildReadableSite(app)
  await write(own, own.guide.spaceId, page('Welcome'))
  const { body } = await own.client.get(`${own.path}/customization`)
  const radii: (string | undefined)[] = []
  for (const corners of ['straight', 'rounded', 'circular']) {
    const styling = { ...body.styling, corners, font: 'Roboto' }
    const answer = await own.client.put(`${own.path}/customization`, { ...body, styling })
    expect([answer.status, answer.body.error]).toEqual([200, undefined])
    radii.push(/--radius:([^;]*);/.exec((await read(own.address)).text)?.[1])
  }
  expect(radii[0]).toBe('0')
  expect(new Set(radii).size).toBe(3)
  const { text, headers } = await read(own.address)
  const stylesheets = [...text.matchAll(/<link rel="stylesheet" href="([^"]*)"/g)].map(([, href]) => href)
  const sheets = await Promise.all(stylesheets.map((href) => read(app.url + href)))
  const roboto = sheets.find((sheet) => sheet.text.includes('Roboto'))
  expect(roboto?.status).toBe(200)
  // A font that arrives after the text was drawn would move its lines.
  expect(roboto?.text).toContain('font-display: optional')
  for (const sheet of sheets) expect(sheet.text).not.toContain('swap')
  const font = /<link rel="preload" href="([^"]*\.woff2)"/.exec(text)?.[1]
  const file = await read(app.url + font)
  expect([file.status, file.headers['content-type']]).toEqual([200, 'font/woff2'])
  expect(file.text.startsWith('wOF2')).toBe(true)
  expect(String(headers['content-security-policy'])).toMatch(/font-src 'self'(;|$)/)
})

test.runIf(isLongRun)('results of a search of the site name the pages above', async () => {
  const own = await buildReadableSite(app)
  const written = await write(own, own.guide.spaceId, page('Above'))
  await write(own, own.guide.spaceId, page('Below', 'A zebra', { into: written.changes[0].page.id }))
  const { data, errors } = await own.client.gql(
    `query ($siteId: ID!) {
      searchSite(siteId: $siteId, search: "zebra", filter: { mode: ALL }) {
        nodes { pages { title ancestors { title } } }
      }
    }`,
    { siteId: own.id },
  )
  expect(errors).toBeUndefined()
  expect(data.searchSite.nodes).toEqual([{ pages: [{ title: 'Below', ancestors: [{ title: 'Above' }] }] }])
})
