import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { buildMember, buildOrganization, buildToken } from '../support/factories/organizations.ts'
import { buildSession } from '../support/factories/sessions.ts'
import { McpTestClient } from './mcp-client.ts'

let app: TestApp
let url: string
beforeAll(async () => {
  app = await startTestApp()
  url = `${app.url}/mcp`
})
afterAll(() => app.close())

async function build(scopes: string[] = []) {
  const { id: organizationId, admin } = await buildOrganization(app)
  const { token } = await buildToken(app, admin, scopes)
  const client = app.as(admin)
  const { body: space } = await client.post(`/orgs/${organizationId}/spaces`, { title: 'Handbook' })
  await client.post(`/spaces/${space.id}/content`, {
    changes: [{ operation: 'insert_page', title: 'Animals', document: { markdown: 'A zebra lives here.' } }],
  })
  return {
    organizationId,
    admin,
    rest: client,
    space: space.id as string,
    token,
    mcp: await McpTestClient.withToken(url, token),
  }
}

describe('the MCP server of the workspace', () => {
  test('finds, reads and changes pages in a change request, which live content does not show', async () => {
    const { mcp, space, rest } = await build()
    const spaces = (await mcp.call('list_spaces')).data.spaces
    expect(spaces).toMatchObject([{ id: space, title: 'Handbook' }])
    const [found] = (await mcp.call('search', { query: 'zebra' })).data.spaces
    expect(found).toMatchObject({ space, pages: [{ title: 'Animals', path: 'animals' }] })
    expect((await mcp.call('search', { query: 'zebra', space })).data.spaces).toEqual([found])
    const page = found.pages[0].page
    const { changeRequest } = (await mcp.call('open_change_request', { space, subject: 'Quaggas too' })).data
    const draft = { space, changeRequest: String(changeRequest.number) }
    const read = await mcp.call('get_page', { ...draft, page })
    const [, baseRevision] = /^revision: (.+)$/m.exec(read.text) ?? []
    const markdown = `${read.text.split('\n\n').slice(1).join('\n\n')}\n\nAnd a quagga.`
    const written = await mcp.call('write_page', { ...draft, page, markdown, baseRevision })
    expect(written.data).toMatchObject({ pages: [{ page, title: 'Animals' }] })
    expect(await mcp.call('write_page', { ...draft, page, markdown, baseRevision })).toMatchObject({
      isError: true,
      text: expect.stringContaining('revision'),
    })
    const below = await mcp.call('write_page', {
      ...draft,
      title: 'Stripes',
      markdown: 'Many.',
      parent: page,
    })
    expect((await mcp.call('list_pages', { ...draft, parent: page })).data.pages).toMatchObject([
      { title: 'Stripes', path: 'animals/stripes' },
    ])
    await mcp.call('delete_page', { ...draft, page: below.data.pages[0].page })
    expect((await mcp.call('list_pages', draft)).data.pages).toContainEqual(
      expect.objectContaining({ title: 'Animals', subpages: 0 }),
    )
    expect((await mcp.call('get_page', { ...draft, path: 'animals' })).text).toContain('quagga')
    expect((await mcp.call('get_page', { space, page })).text).not.toContain('quagga')
    const comment = (await mcp.call('add_comment', { ...draft, page, markdown: 'Is that so?' })).data.comment
    await mcp.call('add_comment', { ...draft, replyTo: comment.id, markdown: 'It was.' })
    expect((await mcp.call('list_comments', draft)).data.comments).toMatchObject([
      { id: comment.id, replyCount: 1, target: { page: { pageId: page } } },
    ])
    await mcp.call('update_change_request', { ...draft, status: 'open', description: 'One more.' })
    expect((await mcp.call('list_change_requests', { space })).data.changeRequests).toMatchObject([
      { id: changeRequest.id, subject: 'Quaggas too', status: 'OPEN' },
    ])
    expect((await rest.get(`/spaces/${space}/change-requests/${changeRequest.id}`)).body.status).toBe('open')
  })

  test('changes live content only with a token that names the scope content:write', async () => {
    const { mcp, space, admin } = await build()
    const writing = await McpTestClient.withToken(
      url,
      (await buildToken(app, admin, ['read', 'write', 'content:write'])).token,
    )
    const reading = await McpTestClient.withToken(url, (await buildToken(app, admin, ['read'])).token)
    const change = { space, title: 'New', markdown: 'Text' }
    expect(await mcp.call('write_page', change)).toMatchObject({
      isError: true,
      text: expect.stringContaining('open_change_request'),
    })
    expect(await reading.call('open_change_request', { space, subject: 'No' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('scope `write`'),
    })
    expect((await reading.call('list_pages', { space })).data.pages).toContainEqual(
      expect.objectContaining({ title: 'Animals' }),
    )
    expect((await writing.call('write_page', change)).data.pages).toMatchObject([
      { title: 'New', path: 'new' },
    ])
  })

  test('says which organizations there are, what is wrong, and nothing of what is hidden', async () => {
    const { mcp, admin, space } = await build()
    const other = await build()
    await app.database.prisma.member.create({
      data: { id: `mem${admin.id}`, organizationId: other.organizationId, userId: admin.id, role: null },
    })
    expect(await mcp.call('search', { query: 'zebra' })).toMatchObject({
      isError: true,
      text: expect.stringContaining(other.organizationId),
    })
    const hidden = await mcp.call('get_page', { space: other.space, path: 'animals' })
    const missing = await mcp.call('get_page', { space: 'nowhere', path: 'animals' })
    expect(hidden).toEqual(missing)
    expect(hidden).toMatchObject({ isError: true, text: expect.stringContaining('Not found') })
    expect(await mcp.call('list_pages', { space, limit: 1000 })).toMatchObject({ isError: true })
    const wrong = await mcp.call('open_change_request', { space, subject: 'a\nb' })
    expect(wrong).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^subject: .+[^.]\. Correct the/),
    })
  })

  test('tells nothing to members who are disabled, and nothing of an organization that is deleted', async () => {
    const { rest, space, organizationId } = await build()
    const member = await buildMember(app, organizationId, 'EDIT')
    const mcp = await McpTestClient.withToken(url, member.token)
    const asked = async () => [
      await mcp.call('list_pages', { space }),
      await mcp.call('search', { query: 'zebra', organization: organizationId }),
      await mcp.call('open_change_request', { space, subject: 'Ideas' }),
    ]
    const errors = async () => (await asked()).map(({ isError }) => isError)
    expect(await errors()).toEqual([false, false, false])
    const setDisabled = (disabled: boolean) =>
      app.database.prisma.member.updateMany({ where: { userId: member.id }, data: { disabled } })
    await setDisabled(true)
    for (const { isError, text } of await asked()) {
      expect(isError).toBe(true)
      expect(text).not.toContain('zebra')
    }
    await setDisabled(false)
    await rest.delete(`/orgs/${organizationId}?title=Acme`)
    expect(await errors()).toEqual([true, true, true])
  })

  test('takes neither a session nor a page of another origin, and says where a token is had', async () => {
    const { admin } = await build()
    const { headers } = await buildSession(app, admin)
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const asked = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
    const ask = (more: Record<string, string>) =>
      fetch(url, { method: 'POST', body, headers: { ...asked, ...more } })
    const refused = await ask({ ...headers })
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${app.url}/.well-known/oauth-protected-resource/mcp", scope="read write"`,
    )
    const token = { Authorization: `Bearer ${admin.token}` }
    expect((await ask({ ...token, Origin: 'https://evil.example' })).status).toBe(403)
    expect((await ask({ Authorization: 'Bearer lectern_ended' })).headers.get('www-authenticate')).toContain(
      'invalid_token',
    )
    expect((await ask(token)).status).toBe(200)
    const bad = await fetch(url, { method: 'POST', body: '{bad', headers: { ...asked, ...token } })
    expect([bad.status, await bad.json()]).toMatchObject([400, { jsonrpc: '2.0', error: { code: -32_700 } }])
    const stream = await fetch(url, { headers: { ...token, Accept: 'text/event-stream' } })
    expect(stream.status).toBe(405)
  })
})
