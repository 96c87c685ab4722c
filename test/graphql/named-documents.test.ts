import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StartError } from '../../src/base/start-error.ts'
import { startServerBeside, startTestApp, type TestApp } from '../support/app.ts'
import { buildOrganization } from '../support/factories/organizations.ts'

let app: TestApp
let token: string
let folder: string
beforeAll(async () => {
  app = await startTestApp()
  token = (await buildOrganization(app)).admin.token
  folder = await mkdtemp(join(tmpdir(), 'lectern-documents-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await app.close()
})

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const persisted = (hash: string) => ({ persistedQuery: { version: 1, sha256Hash: hash } })

interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read what the server sent, of whatever shape
  readonly body: any
}

async function ask(url: string, request: object, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, ...headers },
    body: JSON.stringify(request),
  })
  return { status: answer.status, body: await answer.json() }
}

async function askByGet(url: string, parameters: Record<string, string>): Promise<Answer> {
  const answer = await fetch(`${url}/graphql?${new URLSearchParams(parameters)}`, {
    headers: { Authorization: `Bearer ${token}`, Accept: 'application/json' },
  })
  return { status: answer.status, body: await answer.json() }
}

describe('automatic persisted queries', () => {
  test('answer a hash that is not known with PersistedQueryNotFound and 200, as clients expect, and the text from then on', async () => {
    const query = `query Persisted { viewer { id } } # ${token}`
    const extensions = persisted(hashOf(query))
    const unknown = await ask(app.url, { extensions, variables: {} })
    expect(unknown).toMatchObject({
      status: 200,
      body: {
        errors: [
          {
            message: 'PersistedQueryNotFound',
            extensions: { code: 'BAD_USER_INPUT', reason: 'PERSISTED_QUERY_NOT_FOUND' },
          },
        ],
      },
    })
    const accept = { Accept: 'application/graphql-response+json' }
    expect((await ask(app.url, { extensions }, accept)).status).toBe(200)
    const first = await ask(app.url, { query, extensions })
    expect(first.body.data.viewer.id).toBeTruthy()
    expect((await ask(app.url, { extensions })).body).toEqual(first.body)
    expect(
      (await ask(app.url, { extensions }, { Accept: 'text/event-stream, application/json' })).body,
    ).toEqual(first.body)
    expect((await askByGet(app.url, { extensions: JSON.stringify(extensions) })).body).toEqual(first.body)
  })

  test('execute no text under the hash of another, and remember none that is invalid', async () => {
    const query = '{ viewer { id } }'
    const wrong = await ask(app.url, { query, extensions: persisted(hashOf('other')) })
    expect(wrong.body.errors[0].extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      reason: 'PERSISTED_QUERY_MISMATCH',
      fields: [{ path: 'extensions.persistedQuery.sha256Hash' }],
    })
    const invalid = '{ nothing }'
    await ask(app.url, { query: invalid, extensions: persisted(hashOf(invalid)) })
    const again = await ask(app.url, { extensions: persisted(hashOf(invalid)) })
    expect(again.body.errors[0].message).toBe('PersistedQueryNotFound')
  })

  test('run mutations by POST alone', async () => {
    const query = 'mutation { createOrganization(input: { title: "Named" }) { organization { title } } }'
    const extensions = persisted(hashOf(query))
    expect((await ask(app.url, { query, extensions })).body.data.createOrganization).toEqual({
      organization: { title: 'Named' },
    })
    expect((await ask(app.url, { extensions })).body.data.createOrganization).not.toBeNull()
    expect((await askByGet(app.url, { extensions: JSON.stringify(extensions) })).status).toBe(405)
  })
})

describe('trusted documents', () => {
  const text = 'query Viewer { viewer { id } }'

  async function serverWith(content: string, only: boolean) {
    const file = join(folder, `${hashOf(content + only)}.json`)
    await writeFile(file, content)
    return startServerBeside(app, { config: { trustedDocuments: { file, only } } })
  }

  test.each([
    ['the texts by their ids', JSON.stringify({ viewer: text })],
    [
      "Apollo's manifest",
      JSON.stringify({
        format: 'apollo-persisted-query-manifest',
        version: 1,
        operations: [{ id: 'viewer', name: 'Viewer', type: 'query', body: text }],
      }),
    ],
  ])('are named by documentId, from a file with %s', async (_name, content) => {
    const server = await serverWith(content, false)
    try {
      const named = await ask(server.url, { documentId: 'viewer' })
      expect(named.body.data.viewer.id).toBeTruthy()
      expect((await ask(server.url, { documentId: 'sha256:viewer' })).body).toEqual(named.body)
      expect((await ask(server.url, { extensions: persisted('viewer') })).body).toEqual(named.body)
      expect((await askByGet(server.url, { documentId: 'viewer' })).body).toEqual(named.body)
      expect((await ask(server.url, { query: '{ __typename }' })).body.data).toEqual({ __typename: 'Query' })
      const unknown = await ask(server.url, { documentId: 'other' })
      expect(unknown.body.errors[0].extensions).toMatchObject({
        reason: 'DOCUMENT_UNKNOWN',
        fields: [{ path: 'documentId' }],
      })
    } finally {
      await server.close()
    }
  })

  test('are the only ones that are executed with `only`, on every way in; REST is not concerned', async () => {
    const server = await serverWith(JSON.stringify({ viewer: text }), true)
    try {
      const expected = (await ask(server.url, { documentId: 'viewer' })).body
      expect((await ask(server.url, { query: text })).body).toEqual(expected)
      const query = '{ __typename }'
      const multipart = new FormData()
      multipart.set('operations', JSON.stringify({ query }))
      multipart.set('map', '{}')
      const uploaded = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
        body: multipart,
      })
      const answers = [
        await ask(server.url, { query }),
        await ask(server.url, { query, extensions: persisted(hashOf(query)) }),
        await ask(server.url, { query: 'mutation { __typename }' }, { 'Idempotency-Key': 'key' }),
        await askByGet(server.url, { query }),
        { status: uploaded.status, body: await uploaded.json() } as Answer,
      ]
      for (const { body } of answers) {
        expect(body.data).toBeUndefined()
        expect(body.errors[0].extensions.reason).toBe('DOCUMENT_NOT_TRUSTED')
      }
      const orgs = await server.as({ token }).get('/orgs')
      expect(orgs.status).toBe(200)
    } finally {
      await server.close()
    }
  })

  test.each([
    [
      'a document that this schema cannot execute',
      JSON.stringify({ wrong: '{ nothing }' }),
      /"wrong" .*nothing/,
    ],
    ['a document that is no GraphQL', JSON.stringify({ wrong: '{' }), /"wrong"/],
    ['anything else', '[]', /must be JSON with/],
    ['no JSON', '{', /must be JSON with/],
  ])('stop the start where the file has %s', async (_name, content, message) => {
    const start = serverWith(content, false)
    await expect(start).rejects.toThrow(StartError)
    await expect(start).rejects.toThrow(message)
  })

  test('stop the start where there is no file', async () => {
    const file = join(folder, 'none.json')
    const start = startServerBeside(app, { config: { trustedDocuments: { file, only: false } } })
    await expect(start).rejects.toThrow('cannot be read')
  })
})
