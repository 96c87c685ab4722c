import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { heavyWork } from '../../../src/admission/heavy-work.ts'
import { removeAbandonedUploads } from '../../../src/http/multipart.ts'
import { startOwnTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { budget, isLongRun, oneRowIn } from '../../support/budget.ts'
import { buildMember, buildOrganization } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'

const megabyte = 1024 * 1024
/** In a long run more than 50 MB, otherwise several times what any other body may have. */
const largeMegabytes = budget(6, 52)
const maximumMegabytes = budget(8, 60)
const maximumBytes = maximumMegabytes * megabyte
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const uploadLimits = heavyWork.uploads

let app: TestApp
let organization: Awaited<ReturnType<typeof buildOrganization>>
let client: TestClient
let spaceId: string

beforeAll(async () => {
  app = await startOwnTestApp({ MAX_UPLOAD_BYTES: String(maximumBytes), MAX_BODY_BYTES: String(megabyte) })
  organization = await buildOrganization(app)
  client = app.as(organization.admin)
})
afterAll(() => app.close())
beforeEach(async () => {
  await expect.poll(temporaryFiles).toEqual([])
  spaceId = (await buildSpace(app, organization)).id
})

type Part = string | File

/** Returns a form whose files come after its texts. */
function form(parts: Record<string, Part>): FormData {
  const body = new FormData()
  for (const [name, part] of Object.entries(parts)) if (typeof part === 'string') body.set(name, part)
  for (const [name, part] of Object.entries(parts)) if (typeof part !== 'string') body.set(name, part)
  return body
}

const file = (name: string, content: string | Buffer, type = 'text/plain') =>
  new File([typeof content === 'string' ? content : new Uint8Array(content)], name, { type })

/** Returns the parts that add one file to a space. */
const insertion = (upload: Part) => ({
  'changes.0.operation': 'insert_files',
  'changes.0.files.0.upload': upload,
})

async function send(path: string, body: BodyInit, headers: Record<string, string> = bearer()) {
  const answer = await fetch(`${app.url}${path}`, { method: 'POST', body, headers })
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}

const bearer = () => ({ Authorization: `Bearer ${client.token}` })
const content = () => `/v1/spaces/${spaceId}/content`
const stored = async () => (await client.get(`/spaces/${spaceId}/content/files`)).body.items
const temporaryFiles = async () => readdir(join(app.config.dataDir, 'uploads')).catch(() => [])

/** Opens a multipart request whose body the test writes. */
function openRequest(
  headers: Record<string, string | number> = {},
  path = content(),
): {
  sent: ClientRequest
  answered: Promise<IncomingMessage>
} {
  const sent = request(`${app.url}${path}`, {
    method: 'POST',
    headers: { ...bearer(), 'Content-Type': 'multipart/form-data; boundary=b', ...headers },
  })
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    sent.on('response', resolve).on('error', reject),
  )
  return { sent, answered }
}

const partHeader = (name: string, fileName?: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: application/octet-stream`}\r\n\r\n`
const beginning = `${partHeader('changes.0.operation')}insert_files\r\n${partHeader('changes.0.files.0.upload', 'large.bin')}`
const beginningOfFile = `${beginning}first bytes`
const end = '\r\n--b--\r\n'

/** Sends the beginning of a body, of which no file is to be received, and returns the answer to it. */
async function answerToBeginning(text: string, headers: Record<string, string>, path?: string) {
  const { sent, answered } = openRequest(headers, path)
  // The server may close the connection before it has received everything.
  sent.on('error', () => undefined)
  sent.write(text)
  const answer = await answered
  const body = JSON.parse(await readText(answer))
  sent.destroy()
  return { status: answer.statusCode, headers: answer.headers, body }
}

/** Opens a request that sends a file without end, and waits until the file is stored. Disconnects after the test. */
async function openUpload(headers: Record<string, string>) {
  const stored = (await temporaryFiles()).length
  const { sent, answered } = openRequest(headers)
  onTestFinished(() => {
    sent.destroy()
  })
  answered.catch(() => undefined)
  await write(sent, beginningOfFile)
  await expect.poll(temporaryFiles).toHaveLength(stored + 1)
  return { sent, answered }
}

/** Writes a chunk, and waits until there is room for the next one. */
const write = (sent: ClientRequest, chunk: string | Buffer) =>
  new Promise<void>((resolve, reject) => sent.write(chunk, (error) => (error ? reject(error) : resolve())))

const query = `mutation ($space: ID!, $files: [FileInput!]!) {
  updateContent(spaceId: $space, input: { changes: [{ insertFiles: { files: $files } }] }) {
    insertedFiles: allInsertedFiles { name contentType size }
  }
}`
const operations = (files: object[]) => JSON.stringify({ query, variables: { space: spaceId, files } })

/** The beginning of a request to GraphQL with a file. */
const graphqlBeginning = (
  request = operations([{ upload: null }]),
  map = '{"0":["variables.files.0.upload"]}',
) =>
  `${partHeader('operations')}${request}\r\n${partHeader('map')}${map}\r\n${partHeader('0', 'large.bin')}first bytes`

const refusals: readonly (readonly [string, () => Promise<string | null>, number])[] = [
  ['strangers', async () => (await buildOrganization(app)).admin.token, 404],
  ['those who may not edit', async () => (await buildMember(app, organization.id, 'READ')).token, 403],
  [
    'tokens that may only read',
    async () => (await client.post('/user/tokens', { label: 'Reading', scopes: ['read'] })).body.token,
    403,
  ],
]

describe('a multipart request to REST', () => {
  it('adds a file with the name, the type and the dimensions of the upload', async () => {
    const { status, body } = await send(content(), form(insertion(file('dot.png', picture, 'image/png'))))
    expect(status).toBe(200)
    expect(body.insertedFiles).toEqual([
      {
        id: expect.any(String),
        name: 'dot.png',
        contentType: 'image/png',
        size: picture.length,
        dimensions: { width: 1, height: 1 },
        downloadURL: expect.any(String),
      },
    ])
    const download = await fetch(body.insertedFiles[0].downloadURL)
    expect(Buffer.from(await download.arrayBuffer())).toEqual(picture)
    expect(await temporaryFiles()).toEqual([])
  })

  it('takes the changes as JSON, with several files and pages that link to them', async () => {
    const changes = [
      { operation: 'insert_files', files: [{ name: 'First.txt', ref: 'a' }, { contentType: 'text/css' }] },
      { operation: 'insert_page', title: 'Page', document: { markdown: '[first](./a)' } },
    ]
    const { status, body } = await send(
      content(),
      form({
        changes: JSON.stringify(changes),
        'changes.0.files.0.upload': file('a.txt', 'One'),
        'changes.0.files.1.upload': file('ü.bin', 'Two', 'application/octet-stream'),
      }),
    )
    expect(status).toBe(200)
    expect(body.insertedFiles).toMatchObject([
      { name: 'First.txt', contentType: 'text/plain', size: 3 },
      { name: 'ü.bin', contentType: 'text/css', size: 3 },
    ])
    const page = await client.get(
      `/spaces/${spaceId}/content/page/${body.changes[0].page.id}?format=markdown`,
    )
    expect(page.body.markdown).toContain(`/files/${body.insertedFiles[0].id}`)
  })

  it('adds a file to a change request', async () => {
    const { body: changeRequest } = await client.post(`/spaces/${spaceId}/change-requests`, {})
    const path = `/v1/spaces/${spaceId}/change-requests/${changeRequest.id}/content`
    const { status } = await send(path, form(insertion(file('a.txt', 'A'))))
    expect(status).toBe(200)
    const { body } = await client.get(`/spaces/${spaceId}/change-requests/${changeRequest.id}/content/files`)
    expect(body.items).toMatchObject([{ name: 'a.txt', size: 1 }])
    expect(await stored()).toEqual([])
  })

  it('stores bytes once that are stored already', async () => {
    for (const name of ['a.txt', 'b.txt'])
      expect((await send(content(), form(insertion(file(name, 'Same'))))).status).toBe(200)
    expect((await stored()).map(({ size }: { size: number }) => size)).toEqual([4, 4])
    expect(await temporaryFiles()).toEqual([])
  })

  it(`streams a file of ${largeMegabytes} MB to disk, larger than any other body may be`, async () => {
    const chunk = randomBytes(megabyte)
    const digest = createHash('sha256')
    const { sent, answered } = openRequest()
    await write(sent, beginning)
    for (let index = 0; index < largeMegabytes; index++) {
      chunk.writeUInt32BE(index)
      digest.update(chunk)
      await write(sent, chunk)
    }
    sent.end(end)
    const answer = await answered
    const body = JSON.parse(await readText(answer))
    expect([answer.statusCode, body.insertedFiles[0].size]).toEqual([200, largeMegabytes * megabyte])
    const download = await fetch(body.insertedFiles[0].downloadURL)
    const read = createHash('sha256')
    for await (const part of download.body as AsyncIterable<Uint8Array>) read.update(part)
    expect(read.digest('hex')).toBe(digest.digest('hex'))
  })

  it('stops reading while the disk does not take more: the file grows before the request ends', async () => {
    const { sent, answered } = openRequest()
    await write(sent, beginning)
    await write(sent, randomBytes(4 * megabyte))
    await expect.poll(temporaryFiles).toHaveLength(1)
    sent.end(end)
    expect((await answered).statusCode).toBe(200)
  })

  it('leaves nothing behind when the client disconnects in mid-stream', async () => {
    const { sent, answered } = openRequest()
    await write(sent, beginning)
    await write(sent, randomBytes(megabyte))
    await expect.poll(temporaryFiles).toHaveLength(1)
    sent.destroy()
    await expect(answered).rejects.toThrow()
    await expect.poll(temporaryFiles).toEqual([])
    expect(await stored()).toEqual([])
  })

  it.each([
    ['with its length', { 'Content-Length': maximumBytes + 1 }],
    ['in chunks', { 'Transfer-Encoding': 'chunked' }],
  ])('over the limit is refused with 413 and the limit: %s', async (how, headers) => {
    const { sent, answered } = openRequest(headers)
    const answer = answered.then(async (response) => [response.statusCode, await readText(response)])
    // The server may close the connection before it has received everything.
    sent.on('error', () => undefined)
    if (how === 'in chunks') {
      const chunk = Buffer.alloc(megabyte)
      sent.write(beginning)
      for (let index = 0; index <= maximumMegabytes; index++) await write(sent, chunk).catch(() => undefined)
    } else sent.flushHeaders()
    const [status, body] = (await answer) as [number, string]
    expect(status).toBe(413)
    expect(JSON.parse(body).error.message).toContain(String(maximumBytes))
    sent.destroy()
    await expect.poll(temporaryFiles).toEqual([])
  })

  it('with a text of more than other bodies may have is refused with 413', async () => {
    const { status, body } = await send(content(), form({ changes: 'x'.repeat(megabyte + 1) }))
    expect([status, body.error.message]).toEqual([413, expect.stringContaining(String(megabyte))])
  })

  it.each([
    ['that ends early', `${beginning}half of a file`, 'boundary=b'],
    ['without parts', 'nothing', 'boundary=b'],
    ['without a boundary', `${beginning}x${end}`, ''],
    ['with a part that has no name', `--b\r\nContent-Disposition: form-data\r\n\r\nx${end}`, 'boundary=b'],
    [
      'with two parts of one name',
      `${beginning}x\r\n${partHeader('changes.0.operation')}x${end}`,
      'boundary=b',
    ],
    ['with a name that is no path', `${partHeader('changes.7.operation')}x${end}`, 'boundary=b'],
    ['with a name that would change a prototype', `${partHeader('__proto__.a')}x${end}`, 'boundary=b'],
    ['with invalid JSON', `${partHeader('changes')}[{${end}`, 'boundary=b'],
    [
      'with more parts than are allowed',
      `${Array.from({ length: 101 }, (_, n) => `${partHeader(`p${n}`)}x\r\n`).join('')}--b--\r\n`,
      'boundary=b',
    ],
  ])('%s is refused with 400', async (_fault, body, parameters) => {
    const headers = { ...bearer(), 'Content-Type': `multipart/form-data; ${parameters}` }
    const answer = await send(content(), body, headers)
    expect(answer.status).toBe(400)
    expect(answer.body.error.message).toEqual(expect.any(String))
    expect(await temporaryFiles()).toEqual([])
  })

  it.each(
    oneRowIn(2, [
      [
        'a file and base64',
        { ...insertion(file('a', 'A')), 'changes.0.files.0.base64': 'YQ==' },
        'changes.0.files.0',
      ],
      ['a text in place of the file', insertion('not a file'), 'changes.0.files.0.upload'],
      ['a name of more than 256 characters', insertion(file('a'.repeat(257), 'A')), 'changes.0.files.0.name'],
    ]),
  )('with %s is refused, and the file is removed', async (_fault, parts, path) => {
    const { status, body } = await send(content(), form(parts))
    expect([status, body.error.fields?.[0].path]).toEqual([400, path])
    expect(await temporaryFiles()).toEqual([])
  })

  it('is refused before it is read without a token', async () => {
    const { status } = await send(content(), form(insertion(file('a.txt', 'A'))), {})
    expect(status).toBe(401)
  })

  it.each(refusals)('is refused before the file is received: to %s', async (_caller, tokenOf, status) => {
    const headers = { Authorization: `Bearer ${await tokenOf()}` }
    const answer = await answerToBeginning(beginningOfFile, headers)
    expect(answer.status).toBe(status)
    expect(await temporaryFiles()).toEqual([])
  })

  it('is refused before the file is received: of a change request that is archived', async () => {
    const { body: changeRequest } = await client.post(`/spaces/${spaceId}/change-requests`, {})
    const path = `/spaces/${spaceId}/change-requests/${changeRequest.id}`
    await client.patch(path, { status: 'archived' })
    const answer = await answerToBeginning(beginningOfFile, bearer(), `/v1${path}/content`)
    expect([answer.status, answer.body.error.reason]).toEqual([409, 'CHANGE_REQUEST_ARCHIVED'])
    expect(await temporaryFiles()).toEqual([])
  })

  it('reports an unknown part, and is refused for it if the caller prefers so', async () => {
    const parts = { ...insertion(file('a.txt', 'A')), 'changes.0.files.0.nmae': 'Name' }
    const send = (headers: Record<string, string>) =>
      fetch(`${app.url}${content()}`, {
        method: 'POST',
        body: form(parts),
        headers: { ...bearer(), ...headers },
      })
    const warned = await send({})
    expect([warned.status, warned.headers.get('warning')]).toEqual([
      200,
      '299 - "changes.0.files.0.nmae is unknown; did you mean name?"',
    ])
    const refused = await send({ Prefer: 'handling=strict' })
    expect([refused.status, refused.headers.get('preference-applied')]).toEqual([400, 'handling=strict'])
    const { error } = (await refused.json()) as { error: { reason: string; fields: object[] } }
    expect([error.reason, error.fields]).toEqual([
      'UNKNOWN_INPUT',
      [{ path: 'changes.0.files.0.nmae', message: 'is unknown; did you mean `name`?' }],
    ])
    expect(await temporaryFiles()).toEqual([])
  })

  it.runIf(isLongRun)('is refused while its user sends files in as many requests as allowed', async () => {
    const { token } = await buildMember(app, organization.id, 'EDIT')
    const headers = { Authorization: `Bearer ${token}` }
    const uploads: Awaited<ReturnType<typeof openUpload>>[] = []
    for (let upload = 0; upload < uploadLimits.perOwner.concurrent; upload++)
      uploads.push(await openUpload(headers))
    const refused = await answerToBeginning(beginningOfFile, headers)
    expect([refused.status, refused.body.error.reason, refused.headers['retry-after']]).toEqual([
      429,
      'TOO_MANY_UPLOADS',
      '5',
    ])
    expect(await temporaryFiles()).toHaveLength(uploads.length)
    // Those of others are not affected, and each that ends makes room for another one.
    expect((await send(content(), form(insertion(file('a.txt', 'A'))))).status).toBe(200)
    const [ended] = uploads
    ended?.sent.end(end)
    expect((await ended?.answered)?.statusCode).toBe(200)
    expect((await send(content(), form(insertion(file('b.txt', 'B'))), headers)).status).toBe(200)
  })

  it.runIf(isLongRun)(
    'is refused while the server receives files in as many requests as allowed',
    async () => {
      const { concurrent, perOwner } = uploadLimits
      for (let opened = 0; opened < concurrent; opened += perOwner.concurrent) {
        const { token } = await buildMember(app, organization.id, 'EDIT')
        const headers = { Authorization: `Bearer ${token}` }
        for (let upload = 0; upload < perOwner.concurrent; upload++) await openUpload(headers)
      }
      const refused = await answerToBeginning(beginningOfFile, bearer())
      expect([refused.status, refused.body.error.reason, refused.headers['retry-after']]).toEqual([
        503,
        'UPLOADS_BUSY',
        '5',
      ])
      const graph = await answerToBeginning(graphqlBeginning(), bearer(), '/graphql')
      expect([graph.status, graph.body.errors[0].extensions, graph.headers['retry-after']]).toEqual([
        503,
        expect.objectContaining({ code: 'SERVICE_UNAVAILABLE', reason: 'UPLOADS_BUSY' }),
        '5',
      ])
    },
  )

  it('states its cost in the header X-Cost', async () => {
    const body = form(insertion(file('one.txt', 'One')))
    const answer = await fetch(`${app.url}${content()}`, { method: 'POST', body, headers: bearer() })
    expect(answer.status).toBe(200)
    const [, objects, bytes] = /^objects=(\d+), bytes=(\d+)$/.exec(answer.headers.get('x-cost') ?? '') ?? []
    expect(Number(objects)).toBeGreaterThan(0)
    expect(Number(bytes)).toBeGreaterThan(0)
  })

  it('is taken by the rows that add files only', async () => {
    const { status } = await send('/v1/orgs', form({ title: 'Mine' }))
    expect(status).toBe(415)
  })

  it.runIf(isLongRun)('is documented with the rows that take it', async () => {
    const { body } = await client.get('/openapi.json')
    const { requestBody, responses } = body.paths['/spaces/{spaceId}/content'].post
    expect(responses['429'].$ref).toBe('#/components/responses/RateLimited')
    expect(Object.keys(body.components.responses.RateLimited.headers)).toContain('Retry-After')
    expect(Object.keys(requestBody.content)).toEqual(['application/json', 'multipart/form-data'])
  })
})

describe('the parts of a multipart request that are no files', () => {
  it.each(
    oneRowIn(2, [
      ['REST', content],
      ['GraphQL', () => '/graphql'],
    ]),
  )('have the size of any other body at most, all together, in %s', async (_api, path) => {
    const half = 'x'.repeat(megabyte / 2)
    for (const texts of [[half, half], Array<string>(20).fill(half), [half + half]]) {
      const { status, body } = await send(path(), form(Object.fromEntries(texts.entries())))
      expect([status, JSON.stringify(body)]).toEqual([413, expect.stringContaining('BODY_TOO_LARGE')])
    }
  })

  it('are refused while they arrive, as soon as they are too large', async () => {
    const { sent, answered } = openRequest()
    sent.on('error', () => undefined)
    sent.write(`${partHeader('a')}${'x'.repeat(megabyte + 1)}`)
    expect((await answered).statusCode).toBe(413)
    sent.destroy()
  })

  it.runIf(isLongRun)('may come with files of many times their size', async () => {
    const large = file('large.bin', Buffer.alloc(4 * megabyte))
    const { status } = await send(content(), form({ ...insertion(large), unused: 'x'.repeat(megabyte / 2) }))
    expect(status).toBe(200)
  })
})

describe('a multipart request to GraphQL', () => {
  it('adds files, as the GraphQL multipart request specification has it', async () => {
    const { status, body } = await send(
      '/graphql',
      form({
        operations: operations([{ upload: null }, { upload: null, name: 'Two' }]),
        map: JSON.stringify({ 0: ['variables.files.0.upload'], 1: ['variables.files.1.upload'] }),
        0: file('one.txt', 'One'),
        1: file('two.css', 'Second', 'text/css'),
      }),
    )
    expect(status).toBe(200)
    expect(body.errors).toBeUndefined()
    expect(body.data.updateContent.insertedFiles).toEqual([
      { name: 'one.txt', contentType: 'text/plain', size: 3 },
      { name: 'Two', contentType: 'text/css', size: 6 },
    ])
    expect(await temporaryFiles()).toEqual([])
  })

  it('states its cost in extensions.cost, if it is asked for', async () => {
    const { body } = await send(
      '/graphql',
      form({
        operations: operations([{ upload: null }]),
        map: '{ "0": ["variables.files.0.upload"] }',
        0: file('one.txt', 'One'),
      }),
      { ...bearer(), 'X-Cost': 'true' },
    )
    const { objects, bytes } = body.extensions.cost
    // The payload, and the file.
    expect(objects).toEqual({ requested: 2, actual: 2, maximum: app.config.maxQueryObjects })
    expect(bytes.actual).toBeGreaterThan('one.txt'.length + 'text/plain'.length)
    expect(bytes.maximum).toBe(app.config.maxQueryBytes)
  })

  it('adds one file in several places', async () => {
    const { body } = await send(
      '/graphql',
      form({
        operations: operations([{ name: 'a' }, { name: 'b' }]),
        map: '{ "f": ["variables.files.0.upload", "variables.files.1.upload"] }',
        f: file('one.txt', `Both ${spaceId}`),
      }),
    )
    expect(body.errors).toBeUndefined()
    expect(body.data.updateContent.insertedFiles.length).toBe(2)
  })

  it('needs a header that a page of another origin cannot send unasked', async () => {
    const parts = { operations: JSON.stringify({ query: '{ __typename }' }), map: '{}' }
    const refused = await send('/graphql', form(parts), {})
    expect([refused.status, refused.body.errors[0].extensions.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
    const unauthenticated = await send('/graphql', form(parts), { 'Apollo-Require-Preflight': 'true' })
    expect(unauthenticated.status).toBe(401)
    const { status, body } = await send('/graphql', form(parts))
    expect([status, body.data]).toEqual([200, { __typename: 'Query' }])
  })

  it.each(refusals)('is refused before the file is received: to %s', async (_caller, tokenOf, status) => {
    const headers = { Authorization: `Bearer ${await tokenOf()}` }
    const answer = await answerToBeginning(graphqlBeginning(), headers, '/graphql')
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({ errors: [expect.objectContaining({ message: expect.any(String) })] })
    expect(await temporaryFiles()).toEqual([])
  })

  it('is refused before the file is received: without a token', async () => {
    const { sent, answered } = openRequest(
      { Authorization: '', 'Apollo-Require-Preflight': 'true' },
      '/graphql',
    )
    sent.removeHeader('Authorization')
    sent.write(graphqlBeginning())
    expect((await answered).statusCode).toBe(401)
    expect(await temporaryFiles()).toEqual([])
    sent.destroy()
  })

  it('is refused before any of the body is received without a token', async () => {
    const { sent, answered } = openRequest({ 'Apollo-Require-Preflight': 'true' }, '/graphql')
    sent.removeHeader('Authorization')
    sent.flushHeaders()
    expect((await answered).statusCode).toBe(401)
    sent.destroy()
  })

  const map = '{"0":["variables.file"]}'
  it.each(
    oneRowIn(3, [
      ['a document with a syntax error', '{ "query": "{" }', '{}', 'GRAPHQL_PARSE_FAILED'],
      ['a document that is invalid', '{ "query": "{ nothing }" }', '{}', 'GRAPHQL_VALIDATION_FAILED'],
      ['a variable that is missing', JSON.stringify({ query, variables: {} }), '{}', 'BAD_USER_INPUT'],
      [
        'an operation that takes no files',
        '{ "query": "query ($file: ID!) { node(id: $file) { id } }" }',
        map,
        'BAD_USER_INPUT',
      ],
      ['the file before the operation', undefined, map, 'BAD_USER_INPUT'],
    ]),
  )('is refused before the file is received: %s', async (_fault, request, map, code) => {
    const body =
      request === undefined ? `${partHeader('0', 'large.bin')}first bytes` : graphqlBeginning(request, map)
    const answer = await answerToBeginning(body, bearer(), '/graphql')
    expect([answer.body.data, answer.body.errors[0].extensions.code]).toEqual([undefined, code])
    expect(await temporaryFiles()).toEqual([])
  })

  it.each([
    ['without operations', { map: '{}' }],
    ['without a map', { operations: '{"query":"{ __typename }"}' }],
    ['with a batch of operations', { operations: '[{"query":"{ __typename }"}]', map: '{}' }],
    [
      'with a file that is missing',
      { operations: '{"query":"{ __typename }"}', map: '{"0":["variables.a"]}' },
    ],
    [
      'with a path that leads nowhere',
      { operations: '{"query":"x"}', map: '{"0":["query.a"]}', 0: file('a', 'A') },
    ],
  ])('%s is refused with 400', async (_fault, parts) => {
    const { status, body } = await send('/graphql', form(parts as Record<string, Part>))
    expect([status, body.errors[0].extensions.code]).toEqual([400, 'BAD_USER_INPUT'])
    expect(await temporaryFiles()).toEqual([])
  })

  it('refuses an upload that is not part of the request', async () => {
    const { errors } = await client.gql(query, { space: spaceId, files: [{ name: 'a', upload: 'guessed' }] })
    expect(errors?.[0]?.message).toBe(
      'changes.0.insertFiles.files.0.upload: must be a file of a multipart request',
    )
  })
})

it('the start removes temporary files of processes that were killed, and none of a running one', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'lectern-test-')), 'uploads')
  await mkdir(folder)
  await writeFile(join(folder, 'old.part'), 'x')
  await writeFile(join(folder, 'new.part'), 'x')
  const yesterday = Date.now() / 1000 - 86_400
  await utimes(join(folder, 'old.part'), yesterday, yesterday)
  await removeAbandonedUploads({ folder })
  expect(await readdir(folder)).toEqual(['new.part'])
  await rm(join(folder, '..'), { recursive: true })
})
