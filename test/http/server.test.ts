import type { RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { sendResponse } from '../../src/http/response.ts'
import { connectionLimits, createHttpServer } from '../../src/http/server.ts'
import { isLongRun } from '../support/budget.ts'

const limits = {
  ...connectionLimits,
  headersMs: 300,
  bodyBytesPerSpan: 100,
  bodySpanMs: 300,
  responseBytesPerSpan: 50_000,
  responseSpanMs: 200,
  checkMs: 50,
}

async function startServer(listener: RequestListener, given = limits): Promise<{ port: number }> {
  const server = createHttpServer(listener, given)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { port: (server.address() as AddressInfo).port }
}

/** Opens a connection to a server of its own, and tells what the server sends until it closes the connection. */
async function open(listener: RequestListener): Promise<{ socket: Socket; closed: Promise<string> }> {
  const { port } = await startServer(listener)
  const socket = connect(port, '127.0.0.1')
  const closed = text(socket)
  // A test that closes the connection itself does not read to its end.
  closed.catch(() => {})
  return { socket, closed }
}

const readAll: RequestListener = async (request, response) => {
  let bytes = 0
  for await (const chunk of request) bytes += chunk.length
  response.end(String(bytes))
}

const refuse: RequestListener = (request, response) => {
  request.on('error', () => {})
  request.resume()
  request.on('end', () => response.end('all'))
}

const headersOf = (length: number) => `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`

test('a connection on which nothing is sent is closed', async () => {
  const { closed } = await open(readAll)
  await closed
})

test.runIf(isLongRun)('a connection whose headers do not end is closed', async () => {
  const { socket, closed } = await open(readAll)
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n')
  expect(await closed).toContain('408')
})

test('a request whose body arrives too slowly is answered with 408, and its connection closed', async () => {
  const { socket, closed } = await open(refuse)
  socket.write(headersOf(1000))
  const timer = setInterval(() => socket.write('x'), 50)
  expect(await closed).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nConnection: close\r\n/)
  clearInterval(timer)
})

test.runIf(isLongRun)(
  'a request whose body arrives steadily, or that the server does not read, is not ended',
  async () => {
    const steady = await open(readAll)
    steady.socket.write(headersOf(1000))
    const timer = setInterval(() => steady.socket.write('x'.repeat(50)), 50)
    const { promise: unread, resolve } = Promise.withResolvers<void>()
    const waiting = await open(async (request, response) => {
      await unread
      await readAll(request, response)
    })
    waiting.socket.write(`${headersOf(20)}${'x'.repeat(10)}`)
    expect(await new Promise((read) => steady.socket.once('data', (data) => read(String(data))))).toMatch(
      /\r\n1000$/,
    )
    clearInterval(timer)
    waiting.socket.write('x'.repeat(10))
    resolve()
    expect(await new Promise((read) => waiting.socket.once('data', (data) => read(String(data))))).toMatch(
      /\r\n20$/,
    )
    steady.socket.destroy()
    waiting.socket.destroy()
  },
)

test.runIf(isLongRun)(
  'a request is not ended because the server was busy for longer than the span',
  async () => {
    const { promise: begun, resolve } = Promise.withResolvers<void>()
    const { socket } = await open((request, response) => {
      resolve()
      return readAll(request, response)
    })
    socket.write(headersOf(1000))
    const arrived = new Promise((read) => socket.once('data', (data) => read(String(data))))
    await begun
    // After an immediate, timers run before what has arrived is read.
    await new Promise(setImmediate)
    const since = performance.now()
    while (performance.now() - since < 2 * limits.bodySpanMs);
    socket.write('x'.repeat(1000))
    expect(await arrived).toMatch(/\r\n1000$/)
    socket.destroy()
  },
)

/** Larger than what the system keeps for a connection that is not read. */
const large = Buffer.alloc(16 * 1024 * 1024)

test('a connection whose response is not read is closed, although requests may still arrive on it', async () => {
  const left = Promise.withResolvers<void>()
  const server = await startServer((_request, response) => {
    response.on('close', left.resolve)
    response.end(large)
  })
  const socket = connect(server.port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await left.promise
  socket.destroy()
})

test.runIf(isLongRun)('a connection whose response is read steadily is not closed', async () => {
  // The system takes bytes for the client only after a part of what it keeps was read, which a busy machine does slowly.
  const responseSpanMs = 1000
  const server = await startServer(
    (request, response) => sendResponse(request, response, { status: 200, headers: {}, body: large }),
    { ...limits, responseSpanMs },
  )
  const socket = connect(server.port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  let bytes = 0
  const since = performance.now()
  for await (const chunk of socket) {
    bytes += chunk.length
    // The response takes longer than the span.
    await new Promise((resolve) => setTimeout(resolve, 6))
  }
  expect(bytes).toBeGreaterThan(large.length)
  expect(performance.now() - since).toBeGreaterThan(responseSpanMs)
})
