import { request } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { buildWorkspace, documentsOf, type ListedPage, texts, textsOf, type Workspace } from './workspace.ts'

let app: TestApp
let workspace: Workspace
beforeAll(async () => {
  app = await startTestApp()
  workspace = await buildWorkspace(app)
})
afterAll(() => app.close())

const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await workspace.send(path, { headers })
  expect([path, response.status]).toEqual([path, 200])
  return response.json()
}

const space = () => `spaces/${workspace.spaceId}`

/** Asserts that a client has found every text of every page. */
function expectTexts(found: Readonly<Record<string, string>>) {
  for (const [path, expected] of Object.entries(texts))
    for (const text of expected) expect(found[path]?.replace(/[*_]/g, '')).toContain(text)
}

describe('Onyx', () => {
  test('indexes the tree of every page that has a date, with a link to it', async () => {
    const headers = { 'Content-Type': 'application/json' }
    const { pages } = await read(`${space()}/content/pages`, headers)
    const listed = documentsOf(pages).filter(({ updatedAt }) => updatedAt !== undefined)
    const found: Record<string, string> = {}
    for (const { id, path, updatedAt = '' } of listed) {
      expect(updatedAt).toMatch(/Z$/)
      const page = await read(`${space()}/content/page/${id}`, headers)
      expect(page.urls.app).toMatch(/^https?:/)
      found[path] = textsOf({
        nodes: page.document.nodes.filter(({ type }: { type: string }) => type !== 'table'),
      }).join('')
      for (const { data } of page.document.nodes.filter(({ type }: { type: string }) => type === 'table')) {
        expect(data.view.columns).toHaveLength(Object.keys(data.definition).length)
        expect(Object.keys(data.records)).toHaveLength(1)
      }
      for (const table of page.document.nodes.filter(({ type }: { type: string }) => type === 'table'))
        found[path] += textsOf(table).join('')
    }
    expectTexts(found)
  })
})

describe('gitbook-to-md', () => {
  test('renders the tree at every path and downloads every file', async () => {
    const { items } = await read(`orgs/${workspace.site.organizationId}/spaces`)
    expect(items.map(({ id }: { id: string }) => id)).toContain(workspace.spaceId)
    const { pages, files } = await read(`${space()}/content`)
    const found: Record<string, string> = {}
    for (const { path } of documentsOf(pages)) {
      const page = await read(`${space()}/content/path/${encodeURIComponent(path)}`)
      expect(page.kind).toBe('sheet')
      found[path] = textsOf(page.document).join('')
    }
    expectTexts(found)
    for (const { name, downloadURL } of files) {
      expect(name).toBe('logo.svg')
      // Download addresses are signed, and need no token.
      expect(await (await fetch(downloadURL)).text()).toBe('<svg/>')
    }
  })
})

describe('gitbook dumper', () => {
  test('finds a document in the answer for every quoted path', async () => {
    const { pages } = await read(`${space()}/content`)
    for (const { path } of documentsOf(pages)) {
      const quoted = path.split('/').map(encodeURIComponent).join('/')
      expect(Object.keys(await read(`${space()}/content/path/${quoted}`))).toContain('document')
    }
  })
})

describe('companybrain', () => {
  test('indexes the text of a page and not its title', async () => {
    const { pages } = await read(`${space()}/content`)
    const found: Record<string, string> = {}
    for (const { id, path, title } of documentsOf(pages)) {
      const { document } = await read(`${space()}/content/page/${id}`)
      found[path] = document ? textsOf(document).join('') : `${title} ${path}`
    }
    expectTexts(found)
  })
})

/** Reads Markdown as the readers of LlamaIndex and Spring AI do. */
async function readMarkdown(get: (path: string) => Promise<unknown>) {
  const found: Record<string, string> = {}
  const { title } = (await get(space())) as { title: string }
  expect(title).toBe('Manual')
  const walk = async (pages: readonly ListedPage[]) => {
    for (const { id, path, pages: below } of pages) {
      const page = (await get(`${space()}/content/page/${id}?format=markdown`)) as { markdown?: string }
      if (page.markdown) found[path] = page.markdown
      await walk(below)
    }
  }
  await walk(((await get(`${space()}/content`)) as { pages: ListedPage[] }).pages)
  return found
}

describe('LlamaIndex', () => {
  test('reads the Markdown of all pages, whose links are relative', async () => {
    const found = await readMarkdown((path) => read(path))
    expectTexts(found)
    expect(found['guide/install']).toContain('[offline](install/offline.md#files)')
  })
})

describe('Spring AI Alibaba', () => {
  test('reads the Markdown of all pages with requests that offer HTTP/2', async () => {
    const get = (path: string) =>
      new Promise((resolve, reject) => {
        const headers = {
          Authorization: `Bearer ${workspace.site.admin.token}`,
          Connection: 'Upgrade, HTTP2-Settings',
          Upgrade: 'h2c',
          'HTTP2-Settings': 'AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
        }
        request(`${app.url}/v1/${path}`, { headers }, async (response) => {
          expect(response.statusCode).toBe(200)
          resolve(JSON.parse(await readText(response)))
        })
          .on('error', reject)
          .end()
      })
    expectTexts(await readMarkdown(get))
  })
})

const locations = async (name: string) => {
  const response = await fetch(`${workspace.address}/${name}`)
  expect([name, response.status]).toEqual([name, 200])
  return [...(await response.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url as string)
}

describe('LangChain', () => {
  test('of JavaScript loads the main part of the page and of all paths of the sitemap', async () => {
    const urls = await locations('sitemap.xml')
    expect(urls.length).toBeGreaterThan(1)
    for (const url of urls) {
      const html = await (await fetch(url, { headers: { Accept: 'text/html' } })).text()
      const [, main = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec(html) ?? []
      expect(main.replace(/<[^>]+>/g, '').trim()).not.toBe('')
    }
  })

  test('of Python finds the same pages in sitemap.xml and sitemap-pages.xml', async () => {
    expect(await locations('sitemap-pages.xml')).toEqual(await locations('sitemap.xml'))
  })
})

describe('Mintlify migrator', () => {
  test('reads the structure, the look, the files, the bodies and the redirects of a site', async () => {
    const { organizationId, id } = workspace.site
    const published = await read(`orgs/${organizationId}/sites/${id}/published`)
    expect(published.structure.structure[0].space.id).toBe(workspace.spaceId)
    expect(published.customizations.site.styling.primaryColor.light).toMatch(/^#/)
    const { pages } = await read(`${space()}/content/pages`)
    for (const page of documentsOf(pages))
      expect((await read(`${space()}/content/page/${page.id}`)).document.nodes.length).toBeGreaterThan(0)
    const { items } = await read(`${space()}/content/files`)
    expect(items).toMatchObject([{ name: 'logo.svg', downloadURL: expect.stringMatching(/^http/) }])
    expect((await read(`orgs/${organizationId}/openapi`)).items).toEqual([])
    expect((await read(`orgs/${organizationId}/sites/${id}/redirects`)).items).toEqual([])
  })
})

describe('gitbook-mcp', () => {
  test('lists, reads pages by id and path, and searches', async () => {
    const [organization] = (await read('orgs')).items
    const { items } = await read(`orgs/${organization.id}/spaces`)
    expect(items).toHaveLength(1)
    const { pages } = await read(`${space()}/content`)
    const [{ id, path }] = documentsOf(pages) as [ListedPage]
    for (const address of [`page/${id}`, `path/${path}`]) {
      const page = await read(`${space()}/content/${address}`)
      expect(textsOf(page.document ?? { text: page.markdown }).join('')).toContain('Run the')
    }
    const found = await read(`${space()}/search?query=installer`)
    expect(found.items[0]).toMatchObject({ id, title: 'Install', path })
    expect((await read(`orgs/${organization.id}/collections`)).items).toEqual([])
  })
})

describe('Search bots', () => {
  test('ask who they are, find spaces page by page, and search', async () => {
    expect((await read('user')).object).toBe('user')
    const [organization] = (await read('orgs?page=&limit=')).items
    const first = await read(`orgs/${organization.id}/spaces?limit=1&page=`)
    expect([first.items.length, first.next]).toEqual([1, undefined])
    const { items } = await read(`orgs/${organization.id}/search?query=network`)
    expect(JSON.stringify(items)).toContain('Offline')
  })
})
