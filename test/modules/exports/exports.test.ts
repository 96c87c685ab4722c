import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { heavyWork } from '../../../src/admission/heavy-work.ts'
import { readZip } from '../../../src/formats/import/files/zip.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildProposal, buildSpaceWith } from '../../support/factories/change-requests.ts'
import { buildPage, insertPage, sendChanges, writePage } from '../../support/factories/content.ts'
import { buildMember, buildOrganization, buildUser } from '../../support/factories/organizations.ts'
import { expiredLink } from '../../support/signed-links.ts'
import { textsOf } from './read-archive.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Creates a space with a page, a child of it and a sibling. */
async function buildWorld() {
  const organization = await buildOrganization(app)
  const client = app.as(organization.admin)
  const space = await buildSpaceWith(client, organization.id, {})
  const guide = await buildPage(client, space.id, {
    title: 'Guide',
    description: 'Where to begin',
    document: { markdown: 'The text of the guide.' },
  })
  const details = await buildPage(client, space.id, {
    title: 'Details',
    into: guide,
    document: { markdown: `Back to [the guide](/pages/${guide}).` },
  })
  const notes = await buildPage(client, space.id, { title: 'Notes', document: { markdown: 'Some notes.' } })
  return { organization, client, space, guide, details, notes, content: `${space.address}/content` }
}

async function linkOf(client: TestClient, content: string, query = ''): Promise<string> {
  const { status, body } = await client.get(`${content}/export${query}`)
  expect({ status, body }).toEqual({ status: 200, body: { url: expect.any(String) } })
  return body.url
}

async function download(url: string, init?: RequestInit) {
  const response = await fetch(url, init)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}

/** Returns the texts of the archive, by path. */
async function filesAt(url: string): Promise<Record<string, string>> {
  const { status, headers, bytes } = await download(url)
  expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'application/zip' })
  return textsOf(await readZip(bytes))
}

const changed = (url: string, change: (address: URL) => void): string => {
  const address = new URL(url)
  change(address)
  return address.href
}

describe('the export of a space', () => {
  test('is a zip archive of its pages that is downloaded without a token', async () => {
    const { client, content } = await buildWorld()
    expect(await filesAt(await linkOf(client, content))).toEqual({
      'SUMMARY.md': '# Space\n\n* [Guide](README.md)\n  * [Details](guide/details.md)\n* [Notes](notes.md)\n',
      'README.md': '---\ndescription: Where to begin\n---\n\n# Guide\n\nThe text of the guide.',
      'guide/details.md': '# Details\n\nBack to [the guide](../README.md).',
      'notes.md': '# Notes\n\nSome notes.',
    })
  })

  test('of a page contains the page and its descendants', async () => {
    const { client, content, guide, notes } = await buildWorld()
    const files = await filesAt(await linkOf(client, content, `?page=${guide}`))
    expect(Object.keys(files).sort()).toEqual(['README.md', 'SUMMARY.md', 'guide/details.md'])
    expect(Object.keys(await filesAt(await linkOf(client, content, `?page=${notes}`))).sort()).toEqual([
      'README.md',
      'SUMMARY.md',
    ])
  })

  test('of a single page is a Markdown file with front matter, title and body', async () => {
    const { client, content, guide } = await buildWorld()
    const { status, headers, bytes } = await download(
      await linkOf(client, content, `?page=${guide}&only=true`),
    )
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(headers.get('content-disposition')).toContain("filename*=UTF-8''guide.md")
    expect(bytes.toString()).toBe(
      '---\ndescription: Where to begin\n---\n\n# Guide\n\nThe text of the guide.',
    )
  })

  test('contains the uploaded files that pages reference, byte by byte', async () => {
    const { client, space, content } = await buildWorld()
    const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    const added = await sendChanges(client, space.id, {
      operation: 'insert_files',
      files: [{ name: 'dot.svg', contentType: 'image/svg+xml', base64: bytes.toString('base64') }],
    })
    expect(added.status).toBe(200)
    const [file] = (await client.get(content)).body.files
    await sendChanges(client, space.id, insertPage('Shown', `![dot](/files/${file.id})`))
    const files = await filesAt(await linkOf(client, content))
    expect(files['.gitbook/assets/dot.svg']).toBe(bytes.toString())
    expect(files['shown.md']).toBe('# Shown\n\n![dot](.gitbook/assets/dot.svg)')
  })

  test.runIf(isLongRun)(
    'is sent to others while some read it slowly, and leaves no file behind',
    async () => {
      const { client, space, content } = await buildWorld()
      // More than what the system keeps for a connection that is not read.
      for (let index = 0; index < 11; index++) {
        const base64 = randomBytes(700_000).toString('base64')
        const files = [{ name: `${index}.zip`, contentType: 'application/zip', base64 }]
        expect((await sendChanges(client, space.id, { operation: 'insert_files', files })).status).toBe(200)
      }
      const url = await linkOf(client, content)
      const slow = await Promise.all(
        Array.from({ length: heavyWork.exports.perOwner.concurrent }, () => fetch(url)),
      )
      const { status, headers, bytes } = await download(url)
      expect([status, headers.get('content-length')]).toEqual([200, String(bytes.length)])
      for (const { body } of slow) await body?.cancel()
      const files = () => readdir(join(app.config.dataDir, 'uploads'))
      await expect.poll(files).toEqual([])
    },
  )

  test('does not change after the link was created', async () => {
    const { client, space, content, notes } = await buildWorld()
    const url = await linkOf(client, content)
    await sendChanges(client, space.id, writePage(notes, 'Quite another text.'))
    expect((await filesAt(url))['notes.md']).toBe('# Notes\n\nSome notes.')
    expect((await filesAt(await linkOf(client, content)))['notes.md']).toBe('# Notes\n\nQuite another text.')
  })

  test('of an empty space is a readable archive', async () => {
    const { client, organization } = await buildWorld()
    const { address } = await buildSpaceWith(client, organization.id, {})
    expect(await filesAt(await linkOf(client, `${address}/content`))).toEqual({ 'SUMMARY.md': '# Space\n' })
  })
})

describe('the export of a change request', () => {
  test('contains the proposed content and not the live content', async () => {
    const { client, space, content, notes } = await buildWorld()
    const proposal = await buildProposal(client, space.id)
    await proposal.change(writePage(notes, 'Better notes.'), insertPage('Proposed', 'New.'))
    await sendChanges(client, space.id, insertPage('Live', 'Only in the space.'))
    const proposed = await filesAt(await linkOf(client, `${proposal.address}/content`))
    expect(Object.keys(proposed).sort()).toEqual([
      'README.md',
      'SUMMARY.md',
      'guide/details.md',
      'notes.md',
      'proposed.md',
    ])
    expect(proposed['notes.md']).toBe('# Notes\n\nBetter notes.')
    const live = await filesAt(await linkOf(client, content))
    expect(live['notes.md']).toBe('# Notes\n\nSome notes.')
    expect(live).not.toHaveProperty(['proposed.md'])
    const byNumber = `${space.address}/change-requests/${proposal.number}/content`
    const only = await download(await linkOf(client, byNumber, `?page=${notes}&only=true`))
    expect(only.bytes.toString()).toBe('# Notes\n\nBetter notes.')
  })
})

describe('a link to an export', () => {
  test('is valid for an hour', async () => {
    const { client, content } = await buildWorld()
    const before = Math.floor(Date.now() / 1000)
    const expires = Number(new URL(await linkOf(client, content)).searchParams.get('expires'))
    expect(expires).toBeGreaterThanOrEqual(before + 3600)
    expect(expires).toBeLessThanOrEqual(Math.floor(Date.now() / 1000) + 3600)
  })

  test('gives NOT_FOUND if it is expired or modified', async () => {
    const { client, space, content, guide, notes } = await buildWorld()
    const url = await linkOf(client, content, `?page=${guide}`)
    const other = await linkOf(client, content, `?page=${notes}`)
    await sendChanges(client, space.id, insertPage('Later'))
    const newer = (await client.get(space.address)).body.revision
    const set = (name: string, value: string) =>
      changed(url, ({ searchParams }) => searchParams.set(name, value))
    const remove = (name: string) => changed(url, ({ searchParams }) => searchParams.delete(name))
    const foreign = new URL(other).searchParams.get('signature') ?? ''
    const wrong = {
      expired: await expiredLink(app, url),
      'signed for another page': set('signature', foreign),
      'of another signature': set('signature', 'nothing'),
      unsigned: remove('signature'),
      'of another page': set('page', notes),
      'of no page': remove('page'),
      'of one page alone': set('only', 'true'),
      'that lives longer': set('expires', '99999999999'),
      'without an end': remove('expires'),
      'with another parameter': `${url}&limit=1`,
      'with another parameter before': url.replace('?', '?limit=1&'),
      'signed twice': `${url}&signature=${new URL(url).searchParams.get('signature')}`,
      'of another revision': changed(url, (address) => {
        address.pathname = `/exports/${newer}`
      }),
      'as a PDF': changed(url, (address) => {
        address.pathname = address.pathname.replace('/exports/', '/pdf/')
      }),
    }
    for (const [what, address] of Object.entries(wrong)) {
      const { status } = await download(address)
      expect({ what, status }).toEqual({ what, status: 404 })
    }
    expect((await download(url)).status).toBe(200)
  })

  test.runIf(isLongRun)(
    'gives NOT_FOUND if names and values are divided in another way than they were signed',
    async () => {
      const { client, content, guide } = await buildWorld()
      const [path = '', query = ''] = (await linkOf(client, content, `?page=${guide}&only=true`)).split('?')
      const divided = [
        query.replace('=', '%0A').replace('&only=', '=only%0A'),
        query.replace('=', '%3D'),
        query.replace('&only=', '%26only%3D'),
        query.replace('&only=true', '%0Aonly%0Atrue'),
        query.replace(`page=${guide}&only=true`, `page%0A${guide}=only%0Atrue`),
      ]
      for (const changedQuery of divided) {
        expect(changedQuery).not.toBe(query)
        const { status } = await download(`${path}?${changedQuery}`)
        expect({ changedQuery, status }).toEqual({ changedQuery, status: 404 })
      }
      expect((await download(`${path}?${query}`)).status).toBe(200)
    },
  )

  test.runIf(isLongRun)('accepts only GET and HEAD', async () => {
    const { client, content } = await buildWorld()
    const url = await linkOf(client, content)
    const head = await download(url, { method: 'HEAD' })
    expect({ status: head.status, type: head.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'application/zip',
    })
    expect(head.bytes).toHaveLength(0)
    const post = await download(url, { method: 'POST' })
    expect({ status: post.status, allow: post.headers.get('allow') }).toEqual({
      status: 405,
      allow: 'GET, HEAD',
    })
  })

  test('gives NOT_FOUND once its space is deleted', async () => {
    const { client, space, content } = await buildWorld()
    const url = await linkOf(client, content)
    expect((await client.delete(space.address)).status).toBe(205)
    expect((await download(url)).status).toBe(404)
  })

  test.runIf(isLongRun)('keeps working after a client disconnects during the download', async () => {
    const { client, space, content } = await buildWorld()
    const base64 = randomBytes(700_000).toString('base64')
    await sendChanges(client, space.id, {
      operation: 'insert_files',
      files: [{ name: 'noise.png', contentType: 'image/png', base64 }],
    })
    const url = await linkOf(client, content)
    const controller = new AbortController()
    const response = await fetch(url, { signal: controller.signal })
    controller.abort()
    await expect(response.arrayBuffer()).rejects.toThrow()
    expect((await filesAt(url))['.gitbook/assets/noise.png']).toBeDefined()
  })
})

describe('requesting an export', () => {
  test.runIf(isLongRun)('requires an existing page to export a single page', async () => {
    const { client, space, content, organization } = await buildWorld()
    const alone = await client.get(`${content}/export?only=true`)
    expect(alone.status).toBe(400)
    expect(alone.body.error.message).toContain('page')
    expect((await client.get(`${content}/export?page=pagnothing`)).status).toBe(404)
    expect((await client.get(`${content}/export?only=perhaps`)).status).toBe(400)
    expect((await client.get('/spaces/spcnothing/content/export')).status).toBe(404)
    expect((await client.get(`${space.address}/change-requests/99/content/export`)).status).toBe(404)
    const elsewhere = await buildSpaceWith(client, organization.id, { Foreign: 'Text' })
    const foreign = (await client.get(`${elsewhere.address}/content/pages`)).body.pages[0].id
    expect((await client.get(`${content}/export?page=${foreign}`)).status).toBe(404)
  })

  test('requires read access to the space', async () => {
    const { organization, space, content } = await buildWorld()
    const proposal = await buildProposal(app.as(organization.admin), space.id)
    const stranger = app.as(await buildUser(app))
    expect((await stranger.get(`${content}/export`)).status).toBe(404)
    expect((await stranger.get(`${proposal.address}/content/export`)).status).toBe(404)
    expect((await app.as(null).get(`${content}/export`)).status).toBe(401)
    const reader = app.as(await buildMember(app, organization.id, 'READ'))
    expect(Object.keys(await filesAt(await linkOf(reader, content)))).toHaveLength(4)
  })

  test.runIf(isLongRun)('gives the same result in GraphQL', async () => {
    const { client, space, content, guide } = await buildWorld()
    const document = `query ($spaceId: ID!, $changeRequestId: ID, $page: ID, $only: Boolean) {
      contentExport(spaceId: $spaceId, changeRequestId: $changeRequestId, page: $page, only: $only) { url }
    }`
    const { data } = await client.gql(document, { spaceId: space.id })
    expect(await filesAt(data.contentExport.url)).toEqual(await filesAt(await linkOf(client, content)))
    const only = await client.gql(document, { spaceId: space.id, page: guide, only: true })
    expect((await download(only.data.contentExport.url)).bytes.toString()).toContain('# Guide')
    const proposal = await buildProposal(client, space.id)
    await proposal.change(writePage(guide, 'Proposed.'))
    const proposed = await client.gql(document, { spaceId: space.id, changeRequestId: proposal.id })
    expect((await filesAt(proposed.data.contentExport.url))['README.md']).toContain('Proposed.')
    const stranger = app.as(await buildUser(app))
    expect((await stranger.gql(document, { spaceId: space.id })).errors?.[0]?.extensions.code).toBe(
      'NOT_FOUND',
    )
  })
})
