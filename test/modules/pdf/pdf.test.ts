import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { liveContent } from '../../../src/modules/content/revision-writer.ts'
import { createPdfHandler } from '../../../src/modules/pdf/pdf-handler.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildProposal, buildSpaceWith } from '../../support/factories/change-requests.ts'
import {
  buildPage,
  buildReusableContent,
  insertPage,
  sendChanges,
  writePage,
} from '../../support/factories/content.ts'
import { fullCustomization } from '../../support/factories/customizations.ts'
import { buildMember, buildOrganization, buildUser } from '../../support/factories/organizations.ts'
import { buildSite, buildSiteSpace } from '../../support/factories/sites.ts'
import { expiredLink } from '../../support/signed-links.ts'
import { inflatedPdf, readPdf } from './fixtures/read-pdf.ts'
import { textOf } from './fixtures/source.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Creates a space with a page and a child of it, and a hidden page and a child of that. */
async function buildWorld() {
  const organization = await buildOrganization(app)
  const client = app.as(organization.admin)
  const space = await buildSpaceWith(client, organization.id, {})
  const add = (title: string, markdown: string, more: object = {}) =>
    buildPage(client, space.id, { title, document: { markdown }, ...more })
  const guide = await add('Guide', 'Alphabetical order.')
  const details = await add('Details', 'Backgrounds explained.', { into: guide })
  const secret = await add('Secret', 'Concealed words.', { hidden: true })
  const below = await add('Below', 'Deeper words.', { into: secret })
  return { organization, client, space, guide, details, secret, below }
}

async function linkOf(client: TestClient, address: string, query = ''): Promise<string> {
  const { status, body } = await client.get(`${address}/pdf${query}`)
  expect({ status, body }).toEqual({ status: 200, body: { url: expect.any(String) } })
  return body.url
}

async function download(url: string, init?: RequestInit) {
  const response = await fetch(url, init)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}

/** Returns the text of the PDF at a URL without spaces, which depend on line breaks. */
async function wordsAt(url: string): Promise<string> {
  const { status, headers, bytes } = await download(url)
  expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'application/pdf' })
  expect(bytes.toString('latin1', 0, 5)).toBe('%PDF-')
  return textOf(readPdf(inflatedPdf(bytes))).replace(/\s+/g, ' ')
}

describe('the PDF of a space', () => {
  test('is downloaded without a token and contains its pages, except hidden ones', async () => {
    const { client, space } = await buildWorld()
    const words = await wordsAt(await linkOf(client, space.address))
    for (const text of ['Space', 'Guide', 'Alphabetical order.', 'Details', 'Backgrounds explained.'])
      expect(words).toContain(text)
    for (const text of ['Secret', 'Concealed', 'Below', 'Deeper']) expect(words).not.toContain(text)
  })

  test.runIf(isLongRun)('has reusable contents and diagrams in their places', async () => {
    const { organization, client, space } = await buildWorld()
    const id = await buildReusableContent(app, organization.admin, liveContent(space.id), {
      title: 'Shared',
      markdown: 'Reused words.\n\n```mermaid\ngraph TD\n  Alpha --> Omega\n```',
    })
    await buildPage(client, space.id, {
      title: 'Includes',
      document: { markdown: `{% include "/reusable-contents/${id}" %}` },
    })
    const words = await wordsAt(await linkOf(client, space.address))
    for (const text of ['Reused words.', 'Alpha', 'Omega']) expect(words).toContain(text)
    expect(words).not.toMatch(/graph TD|\[Reusable content\]/)
  })

  test('of a page contains the page and its descendants, including hidden ones', async () => {
    const { client, space, guide, secret } = await buildWorld()
    const words = await wordsAt(await linkOf(client, space.address, `?page=${guide}`))
    expect(words).toContain('Alphabetical order.')
    expect(words).toContain('Backgrounds explained.')
    const hidden = await wordsAt(await linkOf(client, space.address, `?page=${secret}`))
    expect(hidden).toContain('Concealed words.')
    expect(hidden).toContain('Deeper words.')
    expect(hidden).not.toContain('Alphabetical order.')
  })

  test('of a single page omits its descendants', async () => {
    const { client, space, guide } = await buildWorld()
    const words = await wordsAt(await linkOf(client, space.address, `?page=${guide}&only=true`))
    expect(words).toContain('Alphabetical order.')
    expect(words).not.toContain('Backgrounds')
  })

  test.runIf(isLongRun)('of an empty space is a PDF', async () => {
    const { client, organization } = await buildWorld()
    const { address } = await buildSpaceWith(client, organization.id, {})
    expect(await wordsAt(await linkOf(client, address))).toContain('Space')
  })

  test.runIf(isLongRun)('is in the language of the site that shows it', async () => {
    const site = await buildSite(app)
    const { space } = await buildSiteSpace(site, 'Handbuch')
    const settings = { ...fullCustomization(space.id), internationalization: { locale: 'de' } }
    expect((await site.client.put(`${site.path}/customization`, settings)).status).toBe(200)
    const { bytes } = await download(await linkOf(site.client, `/spaces/${space.id}`))
    expect(bytes.toString('latin1')).toContain('/Lang (de)')
  })

  test.runIf(isLongRun)('does not change after the link was created', async () => {
    const { client, space, guide } = await buildWorld()
    const url = await linkOf(client, space.address)
    await sendChanges(client, space.id, writePage(guide, 'Numerical order.'))
    expect(await wordsAt(url)).toContain('Alphabetical order.')
  })
})

describe('the PDF of a change request', () => {
  test.runIf(isLongRun)('contains the proposed content and not the live content', async () => {
    const { client, space, guide } = await buildWorld()
    const proposal = await buildProposal(client, space.id, 'Sort by number')
    await proposal.change(writePage(guide, 'Numerical order.'), insertPage('Proposed', 'Novelty.'))
    await sendChanges(client, space.id, insertPage('Live', 'Elsewhere.'))
    const words = await wordsAt(await linkOf(client, proposal.address))
    for (const text of ['Sort by number', 'Numerical order.', 'Novelty.']) expect(words).toContain(text)
    for (const text of ['Alphabetical', 'Elsewhere']) expect(words).not.toContain(text)
    const live = await wordsAt(await linkOf(client, space.address))
    expect(live).toContain('Alphabetical order.')
    expect(live).not.toContain('Novelty')
  })
})

describe('a link to a PDF', () => {
  test('is valid for an hour', async () => {
    const { client, space } = await buildWorld()
    const before = Math.floor(Date.now() / 1000)
    const expires = Number(new URL(await linkOf(client, space.address)).searchParams.get('expires'))
    expect(expires).toBeGreaterThanOrEqual(before + 3600)
    expect(expires).toBeLessThanOrEqual(Math.floor(Date.now() / 1000) + 3600)
  })

  test('gives NOT_FOUND if it is expired or modified', async () => {
    const { client, space, guide, details } = await buildWorld()
    const url = await linkOf(client, space.address, `?page=${guide}`)
    await sendChanges(client, space.id, insertPage('Later'))
    const newer = (await client.get(space.address)).body.revision
    const changed = (change: (address: URL) => void) => {
      const address = new URL(url)
      change(address)
      return address.href
    }
    const wrong = {
      expired: await expiredLink(app, url),
      'of another signature': changed(({ searchParams }) => searchParams.set('signature', 'nothing')),
      unsigned: changed(({ searchParams }) => searchParams.delete('signature')),
      'of another page': changed(({ searchParams }) => searchParams.set('page', details)),
      'of no page': changed(({ searchParams }) => searchParams.delete('page')),
      'of one page alone': changed(({ searchParams }) => searchParams.set('only', 'true')),
      'that lives longer': changed(({ searchParams }) => searchParams.set('expires', '99999999999')),
      'of another revision': changed((address) => {
        address.pathname = `/pdf/${newer}`
      }),
      'as an export': changed((address) => {
        address.pathname = address.pathname.replace('/pdf/', '/exports/')
      }),
    }
    for (const [what, address] of Object.entries(wrong)) {
      const { status } = await download(address)
      expect({ what, status }).toEqual({ what, status: 404 })
    }
    expect((await download(url)).status).toBe(200)
  })

  test.runIf(isLongRun)('accepts only GET and HEAD', async () => {
    const { client, space } = await buildWorld()
    const url = await linkOf(client, space.address)
    const head = await download(url, { method: 'HEAD' })
    expect({ status: head.status, type: head.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'application/pdf',
    })
    expect(head.bytes).toHaveLength(0)
    const post = await download(url, { method: 'POST' })
    expect({ status: post.status, allow: post.headers.get('allow') }).toEqual({
      status: 405,
      allow: 'GET, HEAD',
    })
  })

  test('gives NOT_FOUND once its space is deleted', async () => {
    const { client, space } = await buildWorld()
    const url = await linkOf(client, space.address)
    expect((await client.delete(space.address)).status).toBe(205)
    expect((await download(url)).status).toBe(404)
  })
})

describe('requesting a PDF', () => {
  test.runIf(isLongRun)('requires an existing page to print a single page', async () => {
    const { client, space } = await buildWorld()
    const alone = await client.get(`${space.address}/pdf?only=true`)
    expect(alone.status).toBe(400)
    expect(alone.body.error.message).toContain('page')
    expect((await client.get(`${space.address}/pdf?page=pagnothing`)).status).toBe(404)
    expect((await client.get('/spaces/spcnothing/pdf')).status).toBe(404)
  })

  test('requires read access to the space', async () => {
    const { organization, space } = await buildWorld()
    const proposal = await buildProposal(app.as(organization.admin), space.id)
    const stranger = app.as(await buildUser(app))
    expect((await stranger.get(`${space.address}/pdf`)).status).toBe(404)
    expect((await stranger.get(`${proposal.address}/pdf`)).status).toBe(404)
    expect((await app.as(null).get(`${space.address}/pdf`)).status).toBe(401)
    const reader = app.as(await buildMember(app, organization.id, 'READ'))
    expect(await wordsAt(await linkOf(reader, space.address))).toContain('Alphabetical order.')
  })

  test.runIf(isLongRun)('gives the same result in GraphQL', async () => {
    const { client, space, guide } = await buildWorld()
    const { data } = await client.gql(
      'query ($spaceId: ID!, $page: ID, $only: Boolean) { pdf(spaceId: $spaceId, page: $page, only: $only) { url } }',
      { spaceId: space.id, page: guide, only: true },
    )
    const words = await wordsAt(data.pdf.url)
    expect(words).toContain('Alphabetical order.')
    expect(words).not.toContain('Backgrounds')
  })
})

describe('many concurrent PDFs', () => {
  test.runIf(isLongRun)(
    'are queued, rejected beyond the limit, and leave the queue when the client disconnects',
    async () => {
      const { client, space } = await buildWorld()
      const url = await linkOf(client, space.address)
      const everybody = new AbortController()
      const statuses: number[] = []
      const messages: unknown[] = []
      await Promise.allSettled(
        Array.from({ length: 30 }, async () => {
          const response = await fetch(url, { signal: everybody.signal })
          statuses.push(response.status)
          if (response.status === 503) messages.push((await response.json()).errors[0].message)
          // Two are rendered concurrently, so the third was queued.
          if (statuses.filter((status) => status === 200).length === 3) everybody.abort()
        }),
      )
      expect(new Set(statuses)).toEqual(new Set([200, 503]))
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(3)
      expect(new Set(messages)).toEqual(new Set(['Too many PDFs are being rendered. Try again in a minute.']))
      await expect.poll(async () => (await download(url)).status, { timeout: 20_000 }).toBe(200)
    },
  )

  test.runIf(isLongRun)('cause no error if the client disconnects', async () => {
    const { client, space } = await buildWorld()
    const handler = createPdfHandler({ ...app, wakeJobs: () => {} })
    const { promise: handled, resolve: handle } = Promise.withResolvers<void>()
    const browser = new AbortController()
    const server = createServer((request, response) => {
      handle(handler(request, response))
      browser.abort()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { pathname, search } = new URL(await linkOf(client, space.address))
    const { port } = server.address() as AddressInfo
    await expect(
      fetch(`http://127.0.0.1:${port}${pathname}${search}`, { signal: browser.signal }),
    ).rejects.toThrow()
    await expect(handled).resolves.toBeUndefined()
    server.close()
  })
})
