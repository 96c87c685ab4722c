import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { processPendingSpecs } from '../../../src/modules/openapi-specs/processing.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { buildMember } from '../../support/factories/organizations.ts'
import { buildWorkspace, documentsOf, textsOf, type Workspace } from './workspace.ts'

let app: TestApp
let workspace: Workspace
beforeAll(async () => {
  app = await startTestApp()
  workspace = await buildWorkspace(app)
})
afterAll(() => app.close())

/** Sends JSON, or no body with the type of JSON as some clients do, and returns status and answer. */
async function send(method: string, path: string, given?: unknown, headers: Record<string, string> = {}) {
  const response = await workspace.send(path, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(given !== undefined && { body: JSON.stringify(given) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}

const org = () => `orgs/${workspace.site.organizationId}`

describe('@gitbook/cli', () => {
  test('signs in and publishes a specification, which it creates and then updates', async () => {
    const { body: user } = await send('GET', 'user', undefined, { 'User-Agent': 'GitBook-CLI/0.25.1' })
    expect(user.displayName).not.toBe('')
    for (const version of ['1', '2']) {
      const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version }, paths: {} })
      const { status, body } = await send('PUT', `${org()}/openapi/pets`, { source: { text } })
      expect([200, 201]).toContain(status)
      expect(body).toMatchObject({ object: 'openapi-spec', slug: 'pets' })
      await processPendingSpecs(app)
    }
    const { body } = await send('GET', `${org()}/openapi/pets/versions/latest/content/raw`)
    expect([body.format, JSON.parse(body.text).info.version]).toEqual(['json', '2'])
  })
})

describe('Publishing scripts', () => {
  test('make a space, write it in a change request, and merge', async () => {
    const { body: space } = await send('POST', `${org()}/spaces`, { title: 'Release notes' })
    const address = `spaces/${space.id}`
    const { body: request } = await send('POST', `${address}/change-requests`, { subject: '1.0' })
    const written = await send('POST', `${address}/change-requests/${request.id}/content`, {
      changes: [
        { operation: 'insert_page', title: 'Notes', document: { markdown: 'All about *releases*.' } },
        { operation: 'insert_page', title: '1.0', document: { markdown: 'Faster.' } },
        {
          operation: 'insert_files',
          files: [{ name: 'a.txt', contentType: 'text/plain', base64: 'aGVsbG8=' }],
        },
      ],
    })
    expect(written.status).toBe(200)
    expect(written.body.insertedFiles).toMatchObject([{ name: 'a.txt' }])
    const [{ page }] = written.body.changes
    const merged = await send('POST', `${address}/change-requests/${request.id}/merge`)
    expect(merged.body.result).toBe('merge')
    const { body: pages } = await send('GET', `${address}/content/pages`)
    const titles = documentsOf(pages.pages).map(({ title }) => title)
    expect(titles).toEqual(expect.arrayContaining(['Notes', '1.0']))
    const { body: read } = await send('GET', `${address}/content/page/${page.id}?format=markdown`)
    expect(read.markdown).toBe('All about *releases*.')
  })

  test('publish a site, and put its settings back as they were read', async () => {
    const { id } = workspace.site
    expect((await send('POST', `${org()}/sites/${id}/publish`)).status).toBe(200)
    const address = `${org()}/sites/${id}/customization`
    const { body: settings } = await send('GET', address)
    settings.styling.primaryColor = { light: '#112233', dark: '#445566' }
    const { status, body } = await send('PUT', address, settings)
    expect([status, body]).toEqual([200, { ...settings, updatedAt: expect.any(String) }])
  })
})

describe('Docs automation', () => {
  test('keeps teams and their members by email, and copies and deletes spaces', async () => {
    const member = await buildMember(app, workspace.site.organizationId, 'READ')
    const { body: user } = await send('GET', `users/${member.id}`)
    expect((await send('GET', `${org()}/teams?page=`)).body.items).toEqual([])
    const { body: team } = await send('PUT', `${org()}/teams`, { title: 'Writers' })
    const members = `${org()}/teams/${team.id}/members`
    expect((await send('PUT', members, { add: [user.email] })).status).toBe(204)
    expect((await send('GET', members)).body.items).toMatchObject([
      { organization: { user: { id: member.id } } },
    ])
    // The published contract has 205 for what is deleted, and 204 for what was not there.
    expect((await send('DELETE', `${org()}/teams/${team.id}`)).status).toBe(204)
    expect((await send('DELETE', `${org()}/teams/${team.id}`)).status).toBe(404)
    const { status, body: copy } = await send('POST', `spaces/${workspace.spaceId}/duplicate`)
    expect(status).toBe(201)
    expect((await send('DELETE', `spaces/${copy.id}`)).status).toBe(205)
  })
})

describe('looqbox-gitbook-mcp', () => {
  test('finds a change request by its number, and merges it without a body', async () => {
    const address = `spaces/${workspace.spaceId}/change-requests`
    const { body: request } = await send('POST', address, { subject: 'By number' })
    const numbered = `${address}/${request.number}`
    expect((await send('GET', numbered)).body.id).toBe(request.id)
    const { body: pages } = await send('GET', `${numbered}/content/pages`)
    const [page] = documentsOf(pages.pages)
    const { body: read } = await send('GET', `${numbered}/content/page/${page?.id}`)
    expect(textsOf(read.document).join('')).toContain('Run the')
    const comment = await send('POST', `${numbered}/comments`, { body: { markdown: 'Fine.' } })
    expect(comment.status).toBe(200)
    const changes = [{ operation: 'insert_page', title: 'More', document: { markdown: 'More.' } }]
    await send('POST', `${numbered}/content`, { changes })
    expect((await send('POST', `${numbered}/merge`)).body.result).toBe('merge')
  })
})

describe('Contributor reports', () => {
  test('list merged change requests with their authors, contributors and comments', async () => {
    const address = `spaces/${workspace.spaceId}/change-requests`
    const { body: request } = await send('POST', address, { subject: 'Counted' })
    await send('POST', `${address}/${request.id}/content`, {
      changes: [{ operation: 'insert_page', title: 'Counted', document: { markdown: 'One.' } }],
    })
    await send('POST', `${address}/${request.id}/comments`, { body: { markdown: 'Two.' } })
    await send('POST', `${address}/${request.id}/merge`)
    const { body } = await send('GET', `${address}?status=merged&limit=100`)
    const { id } = body.items.find(({ subject }: { subject: string }) => subject === 'Counted')
    expect(body.items[0].createdBy.email).toContain('@')
    const { body: contributors } = await send('GET', `${address}/${id}/contributors`)
    expect(contributors.items[0].user.id).toBe(workspace.site.admin.id)
    const { body: comments } = await send('GET', `${address}/${id}/comments`)
    expect(comments.items[0].postedBy.id).toBe(workspace.site.admin.id)
  })
})
