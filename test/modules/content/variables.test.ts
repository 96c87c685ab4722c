import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expressionText } from '../../../src/formats/expressions/expression-text.ts'
import { textEntry } from '../../../src/formats/import/conversion/page-entry.ts'
import { readZip } from '../../../src/formats/import/files/zip.ts'
import { importRead, readEntries } from '../../../src/modules/imports/service.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun, oneRowIn } from '../../support/budget.ts'
import { contextOf } from '../../support/factories/content.ts'
import {
  buildReadableSite,
  page,
  type ReadableSite,
  read,
  signVisitor,
  write,
} from '../published-sites/published-site.ts'

let app: TestApp
let site: ReadableSite

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Lets each of the tests that follow have a site of its own. */
const useSites = () =>
  beforeEach(async () => {
    site = await buildReadableSite(app)
  })

const expression = (text: string) => `<code class="expression">${text}</code>`

const setVariables = (variables: object) => ({ operation: 'set_variables', variables })

const html = { accept: 'text/html' }

describe('an expression', () => {
  const names = {
    space: { product: 'Acme', version: 2, beta: true, 'my-name': 'x' },
    page: { edition: 'Pro' },
    claims: { plan: 'pro', nested: { name: 'N' } },
  }
  const cases: [expression: string, text: string | undefined][] = [
    ['space.vars.product', 'Acme'],
    ['page.vars.edition', 'Pro'],
    ['space.vars["my-name"]', 'x'],
    ['space.vars.product + " " + page.vars.edition', 'Acme Pro'],
    ['space.vars.product + ":" + space.vars.version', 'Acme:2'],
    ['space.vars.version + 1', '3'],
    ['(space.vars.version - 1) * 10 / 4 % 3', '2.5'],
    ['space.vars.version * 2 > 3 ? "new" : "old"', 'new'],
    ['space.vars.beta', 'true'],
    ['visitor.claims.plan', 'pro'],
    ['visitor.claims.nested.name', 'N'],
    ['visitor.claims.plan == "pro" ? space.vars.product : "none"', 'Acme'],
    ['space.vars.none ?? "x"', undefined],
    ['space.vars.none', undefined],
    ['visitor.claims.none || "guest"', 'guest'],
    ['space.vars.constructor', undefined],
    ['space.vars.__proto__', undefined],
    ['space.vars', undefined],
    ['other.vars.x', undefined],
    ['space.vars.product *', undefined],
    ['space.vars.product * 2', undefined],
    ['1 / 0', undefined],
    ['', undefined],
    ['"x"'.repeat(1000), undefined],
  ]
  test.each(cases)('%s is %s', (text, expected) => {
    expect(expressionText(text, names)).toBe(expected)
  })

  test('ends early where it would grow without a bound', () => {
    const long = { space: { a: 'x'.repeat(2000) }, claims: {} }
    const grown = Array.from({ length: 20 }, () => 'space.vars.a').join(' + ')
    expect(expressionText(grown, long)).toBeUndefined()
  })
})

describe('the variables of a space and a page', () => {
  useSites()

  const markdown = [
    '---\nvars:\n  edition: Pro & <b>more</b>\n---\n',
    `## Install ${expression('space.vars.product')}`,
    `Edition ${expression('page.vars.edition')}, version ${expression('space.vars.version + 1')}.`,
    `[${expression('space.vars.product')} link](https://example.com)`,
    `| Name |\n| --- |\n| ${expression('space.vars.product')} cell |`,
    `Unknown ${expression('space.vars.none')} stays.`,
  ].join('\n\n')

  const placed = async () => {
    const { spaceId } = site.guide
    await write(site, spaceId, setVariables({ product: 'Acme Sync', version: 2 }))
    await write(site, spaceId, page('Setup', markdown))
    return spaceId
  }

  test('are the texts of expressions on pages, in Markdown, llms-full.txt, feeds and the search', async () => {
    await placed()
    const shown = (await read(`${site.address}/setup`, { headers: html })).text
    expect(shown).toContain('Install Acme Sync')
    expect(shown).toContain('id="install-acme-sync"')
    expect(shown).toContain('Edition Pro &#x26; &#x3C;b>more')
    expect(shown).toContain('version 3.')
    expect(shown).toContain('Acme Sync cell')
    expect(shown).toContain('{{ space.vars.none }}')
    expect(/.{60}space.vars.product.{60}/s.exec(shown)?.[0]).toBeUndefined()
    for (const path of ['/setup.md', '/llms-full.txt']) {
      const { text } = await read(site.address + path)
      expect([path, text.includes('Install Acme Sync'), text.includes('vars.product')]).toEqual([
        path,
        true,
        false,
      ])
    }
    const found = JSON.parse((await read(`${site.address}/~search?query=acme+sync`)).text)
    expect(found.items.map(({ title }: { title: string }) => title)).toEqual(['Setup'])
  })

  test.runIf(isLongRun)('change all pages that name them, the search included', async () => {
    const spaceId = await placed()
    await write(site, spaceId, setVariables({ product: 'Zenith' }))
    expect((await read(`${site.address}/setup`, { headers: html })).text).toContain('Install Zenith')
    const at = async (query: string) =>
      JSON.parse((await read(`${site.address}/~search?query=${query}`)).text).items.length
    expect([await at('zenith'), await at('acme')]).toEqual([1, 0])
  })

  test('are read and written alike in REST and GraphQL', async () => {
    const spaceId = await placed()
    const { body } = await site.client.get(`/spaces/${spaceId}/content`)
    expect(body.variables).toEqual({ product: 'Acme Sync', version: 2 })
    const [{ id, variables }] = body.pages
    expect(variables).toEqual({ edition: 'Pro & <b>more</b>' })
    await write(site, spaceId, { operation: 'update_page', page: id, variables: { edition: 'Free' } })
    const document = `query ($space: ID!, $page: ID!) {
      space(id: $space) { revision { variables } }
      page(spaceId: $space, pageId: $page) { ... on DocumentPage { variables } }
    }`
    const { data } = await site.client.gql(document, { space: spaceId, page: id })
    expect(data).toEqual({
      space: { revision: { variables: { product: 'Acme Sync', version: 2 } } },
      page: { variables: { edition: 'Free' } },
    })
    expect((await read(`${site.address}/setup`, { headers: html })).text).toContain('Edition Free')
    const bad = [
      { 'a b': 1 },
      { a: null },
      { a: [1] },
      { a: 'x'.repeat(2049) },
      [],
      'x',
      { ['n'.repeat(65)]: 1 },
    ]
    for (const given of bad) {
      const answer = await site.client.post(`/spaces/${spaceId}/content`, {
        changes: [setVariables(given as object)],
      })
      expect([given, answer.status]).toEqual([given, 400])
    }
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`v${index}`, index]))
    const refused = await site.client.post(`/spaces/${spaceId}/content`, { changes: [setVariables(many)] })
    expect(refused.status).toBe(400)
  })

  test.runIf(isLongRun)(
    'go through change requests, where what one side changed counts, and through restored revisions and copies',
    async () => {
      const spaceId = await placed()
      const { body: request } = await site.client.post(`/spaces/${spaceId}/change-requests`, {
        subject: 'Names',
      })
      const inRequest = `/spaces/${spaceId}/change-requests/${request.id}`
      const proposed = { product: 'Acme', version: 2, added: 'here' }
      const changed = await site.client.post(`${inRequest}/content`, { changes: [setVariables(proposed)] })
      expect(changed.status).toBe(200)
      await write(site, spaceId, setVariables({ product: 'Acme Sync', version: 3, live: true }))
      const live = async () => (await site.client.get(`/spaces/${spaceId}/content`)).body
      const before = await live()
      expect((await site.client.get(`${inRequest}/content`)).body.variables).toEqual(proposed)
      expect((await site.client.post(`${inRequest}/merge`)).body.result).toBe('merge')
      expect((await live()).variables).toEqual({ product: 'Acme', version: 3, live: true, added: 'here' })
      const restored = await site.client.gql(
        'mutation ($space: ID!, $revision: ID!) { restoreRevision(spaceId: $space, revisionId: $revision) { revision { variables } } }',
        { space: spaceId, revision: before.id },
      )
      expect(restored.data.restoreRevision.revision.variables).toEqual(before.variables)
      const copy = (await site.client.post(`/spaces/${spaceId}/duplicate`)).body
      expect((await site.client.get(`/spaces/${copy.id}/content`)).body.variables).toEqual(before.variables)
    },
  )

  test('of a visitor are shown to that visitor alone', async () => {
    const { spaceId } = site.guide
    await write(site, spaceId, page('Hello', `Plan: ${expression('visitor.claims.plan || "none"')}!`))
    const at = async (claims?: object) => {
      const headers = claims
        ? { ...html, cookie: `lectern-visitor=${await signVisitor(site, { ...claims })}` }
        : html
      const answer = await read(`${site.address}/hello`, { headers })
      return [/Plan: (\w+)!/.exec(answer.text)?.[1], answer.headers['cache-control']?.split(',')[0]]
    }
    expect(await at({ plan: 'pro' })).toEqual(['pro', 'private'])
    expect(await at()).toEqual(['none', 'public'])
    expect(await at({ plan: 'team' })).toEqual(['team', 'private'])
    expect(await at({ plan: 'pro' })).toEqual(['pro', 'private'])
  })

  test.each(
    oneRowIn(3, [
      ['behind a comparison', '1 < 2 ? visitor.claims.plan || "none" : ""'],
      ['behind a comparison that is encoded', '1 &lt; 2 ? visitor.claims.plan || "none" : ""'],
      ['spelled with an entity', '&#118;isitor.claims.plan || "none"'],
    ]),
  )('of a visitor are never kept for another one %s', async (_, text) => {
    const { spaceId } = site.guide
    await write(site, spaceId, page('Hello', `Plan: ${expression(text)}!`))
    const at = async (claims?: object) => {
      const headers = claims
        ? { ...html, cookie: `lectern-visitor=${await signVisitor(site, { ...claims })}` }
        : html
      const answer = await read(`${site.address}/hello`, { headers })
      return [/Plan: (.*?)!/.exec(answer.text)?.[1], answer.headers['cache-control']?.split(',')[0]]
    }
    expect(await at({ plan: 'pro' })).toEqual(['pro', 'private'])
    expect(await at()).toEqual(['none', 'public'])
    expect(await at({ plan: 'team' })).toEqual(['team', 'private'])
  })

  test('reach the visitors of REST as their texts, and authors as expressions', async () => {
    const spaceId = await placed()
    const { apiToken } = (await site.client.post('/urls/published', { url: site.address })).body
    const [{ id }] = (await site.client.get(`/spaces/${spaceId}/content`)).body.pages
    for (const format of ['markdown', 'document', 'markdown&evaluated=false', 'document&evaluated=false']) {
      const path = `/spaces/${spaceId}/content/page/${id}?format=${format}`
      const shown = JSON.stringify((await app.as({ token: apiToken }).get(path)).body)
      expect([format, shown.includes('Acme Sync'), shown.includes('space.vars.product')]).toEqual([
        format,
        true,
        false,
      ])
      expect(JSON.stringify((await site.client.get(path)).body)).toContain('space.vars.product')
    }
  })
})

test.runIf(isLongRun)(
  'variables are imported from .gitbook/vars.yaml and front matter, and exported again',
  async () => {
    site = await buildReadableSite(app)
    const { spaceId } = site.guide
    const context = contextOf(app, site.admin.id)
    const entries = [
      textEntry(
        'README.md',
        `---\nvars:\n  edition: Pro\n---\n\n# Home\n\n${expression('space.vars.product')} ${expression('page.vars.edition')}\n`,
      ),
      textEntry(
        '.gitbook/vars.yaml',
        'product: Acme Sync # the name\ncount: 3\nlist: [1, 2]\n"bad name": x\n',
      ),
    ]
    const imported = await readEntries(context, { entries }, {})
    expect(imported.content.notes.map(({ kind, path, text }) => [kind, path, text])).toEqual(
      expect.arrayContaining([
        ['RECOGNIZED', '.gitbook/vars.yaml', 'has 2 variables of the space'],
        ['DROPPED', '.gitbook/vars.yaml', expect.stringContaining('list')],
        ['DROPPED', '.gitbook/vars.yaml', expect.stringContaining('bad name')],
      ]),
    )
    const space = await app.database.prisma.space.findUniqueOrThrow({ where: { id: spaceId } })
    await importRead(context, space, imported)
    expect((await read(`${site.address}/home`, { headers: html })).text).toContain('Acme Sync Pro')
    const { body } = await site.client.get(`/spaces/${spaceId}/content/export`)
    const zip = await readZip(Buffer.from(await (await fetch(body.url)).arrayBuffer()))
    const files = new Map(
      await Promise.all(zip.map(async (entry) => [entry.path, String(await entry.read())] as const)),
    )
    expect(files.get('.gitbook/vars.yaml')).toBe('product: Acme Sync\ncount: 3\n')
    expect([...files.values()].join('\n')).toContain('vars:\n  edition: Pro')
  },
)
