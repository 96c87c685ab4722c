import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { jsonLimits } from '../../src/http/json-structure.ts'
import { deleteShelfRoute, libraryRoutes } from './library-routes.ts'
import { maxBodyBytes, startServer } from './server.ts'

const server = await startServer(libraryRoutes)

const post = (body: BodyInit, headers: Record<string, string> = { 'Content-Type': 'application/json' }) =>
  server.send('POST', '/v1/echo', { body, headers })

const streamOf = (...chunks: string[]) =>
  new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
      controller.close()
    },
  })

const textOfBytes = (bytes: number) => JSON.stringify({ text: 'a'.repeat(bytes - '{"text":""}'.length) })

describe('the size of a body', () => {
  test('may be just the limit, declared or in chunks', async () => {
    expect((await post(textOfBytes(maxBodyBytes))).status).toBe(200)
    expect((await post(streamOf(textOfBytes(maxBodyBytes)))).status).toBe(200)
  })

  test('is refused one byte past it, declared or in chunks', async () => {
    for (const body of [textOfBytes(maxBodyBytes + 1), streamOf(textOfBytes(maxBodyBytes), ' ')]) {
      const { status, body: answer } = await post(body)
      expect([status, answer.error.code]).toEqual([413, 413])
      expect(answer.error.message).toContain(String(maxBodyBytes))
    }
  })

  test('counts bytes, not characters', async () => {
    const text = JSON.stringify({ text: '€'.repeat(700) })
    expect(text.length).toBeLessThan(maxBodyBytes)
    expect((await post(text)).status).toBe(413)
  })

  test('far beyond it still gets a response, and the connection stays open', async () => {
    expect((await post('x'.repeat(5_000_000))).status).toBe(413)
    expect((await post('{}')).status).toBe(200)
  })

  test('is not checked by a row without a body', async () => {
    const { status } = await server.send('DELETE', `/v1${deleteShelfRoute.path}`, {
      body: 'x'.repeat(100_000),
    })
    expect(status).toBe(205)
  })
})

describe('the content type', () => {
  test.each([
    'application/json',
    'Application/JSON; charset=UTF-8',
    'application/json;charset="utf-8"',
    'application/merge-patch+json',
  ])('may be %s', async (type) => {
    expect((await post('{"text":"ü"}', { 'Content-Type': type })).body.given).toEqual({
      input: { text: 'ü' },
    })
  })

  test.each([
    'text/html',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/jsonp',
    '+json',
    'application/json, text/html',
  ])('may not be %s', async (type) => {
    const { status, headers, body } = await post('{}', { 'Content-Type': type })
    expect([status, body.error.code, headers.get('accept')]).toEqual([415, 415, 'application/json'])
  })

  test('may not be missing where there is a body', async () => {
    expect((await post(new Blob(['{}']), {})).status).toBe(415)
  })

  test('of a compressed body is rejected', async () => {
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }
    expect((await post('{}', headers)).status).toBe(415)
  })
})

describe('malformed JSON', () => {
  test.each([
    ['{', 1, 1, 2],
    ['{"text":"a",}', 12, 1, 13],
    ['{"text": tru}', 12, 1, 13],
    ['abc', 0, 1, 1],
    ['[1]]', 3, 1, 4],
    ['{"text":\n\n  nul1}', 15, 3, 6],
    ['"open', 5, 1, 6],
    ['{"a":01}', 6, 1, 7],
    [' ', 1, 1, 2],
    ['{"a":"\t"}', 6, 1, 7],
  ])('%j is 400 with its position', async (text, position, line, column) => {
    const { status, body } = await post(text)
    expect(status).toBe(400)
    expect(body.error.message).toBe(
      `The request body is not valid JSON: error at position ${position} (line ${line}, column ${column}).`,
    )
  })

  test('with errors of any kind has a position within the text', async () => {
    const { status } = await post(`[${'tru,'.repeat(400)}`)
    expect(status).toBe(400)
  })
})

describe('a hostile body', () => {
  test.each([
    ['a stray continuation byte', [0x22, 0x80, 0x22]],
    ['an overlong form', [0x22, 0xc0, 0xaf, 0x22]],
    ['half of a surrogate pair', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['a cut character', [0x22, 0xe2, 0x82]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ])('with %s is not valid UTF-8', async (_case, bytes) => {
    const { status, body } = await post(new Uint8Array(bytes))
    expect([status, body.error.message]).toEqual([400, 'The request body is not valid UTF-8.'])
  })

  test('may begin with a byte order mark', async () => {
    expect((await post('\uFEFF{"text":"a"}')).body.given).toEqual({ input: { text: 'a' } })
  })

  test('may be nested as deep as the limit and not one level deeper', async () => {
    const nested = (depth: number) => `{"anything":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
    expect((await post(nested(jsonLimits.depth))).status).toBe(200)
    const { status, body } = await post(nested(jsonLimits.depth + 1))
    expect([status, body.error.message]).toEqual([
      400,
      `The request body may be nested at most ${jsonLimits.depth} levels deep.`,
    ])
    expect((await post('['.repeat(1_000) + ']'.repeat(1_000))).status).toBe(400)
  })

  test('cannot change a prototype, however the key is written', async () => {
    for (const key of ['__proto__', '\\u005f_proto__', '__pro\\u0074o__']) {
      const { status, body } = await post(`{"anything":{"a":{"${key}":{"polluted":1}}},"${key}":{"text":5}}`)
      expect([status, body.given]).toEqual([200, { input: { anything: { a: {} } } }])
    }
    const { body } = await post(
      '{"constructor":{"prototype":{"polluted":1}},"hasOwnProperty":1,"toString":1}',
    )
    expect(body.given).toEqual({ input: {} })
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  test('with an infinite number is rejected for numbers', async () => {
    for (const text of ['{"count":1e400}', '{"ratio":1e400}', '{"count":123456789012345678901234567890}'])
      expect((await post(text)).status).toBe(400)
  })

  test('with an escaped lone surrogate is passed on unchanged', async () => {
    const { status, text } = await post('{"anything":"\\ud800"}')
    expect(status).toBe(200)
    expect(text).toContain('\\ud800')
  })
})

describe('an aborted request', () => {
  test('is handled in the middle of its body', async () => {
    const { port } = new URL(server.url)
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(
          'POST /v1/echo HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer good\r\nContent-Type: application/json\r\n' +
            'Content-Length: 500\r\n\r\n{"text":',
          () => socket.destroy(),
        )
      })
      socket.on('close', () => resolve())
    })
    expect((await post('{}')).status).toBe(200)
    expect(server.logged).toEqual([])
  })
})
