import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { zipOf } from '../../fixtures/imports/docx/word-file.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { buildSite, buildSiteSpace, type TestSite } from '../../support/factories/sites.ts'
import { type SourceServer, startSourceServer } from '../imports/source-server.ts'
import { page, read, write } from './published-site.ts'

let app: TestApp
let server: SourceServer
let site: TestSite
let address: string
let base: string

const files = {
  '.gitbook.yaml': 'root: docs/en\n',
  'docs/en/SUMMARY.md': [
    '* [Home](README.md)',
    '* [Setup](setup/README.md)\n  * [Linux](setup/Linux.md)\n  * [Deep](other/deep.md)',
    '* [Notes](v6.34.2.md)',
    '* [Über uns](<Über uns.md>)',
    '* [Numbered](03-more/01_first.md)',
    '* [Twice](a/page.md)\n* [Again](A/Page.md)',
  ].join('\n'),
  'docs/en/README.md': '# Home\n',
  'docs/en/setup/README.md': '# Setup\n',
  'docs/en/setup/Linux.md': '# Linux\n',
  'docs/en/other/deep.md': '# Deep\n',
  'docs/en/v6.34.2.md': '# Notes\n',
  'docs/en/Über uns.md': '# Über uns\n',
  'docs/en/a/page.md': '# Twice\n',
  'docs/en/A/Page.md': '# Again\n',
  'docs/en/03-more/01_first.md': '# First\n',
  'docs/en/secret.md': '# Secret\n',
}

beforeAll(async () => {
  app = await startTestApp()
  server = await startSourceServer()
  site = await buildSite(app, { title: 'Moved' })
  const { space } = await buildSiteSpace(site, 'Product')
  const bytes = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]))
  const url = server.serve('/moved.zip', await zipOf(bytes))
  const answer = await site.client.post(`/spaces/${space.id}/content/import`, {
    url,
    source: 'zip',
    includesUnlisted: true,
  })
  expect(answer.status).toBe(201)
  const { pages } = (await site.client.get(`/spaces/${space.id}/content/pages`)).body
  const secret = pages.find(({ title }: { title: string }) => title === 'Secret')
  await write(
    site,
    space.id,
    { operation: 'update_page', page: secret.id, slug: 'kept-to-ourselves' },
    page('Own', 'Own', { slug: 'deep' }),
  )
  await site.client.post(`${site.path}/publish`)
  base = `/sites/${site.organizationId}/${site.id}`
  address = app.url + base
})
afterAll(async () => {
  server.close()
  await app.close()
})

describe('the address of the file of an imported page', () => {
  test.each([
    ['setup/deep', 'other/deep'],
    ['setup/deep', 'other/deep.html'],
    ['setup/deep', 'Other/DEEP'],
    ['setup/deep', 'other/deep/'],
    ['setup/deep', 'docs/en/other/deep'],
    ['setup/deep', 'en/other/deep.html'],
    ['setup/deep.md', 'other/deep.md'],
    ['setup/linux', 'setup/Linux'],
    ['setup/linux', 'setup/Linux.html'],
    ['setup/linux.md', 'setup/Linux.md'],
    ['setup', 'setup/README'],
    ['setup', 'setup/index.html'],
    ['setup.md', 'setup/README.md'],
    ['v6.34.2', 'V6.34.2.html'],
    ['01_first', 'more/first'],
    ['01_first', 'docs/en/more/first.html'],
    ['%C3%BCber-uns', '%C3%9Cber%20uns'],
    ['', 'README.md'],
    ['', 'index.html'],
    ['', 'index'],
    ['page', 'a/page'],
    ['page', 'A/Page'],
  ])('leads to /%s from /%s', async (to, from) => {
    const { status, headers } = await read(`${address}/${from}?x=1`)
    expect({ status, location: headers.location }).toEqual({
      status: 307,
      location: `${base}${to && `/${to}`}?x=1`,
    })
    expect((await read(app.url + (headers.location ?? ''))).status).toBe(200)
  })

  test('gives way to a page and to a redirect', async () => {
    expect((await read(`${address}/deep`)).text).toContain('Own')
    const redirect = { source: '/other/deep', destination: { kind: 'external', url: 'https://example.com/' } }
    const { status, body } = await site.client.post(`${site.path}/redirects`, redirect)
    expect({ status, body }).toMatchObject({ status: 201 })
    expect((await read(`${address}/other/deep`)).headers.location).toBe('https://example.com/')
    await site.client.delete(`${site.path}/redirects/${body.id}`)
  })

  test.each(['secret', 'secret.md', 'secret.html', 'docs/en/secret', 'Kept-To-Ourselves', 'none', 'docs'])(
    'of a hidden page or of nothing is not found: /%s',
    async (path) => {
      expect((await read(`${address}/${path}`)).status).toBe(404)
    },
  )
})
