import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { afterAll, onTestFinished, TestRunner } from 'vitest'
import { AppError } from '../../src/base/errors.ts'
import { UploadReceiver } from '../../src/graphql/uploads.ts'
import type { Context } from '../../src/request/context.ts'
import { RouteTable } from '../../src/rest/compiled-route.ts'
import { createRestHandler, type RestOptions } from '../../src/rest/handler.ts'
import { restReasons } from '../../src/rest/reasons.ts'
import type { Route } from '../../src/rest/route.ts'
import { buildLibrary } from './library.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read what the server sent, of whatever shape
  readonly body: any
}

export interface TestServer {
  readonly url: string
  readonly logged: unknown[]
  /** Sends a request with a valid token, unless the headers contain another. */
  send(
    method: string,
    path: string,
    init?: { body?: BodyInit; headers?: Record<string, string> },
  ): Promise<Answer>
  sendJson(method: string, path: string, body: unknown): Promise<Answer>
  /** Sends bytes as they are and reads until the server closes. */
  raw(text: string): Promise<string>
}

export const maxBodyBytes = 2_000

/** The adapter on the library's graph, behind a real node:http server; stopped after the test that starts it, or the file. */
export async function startServer(
  routes: readonly Route[],
  options: Partial<RestOptions> = {},
): Promise<TestServer> {
  const logged: unknown[] = []
  const schema = buildLibrary()
  const handler = createRestHandler({
    schema,
    table: new RouteTable(schema, routes),
    reference: {
      tags: Object.fromEntries(routes.map(({ tag }) => [tag, `Operations on ${tag}.`])),
      pathParameters: {},
      reasons: restReasons,
    },
    baseUrl: 'http://api.example',
    origins: { baseUrl: 'http://api.example', allowedOrigins: [] },
    maxBodyBytes,
    uploads: new UploadReceiver({
      folder: tmpdir(),
      maximumBytes: maxBodyBytes,
      maximumFieldBytes: maxBodyBytes,
    }),
    secretOfPages: async () => 'secret',
    logger: { error: (entry: unknown) => logged.push(entry) } as unknown as RestOptions['logger'],
    contextFor: async ({ request, requestId }) => contextOf(request.headers.authorization, requestId, logged),
    ...options,
  })
  const server = createServer(async (request, response) => {
    if (!(await handler(request, response))) response.writeHead(418).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const afterwards = TestRunner.getCurrentTest() ? onTestFinished : afterAll
  afterwards(() => stop(server))
  const { port } = server.address() as AddressInfo
  return client(`http://127.0.0.1:${port}`, port, logged)
}

/** The graph of the library has its data in memory: a snapshot of it is what there is. */
const database = { openSnapshot: () => ({ database, end: () => {} }) }

function contextOf(authorization: string | undefined, requestId: string, logged: unknown[]): Context {
  if (authorization === 'Bearer bad') throw new AppError('UNAUTHENTICATED')
  if (authorization === 'Bearer broken') throw new Error('the database password is 12345')
  return {
    requestId,
    logger: { error: (entry: unknown) => logged.push(entry) },
    config: { executor: 'compiled' },
    database,
    viewer: authorization === undefined ? null : { kind: 'member', userId: 'reader', scopes: [] },
  } as unknown as Context
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

function client(url: string, port: number, logged: unknown[]): TestServer {
  const send: TestServer['send'] = async (method, path, { body, headers } = {}) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { Authorization: 'Bearer good', ...headers },
      body,
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') && text !== ''
    return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : null }
  }
  return {
    url,
    logged,
    send,
    sendJson: (method, path, body) =>
      send(method, path, { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    raw: (text) =>
      new Promise((resolve, reject) => {
        const socket = connect(port, '127.0.0.1')
        let received = ''
        socket.setEncoding('latin1')
        socket.on('data', (chunk) => {
          received += chunk
        })
        socket.on('close', () => resolve(received))
        socket.on('error', reject)
        socket.write(text, 'latin1')
      }),
  }
}
