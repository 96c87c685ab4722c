import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootstrap } from '../../src/bootstrap.ts'
import { createLogger } from '../../src/logger.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { documentationPages, filesOfSection, sections } from './pages.ts'

const token = 'lectern_token_of_the_documentation'

let app: TestApp
let client: TestClient
let address: string

beforeAll(async () => {
  app = await startTestApp({ BOOTSTRAP_TOKEN: token, SAMPLE_CONTENT: 'on' })
  const started = await bootstrap({
    config: app.config,
    database: app.database,
    logger: createLogger('error'),
  })
  address = started.sampleSite as string
  client = app.as({ token })
})

afterAll(() => app.close())

const spaces = async () => {
  const { items } = (await client.get('/orgs')).body
  // biome-ignore lint/suspicious/noExplicitAny: spaces as REST sends them
  return (await client.get(`/orgs/${items[0].id}/spaces`)).body.items as any[]
}

test('the first start publishes a space for each section of the documentation', async () => {
  expect(address).toMatch(new RegExp(`^${app.url}/sites/org[0-9a-z]+/docs$`))
  expect((await spaces()).map(({ title }) => title.toLowerCase()).sort()).toEqual([...sections].sort())
})

test('every page is listed in a table of contents and imported', async () => {
  const listed = documentationPages().map(({ path }) => path)
  for (const section of sections) {
    const files = filesOfSection(section).map((file) => `src/docs/${section}/${file}`)
    expect(listed.filter((path) => path.startsWith(`src/docs/${section}/`)).sort()).toEqual(files)
  }
  for (const { id, title } of await spaces()) {
    const { body } = await client.get(`/spaces/${id}/content/pages?limit=1000`)
    // biome-ignore lint/suspicious/noExplicitAny: pages as REST sends them
    const documents = (pages: any[]): string[] =>
      pages.flatMap((page) => [...(page.git ? [page.git.path] : []), ...documents(page.pages ?? [])])
    expect(documents(body.pages ?? body.items).sort()).toEqual(filesOfSection(title.toLowerCase()))
  }
})

test('no space has a broken link', async () => {
  for (const { id, title } of await spaces()) {
    const { body } = await client.get(`/spaces/${id}/links?status=broken`)
    expect({ title, broken: body.items }).toEqual({ title, broken: [] })
  }
})

test('every link and anchor of the published site leads somewhere', async () => {
  const texts = new Map<string, string>()
  const pending = [address]
  for (let page = pending.pop(); page; page = pending.pop()) {
    if (texts.has(page)) continue
    const answer = await fetch(page)
    expect({ page, status: answer.status }).toEqual({ page, status: 200 })
    const text = await answer.text()
    texts.set(page, text)
    const links = [...text.matchAll(/<a [^>]*href="([^"]+)"/g)].map(
      ([, href]) => new URL(href as string, page),
    )
    for (const link of links) {
      link.hash = ''
      if (link.href.startsWith(address)) pending.push(link.href)
    }
  }
  expect(texts.size).toBeGreaterThan(documentationPages().length - 5)
  for (const [page, text] of texts)
    for (const [, href] of text.matchAll(/<a [^>]*href="([^"]*#[^"]+)"/g)) {
      const target = new URL(href as string, page)
      const anchor = decodeURIComponent(target.hash.slice(1))
      target.hash = ''
      const there = texts.get(target.href)
      if (there !== undefined)
        expect({ page, href, found: there.includes(`id="${anchor}"`) }).toMatchObject({ found: true })
    }
})

test('the relative links of the README and the pages lead to files, which code hosts follow', () => {
  const root = new URL('../../', import.meta.url)
  for (const { path, text } of documentationPages())
    for (const [, target] of text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g))
      expect(
        () => readFileSync(new URL(target as string, new URL(path, root))),
        `${path}: ${target}`,
      ).not.toThrow()
})
