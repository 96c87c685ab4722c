import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { processPendingSpecs } from '../../../src/modules/openapi-specs/processing.ts'
import { indexComputedPages } from '../../../src/modules/search/index-computed-pages.ts'
import { startOwnTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { inserted, operation, shop } from '../content/computed-sources.ts'
import { buildReadableSite, page, type ReadableSite, read, write } from './published-site.ts'

let app: TestApp
let site: ReadableSite

beforeAll(async () => {
  // Indexing goes through the computed pages of the whole database.
  app = await startOwnTestApp()
  site = await buildReadableSite(app, { visibility: 'public' })
})
afterAll(() => app.close())

async function putSpec(slug: string, document: object) {
  const source = { text: JSON.stringify(document) }
  await site.client.put(`/orgs/${site.organizationId}/openapi/${slug}`, { source })
  await processPendingSpecs(app)
}

const html = { accept: 'text/html' }
const at = (path: string, headers: Record<string, string> = {}) => read(`${site.address}${path}`, { headers })

describe('computed pages of a site', () => {
  test('are served like other pages, and listed in text resources', async () => {
    await putSpec('shop', shop())
    await write(site, site.guide.spaceId, page('Welcome', 'Hello'), inserted('shop'))
    const pets = await at('/pets', html)
    expect(pets.status).toBe(200)
    for (const shown of ['List pets', '/pets/toys"', `${site.base}/models#schema-pet"`])
      expect(pets.text).toContain(shown)
    expect((await at('/pets/toys.md')).text).toContain('List toys')
    expect((await at('/llms.txt')).text).toContain('/pets/toys.md')
    expect((await at('/llms-full.txt')).text).toContain('List toys')
    expect((await at('/sitemap.xml')).text).toContain('/pets/toys')
    const url = encodeURIComponent(`${site.address}/pets/toys`)
    const { body } = await site.client.get(`/urls/published?url=${url}`)
    expect(body).toMatchObject({ pathname: 'pets/toys' })
  })

  test.runIf(isLongRun)(
    'get a new entity tag with a new version of the specification, and not before',
    async () => {
      await putSpec('growing', shop())
      await write(site, site.api.spaceId, inserted('growing'))
      const { headers } = await at('/api/pets', html)
      const known = { ...html, 'if-none-match': headers.etag ?? '' }
      expect((await at('/api/pets', known)).status).toBe(304)
      await putSpec('growing', shop({ '/cats': { get: operation('List cats', ['Pets']) } }))
      const anew = await at('/api/pets', known)
      expect(anew.status).toBe(200)
      expect(anew.text).toContain('List cats')
    },
  )

  test('are found by their text, as it is now, in the space and on the site', async () => {
    const searched = async (query: string) => {
      await indexComputedPages(app.database)
      const { body } = await site.client.get(`/spaces/${site.next.spaceId}/search?query=${query}`)
      const onSite = JSON.parse((await at(`/~search?query=${query}`)).text)
      return {
        inSpace: body.items.map(({ title, path }: { title: string; path: string }) => [title, path]),
        onSite: onSite.items.map(({ title, path }: { title: string; path: string }) => [title, path]),
      }
    }
    const nothing = { inSpace: [], onSite: [] }
    const above = await write(site, site.next.spaceId, page('Reference', 'Above'))
    const parentId = above.changes[0].page.id
    await putSpec('zoo', shop({ '/lemurs': { get: operation('List lemurs', ['Lemurs']) } }))
    const { changes } = await write(site, site.next.spaceId, inserted('zoo', { into: parentId }))
    expect(await searched('lemurs')).toEqual({
      inSpace: [['Lemurs', 'reference/lemurs']],
      onSite: [['Lemurs', '/api/next/reference/lemurs']],
    })
    expect(await indexComputedPages(app.database)).toBe(0)
    await putSpec('zoo', shop({ '/okapis': { get: operation('List okapis', ['Okapis']) } }))
    expect(await searched('lemurs')).toEqual(nothing)
    expect((await searched('okapis')).inSpace).toEqual([['Okapis', 'reference/okapis']])
    await write(site, site.next.spaceId, { operation: 'delete_page', page: changes[0].page.id })
    expect(await searched('okapis')).toEqual(nothing)
  })

  test.runIf(isLongRun)('do not exist while the specification does not exist', async () => {
    await putSpec('fleeting', shop({ '/birds': { get: operation('List birds', ['Birds']) } }))
    await write(site, site.next.spaceId, page('Stays', 'Here'), inserted('fleeting'))
    expect((await at('/api/next/birds')).status).toBe(200)
    await site.client.delete(`/orgs/${site.organizationId}/openapi/fleeting`)
    expect((await at('/api/next/birds')).status).toBe(404)
    expect((await at('/api/next/stays')).status).toBe(200)
  })
})
