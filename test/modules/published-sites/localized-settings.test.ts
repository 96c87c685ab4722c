import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildSiteSpace } from '../../support/factories/sites.ts'
import { buildReadableSite, page, type ReadableSite, read, write } from './published-site.ts'

let app: TestApp
let site: ReadableSite
let ofSite: string
let ofApi: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  site = await buildReadableSite(app)
  await write(site, site.guide.spaceId, page('Welcome'))
  await write(site, site.api.spaceId, page('Reference'))
  ofSite = `${site.path}/customization`
  ofApi = `${site.path}/site-spaces/${site.api.siteSpaceId}/customization`
})

const web = { kind: 'url', url: 'https://example.com/' }
const inFrench = (text: string) => ({ fr: `${text} fr` })
const link = (title: string) => ({ title, localizedTitle: inFrench(title), to: web })

const settings = {
  favicon: {},
  title: 'Docs',
  localizedTitle: inFrench('Docs'),
  header: { links: [{ ...link('Help'), links: [link('Below')] }] },
  footer: { groups: [{ title: 'More', localizedTitle: inFrench('More'), links: [link('There')] }] },
  announcement: {
    enabled: true,
    message: 'It is out',
    localizedMessage: inFrench('It is out'),
    link: link('Read'),
    style: 'info',
  },
}

const titles = ['Docs', 'Help', 'Below', 'More', 'There', 'It is out', 'Read']

async function choose(path: string, body: object) {
  const answer = await (path === ofSite ? site.client.put(path, body) : site.client.patch(path, body))
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
}

const shownAt = async (address: string): Promise<string[]> => {
  const { text } = await read(address, { headers: { accept: 'text/html' } })
  return titles.filter((title) => text.includes(`${title} fr`))
}

test('texts of the customization are in the language that is chosen for the site or the variant', async () => {
  await choose(ofSite, settings)
  expect([await shownAt(site.address), await shownAt(`${site.address}/api`)]).toEqual([[], []])
  await choose(ofApi, { internationalization: { locale: 'fr' } })
  expect([await shownAt(site.address), await shownAt(`${site.address}/api`)]).toEqual([[], titles])
  await choose(ofSite, { ...settings, internationalization: { locale: 'fr' } })
  expect([await shownAt(site.address), await shownAt(`${site.address}/none`)]).toEqual([titles, titles])
})

test.runIf(isLongRun)('they are in the language that the path and the title of a variant name', async () => {
  await choose(ofSite, settings)
  await write(site, site.next.spaceId, page('Reference'))
  expect((await site.client.patch(`/spaces/${site.next.spaceId}`, { title: 'Français' })).status).toBe(200)
  const moved = await site.client.patch(`${site.path}/site-spaces/${site.next.siteSpaceId}`, { path: 'fr' })
  expect(moved.status).toBe(200)
  expect([await shownAt(`${site.address}/api`), await shownAt(`${site.address}/api/fr`)]).toEqual([
    [],
    titles,
  ])
})

test.runIf(isLongRun)(
  'a region without texts of its own has those of the language, and a variant its own title',
  async () => {
    await choose(ofSite, { ...settings, localizedTitle: { pt: 'Documentos' } })
    await choose(ofApi, { internationalization: { locale: 'pt-br' } })
    expect((await read(`${site.address}/api`)).text).toContain('Documentos</title>')
    await choose(ofApi, { title: 'A API' })
    expect((await read(`${site.address}/api`)).text).toContain('A API</title>')
    await choose(ofApi, { localizedTitle: { 'pt-BR': 'Do Brasil' } })
    expect((await read(`${site.address}/api`)).text).toContain('Do Brasil</title>')
  },
)

test('the title of the site leads to the primary link, or to the first page if nobody can open it', async () => {
  const homeOf = async () => /<a class="site-title" href="([^"]*)"/.exec((await read(site.address)).text)?.[1]
  const first = await homeOf()
  for (const [primaryLink, home] of [
    [web, web.url],
    [{ kind: 'space', space: site.api.spaceId }, `${site.base}/api`],
    [{ kind: 'page', page: 'none' }, first],
    [null, first],
  ]) {
    await choose(ofSite, { favicon: {}, header: { primaryLink } })
    expect(await homeOf()).toBe(home)
  }
})

test.runIf(isLongRun)('headings have a font of their own, which the policy of the page allows', async () => {
  await choose(ofSite, { favicon: {}, styling: { headingFont: 'Lato' } })
  const named = await read(site.address)
  expect(named.text).toContain('--font-heading:"Lato"')
  expect(named.text).toMatch(/<link rel="stylesheet" href="[^"]*\/lato\.[^"]*css"/)
  const own = {
    id: 'own',
    custom: true,
    fontFamily: 'Ours',
    fontFaces: [{ weight: 700, sources: [{ url: 'https://fonts.example.com/ours.woff2' }] }],
  }
  await choose(ofSite, { favicon: {}, styling: { headingFont: own } })
  const custom = await read(site.address)
  expect(custom.text).toContain('@font-face{font-family:"Ours";font-weight:700')
  expect(String(custom.headers['content-security-policy'])).toContain(
    "font-src 'self' https://fonts.example.com",
  )
  await choose(ofSite, { favicon: {}, styling: { headingFont: null } })
  expect((await read(site.address)).text).not.toContain('--font-heading')
})

test.runIf(isLongRun)(
  'the theme is that of the system, with a button to change it, until somebody chooses',
  async () => {
    const fresh = await buildReadableSite(app)
    const theme = async () => (await read(fresh.address)).text.match(/data-theme="\w+"|theme-button/g)
    expect(await theme()).toEqual(['theme-button'])
    await fresh.client.put(`${fresh.path}/customization`, {
      favicon: {},
      themes: { default: 'dark', toggeable: false },
    })
    expect(await theme()).toEqual(['data-theme="dark"'])
  },
)

test.runIf(isLongRun)(
  'the theme is that of the system of the visitor where that is chosen, without a button to change it',
  async () => {
    await choose(ofSite, { favicon: {}, themes: { default: 'system' } })
    const { text } = await read(site.address)
    expect(text).toContain('@media(prefers-color-scheme:dark){:root:not([data-theme]){')
    expect(text).not.toMatch(/data-theme="|theme-button|\[data-theme=dark\]/)
    expect(text.match(/name="theme-color"/g)).toHaveLength(2)
  },
)

test.runIf(isLongRun)('the texts around pages are in Russian where that is chosen', async () => {
  await choose(ofSite, { favicon: {}, internationalization: { locale: 'ru' } })
  const { text } = await read(site.address)
  expect(text).toContain('<html lang="ru"')
  expect(text).toContain('Перейти к содержанию')
})

/** A section in English, German and Arabic, of which English has an older version. */
async function buildTranslated() {
  const variants = [
    ['Handbuch', 'german', 'de'],
    ['Dalil', 'arabic', 'ar'],
    ['Old', 'old', 'en'],
  ] as const
  await site.client.patch(`/spaces/${site.guide.spaceId}`, { language: 'en' })
  for (const [title, path, language] of variants) {
    const { id, space } = await buildSiteSpace(site, title, site.guide.id)
    await site.client.patch(`${site.path}/site-spaces/${id}`, { path })
    await site.client.patch(`/spaces/${space.id}`, { language })
    await write(site, space.id, page('Welcome'), page('Setup'))
  }
  await write(site, site.guide.spaceId, page('Setup'))
  return async (path: string) => (await read(site.address + path, { headers: { accept: 'text/html' } })).text
}

test('the language of a space is that of its pages, their direction and the texts around them', async () => {
  const at = await buildTranslated()
  expect(await at('/setup')).toMatch(/<html lang="en"(?! dir)/)
  const german = await at('/german/setup')
  expect(german).toMatch(/<html lang="de"/)
  expect(german).toContain('Zum Inhalt springen')
  expect(await at('/arabic/setup')).toMatch(/<html lang="ar" dir="rtl"/)
  await site.client.patch(`/spaces/${site.api.spaceId}`, { language: 'ja' })
  expect(await at('/api')).toMatch(/<html lang="ja"/)
})

test.runIf(isLongRun)(
  'the page for what is not there is in the language of its variant, and the feed in that of the first page',
  async () => {
    const at = await buildTranslated()
    expect(await at('/german/nope')).toMatch(/<html lang="de".*Zum Inhalt springen/s)
    expect(await at('/nope')).toMatch(/<html lang="en"/)
    await site.client.patch(`/spaces/${site.guide.spaceId}`, { language: 'fr' })
    const feed = await at('/rss.xml')
    expect(feed).toContain('<language>fr</language>')
  },
)

test.runIf(isLongRun)(
  'languages and versions have a switch each, and search engines are told of the languages',
  async () => {
    const at = await buildTranslated()
    const text = await at('/setup')
    const menuOf = (label: string) => {
      const [, menu = ''] =
        new RegExp(`<nav class="variants" aria-label="${label}">(.*?)</nav>`).exec(text) ?? []
      return [...menu.matchAll(/<a href="[^"]*?(?:\/sites\/[^/]+\/[^/]+)([^"]*)"[^>]*>([^<]*)</g)].map(
        ([, path, title]) => [title, path],
      )
    }
    expect(menuOf('Languages')).toEqual([
      ['English', '/setup'],
      ['Deutsch', '/german/setup'],
      ['العربية', '/arabic/setup'],
    ])
    expect(menuOf('Variants')).toEqual([
      ['Guide', '/setup'],
      ['Old', '/old/setup'],
    ])
    const named = [...text.matchAll(/<link rel="alternate" href="[^"]+" hreflang="([^"]+)">/g)]
    expect(named.map(([, language]) => language)).toEqual(['en', 'de', 'ar', 'x-default'])
  },
)

test.runIf(isLongRun)('the answer for renderers has the language of each space', async () => {
  await buildTranslated()
  const { body } = await site.client.get(`${site.path}/published`)
  const section = body.structure.structure.find(({ title }: { title: string }) => title === 'Guide')
  const languages = section.siteSpaces.map(({ space }: { space: { language?: string } }) => space.language)
  expect(languages).toEqual(['en', 'de', 'ar', 'en'])
})
