import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { buildReadableSite, type ReadableSite, read, write } from './published-site.ts'

let app: TestApp
let site: ReadableSite

beforeAll(async () => {
  app = await startTestApp()
  site = await buildReadableSite(app)
})
afterAll(() => app.close())

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
).toString('base64')

const body = `[b](./code#L3) [c](./code) [e](./code#) [s](./code#a%20%22b%22) [w](./code#100%)

{% file src="./manual#page=3" %}

Inline ![d](./logo#gh-dark-mode-only) ![l](./logo#gh-light-mode-only) here.

![dark](./logo#gh-dark-mode-only)

<picture><source media="(prefers-color-scheme: dark)" srcset="./logo#x"><img src="./logo#y" alt="both"></picture>

<img src="./logo#view" alt="one">

<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-cover data-type="image">Cover</th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td>Card</td><td><a href="./logo#cover">a</a></td><td><a href="./manual#page=2">b</a></td></tr></tbody></table>`

test('links and images lead to files at their fragments, which may choose a theme', async () => {
  const spaceId = site.guide.spaceId
  const files = ['code', 'manual', 'logo'].map((ref) => ({
    ref,
    name: { code: 'x.yml', manual: 'manual.pdf', logo: 'logo.png' }[ref],
    contentType: { code: 'text/yaml', manual: 'application/pdf', logo: 'image/png' }[ref],
    base64: png,
  }))
  await write(
    site,
    spaceId,
    { operation: 'insert_files', files },
    { operation: 'insert_page', title: 'Files', document: { markdown: body } },
  )
  const { text } = await read(`${site.address}/files`)
  const links = [...text.matchAll(/(?:href|src|srcset)="([^"]*~files[^"]*)"/g)].map(
    ([, url]) => url as string,
  )
  const ends = links.map((url) => url.replace(/^.*\/(?=[^/]*$)/, ''))
  for (const end of [
    'x.yml#L3',
    'x.yml',
    'x.yml#a%20%22b%22',
    'manual.pdf#page=3',
    'manual.pdf#page=2',
    'logo.png#y',
    'logo.png#view',
    'logo.png#cover',
  ])
    expect(ends).toContain(end)
  expect(text).not.toContain('/files/fil')
  expect(text).toMatch(
    /<img[^>]*alt="d"[^>]*class="inline-image in-dark-theme"|<img[^>]*class="inline-image in-dark-theme"[^>]*alt="d"/,
  )
  expect(text).toMatch(/class="inline-image in-light-theme"/)
  expect(text).toMatch(/<figure class="in-dark-theme">/)
  for (const url of new Set(links))
    expect((await read(new URL(url.replace(/#.*/, ''), site.address).href)).status).toBe(200)
  const markdown = (await read(`${site.address}/files.md`)).text
  expect(markdown).toMatch(/\[b\]\(http[^)]*\/x\.yml#L3\)/)
  expect(markdown).toMatch(/manual\.pdf#page=3"/)
  const stored = (await site.client.get(`/spaces/${spaceId}/content/path/files?format=markdown`)).body
    .markdown
  expect(stored).toMatch(/\(\/files\/[^)]*#gh-dark-mode-only\)/)
  expect(stored).toMatch(/srcset="\/files\/[^"]*#x"/)
})
