import dns from 'node:dns'
import type { RequestListener } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guardedFetch } from '../../../src/http/guarded-fetch.ts'
import { startOwnTestApp, startServerBeside, type TestApp } from '../../support/app.ts'
import { casesOfTurn, oneRowIn, takingTurns } from '../../support/budget.ts'
import { buildSpaceWith } from '../../support/factories/change-requests.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'
import { type SourceServer, startSourceServer } from './source-server.ts'

/** The answers of the DNS server for `rebind.test`, in order. */
const names = { answers: [] as string[], asked: 0 }

const { lookup } = dns

type Callback = (error: null, addresses: { address: string; family: number }[]) => void

function rebindingLookup(host: string, options: object, callback: Callback): void {
  if (host === 'rebind.test') callback(null, [{ address: names.answers[names.asked++] ?? '', family: 4 }])
  else lookup(host, options as { all: true }, callback as never)
}

function replaceLookup(replacement: unknown): void {
  Object.assign(dns, { lookup: replacement })
  syncBuiltinESMExports()
}

/**
 * One server whose operator allows the loopback address of the test sources, and one whose operator does not.
 */
let app: TestApp
let strict: Awaited<ReturnType<typeof startServerBeside>>
let server: SourceServer

type TestServer = Pick<TestApp, 'url' | 'as'>

let token: string
let content: string

beforeAll(async () => {
  replaceLookup(rebindingLookup)
  app = await startOwnTestApp()
  strict = await startServerBeside(app, { config: { outboundAllow: [] } })
  const { id, admin } = await buildOrganization(app)
  token = admin.token
  content = `${(await buildSpaceWith(app.as(admin), id, { Welcome: 'Hello.' })).address}/content`
  server = await startSourceServer()
})
afterAll(async () => {
  replaceLookup(lookup)
  server.close()
  await strict.close()
  await app.close()
})

async function rowCounts() {
  const { rows } = await app.database.pool.query(
    `SELECT (SELECT count(*)::int FROM "Revision") AS revisions, (SELECT count(*)::int FROM "PageVersion") AS pages,
       (SELECT count(*)::int FROM "FileVersion") AS files, (SELECT count(*)::int FROM "Document") AS documents,
       (SELECT count(*)::int FROM "DocumentLink") AS links, (SELECT count(*)::int FROM "SearchPage") AS found`,
  )
  return rows[0]
}

/** Asserts that the import is rejected with a reason, writes nothing, and that the server keeps responding. */
async function expectRefusal(on: TestServer, source: string, url: string, reason: RegExp) {
  const before = await rowCounts()
  const { status, body } = await on.as({ token }).post(`${content}/import`, { url, source })
  const message = body.error?.message ?? JSON.stringify(body)
  expect({ url, status, message }).toEqual({ url, status: 400, message: expect.stringMatching(reason) })
  expect(await rowCounts()).toEqual(before)
  const health = await fetch(`${on.url}/healthz`, { signal: AbortSignal.timeout(10_000) })
  expect(health.status).toBe(200)
}

const sources = [
  ...['markdown', 'zip', 'html', 'website', 'docx'],
  ...['notion', 'confluence', 'google-docs', 'open-api', 'github-wiki'],
]

const redirectTo = (location: string): RequestListener => {
  return (_request, response) => void response.writeHead(302, { Location: location }).end()
}

/** In `npm test` each source tries some of the addresses, others than the one before it. */
const hostsInTurn = takingTurns(
  [
    ...['127.0.0.1', 'localhost', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '127.1', '0.0.0.0'],
    ...['[::1]', '[::ffff:127.0.0.1]', '[::]', '169.254.169.254', '10.0.0.1', '192.168.1.1', '[fd00::1]'],
  ],
  8,
)
const privateLocationsInTurn = takingTurns(
  [
    (port: number, path: string) => `http://127.0.0.2:${port}${path}`,
    (port: number, path: string) => `http://0x7f.2:${port}${path}`,
    (port: number, path: string) => `http://[::1]:${port}${path}`,
    () => 'http://169.254.169.254/latest/meta-data/',
    (port: number, path: string) => `http://2130706434:${port}${path}`,
    (port: number, path: string) => `//127.0.0.2:${port}${path}`,
  ],
  3,
)
const oddLocationsInTurn = takingTurns(
  ['file:///etc/passwd', 'ftp://example.org/a.md', 'gopher://example.org/'],
  1,
)
const statusesInTurn = takingTurns([404, 403, 500, 503], 1)
const oddAddressesInTurn = takingTurns(
  [...['file:///etc/passwd', 'ftp://example.org/a.md', 'data:text/markdown,x', 'javascript:1'], 'no address'],
  2,
)

describe.each(sources.map((source, turn) => [source, turn] as const))('an import as %s', (source, turn) => {
  const falls = casesOfTurn(turn, 6)
  /** Declares a case. In `npm test` each is tried with one source in six. */
  const row = () => test.runIf(falls())

  row()('never reaches a private network, in any notation of the address', async () => {
    const path = `/private-${source}`
    server.serve(path, '# Secret')
    for (const host of hostsInTurn())
      await expectRefusal(
        strict,
        source,
        `http://${host}:${server.port}${path}`,
        /private or reserved network/,
      )
    expect(server.requested).not.toContain(path)
  })

  row()('does not follow a redirect into a private network', async () => {
    const secret = `/secret-${source}`
    server.serve(secret, '# Secret')
    for (const [index, location] of privateLocationsInTurn().entries()) {
      const url = server.answer(`/redirect-${source}-${index}`, redirectTo(location(server.port, secret)))
      await expectRefusal(app, source, url, /private or reserved network/)
    }
    expect(server.requested).not.toContain(secret)
  })

  row()('follows no redirect to another protocol, and no infinite redirects', async () => {
    for (const location of oddLocationsInTurn()) {
      const url = server.answer(`/odd-${source}`, redirectTo(location))
      await expectRefusal(app, source, url, /neither http nor https/)
    }
    const loop = server.answer(`/loop-${source}`, redirectTo(`/loop-${source}`))
    await expectRefusal(app, source, loop, /redirects more than 5 times/)
  })

  row()('reports the status if the server responds with an error', async () => {
    for (const status of statusesInTurn()) {
      const url = server.answer(`/status-${source}-${status}`, (_request, response) => {
        response.writeHead(status).end('# Not a page')
      })
      await expectRefusal(app, source, url, new RegExp(`status ${status}`))
    }
    const cut = server.answer(`/cut-${source}`, (_request, response) => {
      response.writeHead(200, { 'Content-Length': '1000' })
      response.write('# Half', () => response.destroy())
    })
    await expectRefusal(app, source, cut, /cannot be fetched/)
  })

  row()('rejects URLs that are not http or https', async () => {
    for (const url of oddAddressesInTurn())
      await expectRefusal(app, source, url, url === 'no address' ? /url/ : /must be an http or https URL/)
  })

  row()('rejects a response that declares a size above the limit', async () => {
    const url = server.answer(`/huge-${source}`, (_request, response) => {
      response.writeHead(200, { 'Content-Length': String(10 ** 12), 'Content-Type': 'text/html' })
      response.write('x')
    })
    await expectRefusal(app, source, url, /larger than \d+ bytes/)
  })
})

describe('a wiki in a git repository', () => {
  test('is not fetched from a private network, or through a redirect into one', async () => {
    for (const host of oneRowIn(5, ['127.0.0.1', 'localhost', '2130706433', '[::1]', '169.254.169.254'], 1))
      await expectRefusal(
        strict,
        'github-wiki',
        `http://${host}:${server.port}/a.wiki.git`,
        /private or reserved/,
      )
    const path = '/b.wiki.git/info/refs?service=git-upload-pack'
    server.answer(path, redirectTo('http://169.254.169.254/info/refs?service=git-upload-pack'))
    const url = `http://127.0.0.1:${server.port}/b.wiki.git`
    await expectRefusal(app, 'github-wiki', url, /private or reserved/)
  })

  test('is rejected if it does not exist', async () => {
    const url = server.serve('/c.wiki.git', 'no repository')
    await expectRefusal(app, 'github-wiki', url, /404/)
  })
})

describe('a DNS server that changes its answer', () => {
  const address = (path: string) => `http://rebind.test:${server.port}${path}`

  test('cannot redirect the connection to an address that was not checked', async () => {
    names.answers = ['127.0.0.1', '127.0.0.2', '127.0.0.2']
    names.asked = 0
    server.serve('/rebind.md', '# Checked')
    const { status } = await app.as({ token }).post(`${content}/import`, {
      url: address('/rebind.md'),
      source: 'markdown',
    })
    expect({ status, asked: names.asked }).toEqual({ status: 201, asked: 1 })
  })

  test.each(oneRowIn(3, ['markdown', 'website', 'zip']))(
    'is checked again for the next connection, as %s',
    async (source) => {
      names.answers = ['127.0.0.1', '127.0.0.2', '127.0.0.2']
      names.asked = 0
      const secret = `/rebind-secret-${source}`
      server.serve(secret, '# Secret')
      server.answer(`/rebind-${source}`, (_request, response) => {
        response.writeHead(302, { Location: address(secret), Connection: 'close' }).end()
      })
      server.answer(
        '/robots.txt',
        (_request, response) => void response.writeHead(404, { Connection: 'close' }).end(),
      )
      await expectRefusal(app, source, address(`/rebind-${source}`), /private or reserved network/)
      expect(server.requested).not.toContain(secret)
    },
  )
})

describe('a server that never finishes its response', () => {
  const limits = {
    owner: 'organization',
    allow: ['127.0.0.1/32'],
    maxBytes: 1000,
    timeoutMs: 300,
    maxRedirects: 2,
  }
  const refusal = (reason: string) => ({ code: 'BAD_USER_INPUT', message: expect.stringContaining(reason) })

  test('is cut off at the timeout, even if bytes keep arriving', async () => {
    const url = server.answer('/drip', (_request, response) => {
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(timer))
    })
    await expect(guardedFetch(url, limits)).rejects.toMatchObject(refusal('more than 0.3 seconds'))
  })

  test('is cut off if it sends no response or endless headers', async () => {
    const silent = server.answer('/silent', () => {})
    await expect(guardedFetch(silent, limits)).rejects.toMatchObject(refusal('more than 0.3 seconds'))
    const headers = server.answer('/headers', (request) => {
      request.socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => request.socket.write(`X-${'y'.repeat(10)}: z\r\n`), 20)
      request.socket.on('close', () => clearInterval(timer))
    })
    await expect(guardedFetch(headers, limits)).rejects.toMatchObject(refusal('more than 0.3 seconds'))
  })

  test('is cut off if the response is too large, whether it declares its size or not', async () => {
    const url = server.answer('/endless', (_request, response) => {
      const send = () => {
        while (!response.destroyed && response.write('x'.repeat(1000)));
      }
      response.on('drain', send)
      send()
    })
    // Only the size may end it, however slow the machine is.
    const patient = { ...limits, timeoutMs: 60_000 }
    await expect(guardedFetch(url, patient)).rejects.toMatchObject(refusal('larger than 1000 bytes'))
  })
})
