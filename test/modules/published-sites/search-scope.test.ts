import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { buildSite, buildSiteSpace } from '../../support/factories/sites.ts'
import { buildReadableSite, page, type ReadableSite, read, write } from './published-site.ts'

let app: TestApp
let site: ReadableSite

beforeAll(async () => {
  app = await startTestApp()
  site = await buildReadableSite(app)
  await write(
    site,
    site.guide.spaceId,
    page('Start', '## Install\n\nFirst the box.'),
    page('Long page', 'Long'),
  )
  const names = ['one', 'two', 'three', 'four', 'five']
  const installations = names.map((name) => page(`Install ${name}`, 'Install it.'))
  await write(site, site.api.spaceId, ...installations, page('Long page', 'Long'))
  await write(site, site.next.spaceId, page('Long page', 'Long'), page('Newer', 'Long, too'))
})
afterAll(() => app.close())

/** Returns the paths that a search finds, in its order. */
async function search(at: { readonly address: string; readonly base: string }, parameters: object) {
  const { text } = await read(`${at.address}/~search?${new URLSearchParams({ ...parameters })}`)
  const items: { url: string }[] = JSON.parse(text).items
  return items.map(({ url }) => url.slice(at.base.length))
}

const readHtml = async (address: string) => (await read(address, { headers: { accept: 'text/html' } })).text

describe('the search of a site', () => {
  test('finds first what is in the section that it is opened from, although others match better', async () => {
    const found = await search(site, { query: 'instal', from: site.guide.siteSpaceId })
    expect(found[0]).toBe('/start')
    expect(found).toHaveLength(6)
    const others = await search(site, { query: 'instal', from: site.api.siteSpaceId })
    expect(others.at(-1)).toBe('/start')
  })

  test('finds a page of several variants once, that of the variant that it is opened from', async () => {
    expect(await search(site, { query: 'long', from: site.next.siteSpaceId })).toEqual([
      '/api/next/long-page',
      '/api/next/newer',
      '/long-page',
    ])
    expect(await search(site, { query: 'long', from: site.api.siteSpaceId })).toEqual([
      '/api/long-page',
      '/long-page',
      '/api/next/newer',
    ])
    expect(await search(site, { query: 'long' })).toEqual(['/long-page', '/api/long-page', '/api/next/newer'])
  })

  test('finds only what is in the current section and variant, if that is chosen', async () => {
    const from = site.next.siteSpaceId
    expect(await search(site, { query: 'long', from, scope: 'current' })).toEqual([
      '/api/next/long-page',
      '/api/next/newer',
    ])
    expect(await search(site, { query: 'instal', from, scope: 'current' })).toEqual([])
    expect(await search(site, { query: 'long', scope: 'current' })).toEqual(['/long-page'])
  })

  test.each([{ from: 'sitesp_none' }, { from: '' }, { scope: 'nothing' }, { from: '\0' }])(
    'covers the whole site with the parameters %j',
    async (parameters) => {
      expect(await search(site, { query: 'long', ...parameters })).toHaveLength(3)
    },
  )

  test('is opened from the page with its section, and switched without JavaScript', async () => {
    const page = await readHtml(`${site.address}/api/next/newer`)
    const [, opener = ''] = /<a class="search" href="([^"]*)"/.exec(page) ?? []
    expect(opener).toBe(`${site.base}/~search?from=${site.next.siteSpaceId}`)
    const results = await readHtml(`${app.url}${opener}&query=long`)
    expect(results).toContain('<p role="status">Results: 3</p>')
    expect(results).toContain(`<input type="hidden" name="from" value="${site.next.siteSpaceId}">`)
    const [, all, current] =
      /<nav class="search-scope" aria-label="Search in"><ul><li><a href="([^"]*)" aria-current="true">The whole site<\/a><\/li><li><a href="([^"]*)">API › Next<\/a>/.exec(
        results,
      ) ?? []
    expect(all).toBe(`${site.base}/~search?query=long&#x26;from=${site.next.siteSpaceId}`)
    const narrow = await readHtml(`${app.url}${current?.replaceAll('&#x26;', '&')}`)
    expect(narrow).toContain('<p role="status">Results: 2</p>')
    expect(narrow).toContain('aria-current="true">API › Next</a>')
    expect(narrow).toContain('<input type="hidden" name="scope" value="current">')
    expect(await readHtml(`${site.address}/~search?query=nowhere`)).toContain(
      '<p role="status">Nothing was found.</p>',
    )
  })

  test('of a missing page begins at the first section', async () => {
    expect(await readHtml(`${site.address}/no-such-page`)).toContain(
      `<input type="hidden" name="from" value="${site.guide.siteSpaceId}">`,
    )
  })
})

test('a site in several languages finds each page once, in the language of the reader', async () => {
  const languages = await buildSite(app, { title: 'Languages' })
  const german = await buildSiteSpace(languages, 'Deutsch')
  const french = await buildSiteSpace(languages, 'Français')
  const { items } = (await languages.client.get(`${languages.path}/site-spaces`)).body
  for (const { space } of items) await write(languages, space.id, page('Long page', 'zebra'))
  await languages.client.post(`${languages.path}/publish`)
  const base = `/sites/${languages.organizationId}/${languages.id}`
  const at = { address: `${app.url}${base}`, base }
  for (const { id, path } of items) {
    const found = await search(at, { query: 'zebra', from: id })
    expect(found).toEqual([id === items[0].id ? '/long-page' : `/${encodeURIComponent(path)}/long-page`])
  }
  expect(items.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([german.id, french.id]))
  await languages.client.patch(`${languages.path}/site-spaces/${french.id}`, { hidden: true })
  expect(await search(at, { query: 'zebra', from: french.id })).toEqual(['/long-page'])
})

test('a site with one space has no switch', async () => {
  const single = await buildSite(app, { title: 'Single' })
  await single.client.post(`${single.path}/publish`)
  const address = `${app.url}/sites/${single.organizationId}/${single.id}/~search?query=zebra`
  expect(await readHtml(address)).not.toContain('search-scope')
})
