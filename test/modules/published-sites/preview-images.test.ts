import { imageSize } from 'image-size'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wrapText } from '../../../src/letters/wrapped-text.ts'
import { chromiumPath, show } from '../../browser/chromium.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun, oneRowIn } from '../../support/budget.ts'
import { buildReadableSite, page, type ReadableSite, read, write } from './published-site.ts'

let app: TestApp
let site: ReadableSite

beforeAll(async () => {
  app = await startTestApp()
  site = await buildReadableSite(app)
  await write(site, site.guide.spaceId, page('Welcome', 'Hello'))
})
afterAll(() => app.close())

const textOf = async (address: string) => (await read(address, { headers: { accept: 'text/html' } })).text
const metaOf = (text: string, name: string) => new RegExp(`="${name}" content="([^"]*)"`).exec(text)?.[1]

async function imageAt(address: string, init?: RequestInit) {
  const response = await fetch(address, init)
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

describe('the image of a page in previews of links', () => {
  test('is a PNG at an address of the site, which changes with the title', async () => {
    const { changes } = await write(site, site.guide.spaceId, page('Start here', 'Text', { slug: 'start' }))
    const text = await textOf(`${site.address}/start`)
    const address = metaOf(text, 'og:image') ?? ''
    expect(address).toMatch(new RegExp(`^${site.address}/~preview/start\\.png\\?v=[\\w-]+$`))
    expect([metaOf(text, 'og:image:width'), metaOf(text, 'og:image:height')]).toEqual(['1200', '630'])
    expect([metaOf(text, 'og:title'), metaOf(text, 'twitter:card')]).toEqual([
      'Start here',
      'summary_large_image',
    ])
    const image = await imageAt(address)
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(imageSize(image.bytes)).toMatchObject({ type: 'png', width: 1200, height: 630 })
    const headers = { 'if-none-match': image.headers.get('etag') as string }
    expect((await imageAt(address, { headers })).status).toBe(304)
    await write(site, site.guide.spaceId, {
      operation: 'update_page',
      page: changes[0].page.id,
      title: 'Begin here',
    })
    const changed = metaOf(await textOf(`${site.address}/start`), 'og:image') ?? ''
    expect(changed).not.toBe(address)
    expect((await imageAt(changed)).bytes.equals(image.bytes)).toBe(false)
  })

  test.each([
    '/~preview/nowhere.png',
    '/~preview/start',
    '/~preview',
    '/~preview/.png',
    '/~preview/start.jpg',
  ])('is not at %s', async (path) => {
    expect((await imageAt(`${site.address}${path}`)).status).toBe(404)
  })

  test('is for nobody who may not visit the site, and is in no page that only some may visit', async () => {
    const own = await buildReadableSite(app, { visibility: 'share-link' })
    await write(own, own.guide.spaceId, page('Confidential', 'Text', { slug: 'secret' }))
    expect((await imageAt(`${own.address}/~preview/secret.png`)).status).toBe(404)
    const { body } = await own.client.post(`${own.path}/share-links`, { name: 'A' })
    const shared = body.urls?.published ?? `${own.address}/${body.key}`
    const image = await imageAt(`${shared.replace(/\/$/, '')}/~preview/secret.png`)
    expect([image.status, image.headers.get('cache-control')]).toEqual([200, 'private, max-age=60'])
  })

  test.each(
    oneRowIn(3, [
      ['a long title', 'Words and words '.repeat(40), true],
      ['one long word', 'a'.repeat(300), true],
      ['Chinese', '很长的标题'.repeat(30), true],
      ['a short title', 'Title', false],
    ]),
  )('has room for %s, with an ellipsis where it ends', async (_kind, title, isCut) => {
    const room = { width: 1040, lines: 4 }
    const wrapped = await wrapText(title, { size: 54, weight: 'bold' }, room)
    expect([wrapped.isCut, wrapped.lines.length <= 4]).toEqual([isCut, true])
    for (const { width } of wrapped.lines) expect(width).toBeLessThanOrEqual(room.width)
  })

  test.each(
    oneRowIn(3, [
      ['Arabic', 'مرحبا API v2', true],
      ['Hebrew', 'שלום', true],
      ['Latin', 'Hello مرحبا', false],
      ['Thai', 'ไทย', false],
      ['Devanagari', 'हिन्दी', false],
      ['emoji', '😀', false],
    ]),
  )('has letters of %s, at the side where they begin', async (_script, title, beginsAtRight) => {
    const wrapped = await wrapText(title, { size: 54, weight: 'bold' }, { width: 1040, lines: 1 })
    expect(wrapped.beginsAtRight).toBe(beginsAtRight)
    expect(wrapped.lines[0]?.paths).toContain('<path')
    expect(wrapped.lines[0]?.width).toBeGreaterThan(20)
  })
})

describe('the way to a page for search engines', () => {
  const dataOf = (text: string, index = 0) =>
    [...text.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)][index]?.[1]

  test('names the site and the pages above, with their addresses', async () => {
    const { changes } = await write(site, site.guide.spaceId, page('Above', '', { slug: 'above' }))
    await write(
      site,
      site.guide.spaceId,
      page('</script><b>Below</b>', 'Text', { slug: 'below', into: changes[0].page.id }),
    )
    const data = dataOf(await textOf(`${site.address}/above/below`))
    expect(data).not.toContain('<')
    expect(JSON.parse(data ?? '')).toEqual({
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Product docs', item: site.address },
        { '@type': 'ListItem', position: 2, name: 'Above', item: `${site.address}/above` },
        {
          '@type': 'ListItem',
          position: 3,
          name: '</script><b>Below</b>',
          item: `${site.address}/above/below`,
        },
      ],
    })
  })

  test.runIf(isLongRun)(
    'stands beside what the page is: its title, description, language and last change',
    async () => {
      const description = 'What it says'
      await write(site, site.guide.spaceId, page('An article', 'Text', { slug: 'an-article', description }))
      const told = JSON.parse(dataOf(await textOf(`${site.address}/an-article`), 1) ?? '')
      expect(told).toEqual({
        '@context': 'https://schema.org',
        '@type': 'TechArticle',
        headline: 'An article',
        description,
        url: `${site.address}/an-article`,
        inLanguage: 'en',
        dateModified: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        isPartOf: { '@type': 'WebSite', name: 'Product docs', url: site.address },
      })
      const undated = '---\nlayout:\n  metadata:\n    visible: false\n---\n\nText'
      await write(site, site.guide.spaceId, page('Undated', undated, { slug: 'undated' }))
      expect(dataOf(await textOf(`${site.address}/undated`), 1)).not.toContain('dateModified')
    },
  )

  test('is on no page that search engines may not index', async () => {
    await write(
      site,
      site.guide.spaceId,
      page('Unseen', 'Text', { slug: 'unseen', noRobotsIndex: true, hidden: true }),
    )
    expect(dataOf(await textOf(`${site.address}/unseen`))).toBeUndefined()
  })

  test.runIf(isLongRun && chromiumPath)('is allowed by the policy of the page', async () => {
    const said: string[] = []
    const shown = await show(`${site.address}/start`)
    shown.on('console', (message) => said.push(message.text()))
    await shown.reload()
    expect(said).toEqual([])
  })
})
