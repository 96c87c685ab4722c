import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { limiters } from '../../src/admission/admission.ts'
import { jsonLimits } from '../../src/http/json-structure.ts'
import { maximumDiscardedBytes } from '../../src/http/request-body.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildMember, buildOrganization } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'

let app: TestApp
let organization: Awaited<ReturnType<typeof buildOrganization>>
let content: string
let specifications: string
beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
  content = `/v1/spaces/${(await buildSpace(app, organization)).id}/content`
  specifications = `/v1/orgs/${organization.id}/openapi`
})
afterAll(() => app.close())

const megabyte = 1024 * 1024

/** Returns the text of as many empty objects. */
const objects = (count: number): string => `[${Array(count).fill('{}').join()}]`

async function send(path: string, body: BodyInit, { token } = organization.admin) {
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
  }
  const answer = await fetch(app.url + path, { method: 'POST', headers, body })
  const given = await answer.json()
  const { error = given.errors?.[0] } = given
  return {
    status: answer.status,
    reason: error?.reason ?? error?.extensions?.reason,
    message: error?.message,
  }
}

const formOf = (parts: Record<string, string>): FormData => {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts)) form.set(name, part)
  return form
}

const operations = (variables: string) => `{ "query": "{ __typename }", "variables": { "a": ${variables} } }`

describe('a body of more values than are allowed', () => {
  const many = objects(jsonLimits.values / 2)
  test.each<[string, () => string, () => BodyInit]>([
    ['of REST', () => content, () => `{ "changes": ${many} }`],
    ['of a row with large bodies', () => specifications, () => `{ "source": ${many} }`],
    ['of GraphQL', () => '/graphql', () => operations(many)],
    [
      'in parts of REST',
      () => content,
      () => formOf({ 'changes.0': objects(30_000), 'changes.1': objects(30_000) }),
    ],
    ['in a part of GraphQL', () => '/graphql', () => formOf({ operations: operations(many), map: '{}' })],
  ])('is refused: %s', async (_case, path, body) => {
    const { status, reason } = await send(path(), body())
    expect([status, reason]).toEqual([413, 'TOO_MANY_VALUES'])
  })

  test('is refused while it arrives', async () => {
    const { answer } = openRequest(organization.admin.token, `{ "source": ${many}`)
    expect((await answer).status).toBe(413)
  })

  test('is none if what looks like values is text', async () => {
    const text = `\\"[{,${'[{,"\\'.repeat(jsonLimits.values)}`
    const { message } = await send(content, JSON.stringify({ changes: [], text }))
    expect(message).not.toContain('values')
  })
})

test('a body of GraphQL may be nested as deep as one of REST', async () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  expect((await send('/graphql', operations(nested(jsonLimits.depth - 2)))).status).toBe(200)
  const { status, message } = await send('/graphql', operations(nested(jsonLimits.depth - 1)))
  expect([status, message]).toEqual([400, expect.stringContaining(`${jsonLimits.depth} levels`)])
})

/** Begins a request that creates a specification with the largest body, and sends nothing more. */
function openRequest(token: string, beginning = '') {
  const sent = request(app.url + specifications, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Content-Length': 20 * megabyte,
    },
  })
  sent.on('error', () => undefined)
  onTestFinished(() => void sent.destroy())
  const answer = new Promise<{ status: number | undefined; text: string }>((resolve) => {
    sent.on('response', async (response) =>
      resolve({ status: response.statusCode, text: await readText(response) }),
    )
  })
  sent.flushHeaders()
  if (beginning !== '') sent.write(beginning)
  return { answer, end: () => sent.destroy() }
}

test('items of a list beyond its limit are not read', async () => {
  const changes = [...Array(51).fill({ operation: 'insert_page', title: 'Page' }), ...Array(1000).fill(5)]
  const { status, message } = await send(content, JSON.stringify({ changes }))
  expect([status, message]).toEqual([400, 'changes: must have at most 50 items'])
})

describe('a body that may be larger than others', () => {
  test('is not read before its sender is known to have the permission', async () => {
    const reader = await buildMember(app, organization.id, 'READ')
    expect((await openRequest(reader.token).answer).status).toBe(403)
    const stranger = (await buildOrganization(app)).admin
    expect((await openRequest(stranger.token).answer).status).toBe(404)
    const client = app.as(organization.admin)
    const { body } = await client.post('/user/tokens', { label: 'Reading', scopes: ['read'] })
    expect((await openRequest(body.token).answer).status).toBe(403)
  })

  test('is read after the others of its user, which keeps nobody else waiting', async () => {
    const answered: string[] = []
    const create = async (slug: string, user = organization.admin) => {
      const body = JSON.stringify({ slug, source: { text: ' '.repeat(2 * megabyte) } })
      const { status } = await send(specifications, body, user)
      answered.push(`${slug} ${status}`)
    }
    const first = openRequest(organization.admin.token, '{')
    await expect.poll(() => limiters.largeBodies.counts.running).toBe(1)
    const waiting = create('waiting')
    await expect.poll(() => limiters.largeBodies.counts.queued).toBe(1)
    await create('of-another', await buildMember(app, organization.id, 'ADMIN'))
    first.end()
    await waiting
    expect(answered).toEqual(['of-another 201', 'waiting 201'])
  })

  test.runIf(isLongRun)('is read as any other', async () => {
    const title = 'ä\n"'.repeat(megabyte)
    const text = JSON.stringify({ openapi: '3.1.0', info: { title, version: '1' }, paths: {} })
    expect(text.length).toBeGreaterThan(4 * megabyte)
    const client = app.as(organization.admin)
    const { status, body } = await client.post(`/orgs/${organization.id}/openapi`, {
      slug: 'large',
      source: { text },
    })
    expect([status, body.slug]).toEqual([201, 'large'])
    const malformed = await send(specifications, `${JSON.stringify({ source: { text } }).slice(0, -1)}!`)
    expect([malformed.status, malformed.message]).toEqual([400, expect.stringContaining('is not valid JSON')])
  })
})

describe('a body that is refused while it arrives', () => {
  /** Opens a connection, and begins a request with a body. */
  async function beginRequest(contentType: string, size: number) {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    let received = ''
    socket.on('data', (chunk) => (received += chunk))
    socket.write(
      `POST ${content} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${organization.admin.token}\r\n` +
        `Content-Type: ${contentType}\r\nContent-Length: ${size}\r\n\r\n`,
    )
    const receive = async (text: string) => {
      while (!received.includes(text)) await once(socket, 'data')
    }
    return { socket, receive }
  }

  const largePart = `--b\r\nContent-Disposition: form-data; name="text"\r\n\r\n${'x'.repeat(2 * megabyte)}`

  test.each([
    ['JSON', 'application/json', 'x'],
    ['multipart', 'multipart/form-data; boundary=b', largePart],
  ])('may be sent to its end, and the connection takes the next request: %s', async (_kind, type, text) => {
    const size = text.length + 8 * megabyte
    const { socket, receive } = await beginRequest(type, size)
    socket.write(text)
    await receive('BODY_TOO_LARGE')
    socket.write(`${'x'.repeat(size - text.length)}GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`)
    await receive('HTTP/1.1 200 OK')
  })

  test.runIf(isLongRun)('ends with the connection if it is far too large', async () => {
    const { socket, receive } = await beginRequest('application/json', 10 * maximumDiscardedBytes)
    await receive('BODY_TOO_LARGE')
    const closed = new Promise((resolve) => socket.on('error', resolve).on('close', resolve))
    for (let sent = 0; sent <= maximumDiscardedBytes && socket.writable; sent += megabyte)
      if (!socket.write(Buffer.alloc(megabyte))) await Promise.race([once(socket, 'drain'), closed])
    await closed
  })
})
