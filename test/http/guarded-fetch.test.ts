import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limiters } from '../../src/admission/admission.ts'
import { heavyWork } from '../../src/admission/heavy-work.ts'
import { guardedFetch } from '../../src/http/guarded-fetch.ts'
import { oneRowIn } from '../support/budget.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

let server: Server
let port: number
let requests: string[]
let routes: Record<string, Handler>

beforeEach(async () => {
  requests = []
  routes = {}
  server = createServer((request, response) => {
    requests.push(`${request.headers.host?.split(':')[0]}${request.url}`)
    const handler = routes[request.url ?? '']
    if (handler) handler(request, response)
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  port = (server.address() as AddressInfo).port
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const local = (path: string, host = '127.0.0.1') => `http://${host}:${port}${path}`

const fetchWith = (url: string, changes: Partial<Parameters<typeof guardedFetch>[1]> = {}) =>
  guardedFetch(url, {
    owner: 'organization',
    allow: ['127.0.0.1/32'],
    maxBytes: 1000,
    timeoutMs: 10_000,
    maxRedirects: 2,
    ...changes,
  })

const redirect =
  (location: string): Handler =>
  (_request, response) =>
    response.writeHead(302, { location }).end('elsewhere')

const refusal = (reason: string) => ({
  code: 'BAD_USER_INPUT',
  message: expect.stringContaining(reason) as string,
})

describe('fetching what a client names', () => {
  it('gives body, content type and the address in the end', async () => {
    routes['/a'] = redirect('/b')
    routes['/b'] = (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/markdown' }).end('text')
    expect(await fetchWith(local('/a'))).toEqual({
      body: Buffer.from('text'),
      contentType: 'text/markdown',
      finalUrl: local('/b'),
    })
  })

  it.each(
    oneRowIn(2, [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '0x7f.1',
      '2130706433',
      '0.0.0.0',
      '10.0.0.1',
      '192.168.1.1',
      '172.16.0.1',
      '169.254.169.254',
      '100.64.0.1',
      '[fe80::1]',
      '[fd00::1]',
    ]),
  )('does not reach the private address %s', async (host) => {
    await expect(fetchWith(local('/a', host), { allow: [] })).rejects.toMatchObject(
      refusal('private or reserved network'),
    )
    expect(requests).toEqual([])
  })

  it.each([['127.0.0.1'], ['127.0.0.0/8'], ['localhost']])('reaches what %s allows', async (allowed) => {
    routes['/a'] = (_request, response) => response.end('text')
    const host = allowed === 'localhost' ? 'localhost' : '127.0.0.1'
    await expect(fetchWith(local('/a', host), { allow: [allowed] })).resolves.toMatchObject({
      contentType: '',
    })
  })

  it('checks every redirect anew', async () => {
    routes['/a'] = redirect(`http://127.0.0.2:${port}/secret`)
    routes['/secret'] = (_request, response) => response.end('secret')
    await expect(fetchWith(local('/a'))).rejects.toMatchObject(
      refusal(`from 127.0.0.2:${port}: it is in a private or reserved network`),
    )
    expect(requests).toEqual(['127.0.0.1/a'])
  })

  it.each(['file:///etc/passwd', 'ftp://example.org/', 'data:text/plain,x'])(
    'does not fetch %s, nor where a server redirects there',
    async (url) => {
      routes['/a'] = redirect(url)
      await expect(fetchWith(url)).rejects.toMatchObject(refusal('neither http nor https'))
      await expect(fetchWith(local('/a'))).rejects.toMatchObject(refusal('neither http nor https'))
    },
  )

  it('stops after as many redirects as it may follow', async () => {
    routes['/a'] = redirect('/a')
    await expect(fetchWith(local('/a'))).rejects.toMatchObject(refusal('redirects more than 2 times'))
    expect(requests).toHaveLength(3)
  })

  it('stops at the size limit, whether the server announces the size or not', async () => {
    routes['/announced'] = (_request, response) => response.end('x'.repeat(1001))
    routes['/endless'] = (_request, response) => {
      const send = () => {
        while (!response.destroyed && response.write('x'.repeat(1000)));
      }
      response.on('drain', send)
      send()
    }
    for (const path of ['/announced', '/endless'])
      await expect(fetchWith(local(path))).rejects.toMatchObject(refusal('larger than 1000 bytes'))
  })

  it('stops when its time is over, before the reply or within it', async () => {
    routes['/silent'] = () => {}
    routes['/stuck'] = (_request, response) => void response.write('x')
    for (const path of ['/silent', '/stuck'])
      await expect(fetchWith(local(path), { timeoutMs: 200 })).rejects.toMatchObject(
        refusal('more than 0.2 seconds'),
      )
  })

  it('does not wait for what comes with a redirect longer than its time', async () => {
    routes['/a'] = (_request, response) => {
      response.writeHead(302, { location: '/b' })
      response.write('x')
    }
    await expect(fetchWith(local('/a'), { timeoutMs: 200 })).rejects.toMatchObject(
      refusal('more than 0.2 seconds'),
    )
    expect(requests).toEqual(['127.0.0.1/a'])
  })

  it('names the host at fault, which after a redirect is not the one that was given', async () => {
    routes['/a'] = redirect(`http://localhost:${port}/gone`)
    await expect(fetchWith(local('/a'), { allow: ['127.0.0.1', '::1', 'localhost'] })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      message: `The URL cannot be fetched from localhost:${port}: the server responded with status 404.`,
    })
    await expect(fetchWith('http://nowhere.invalid/')).rejects.toMatchObject(
      refusal('from nowhere.invalid: '),
    )
  })

  it('says so if the server has no such document, or there is no server', async () => {
    await expect(fetchWith(local('/gone'))).rejects.toMatchObject(refusal('status 404'))
    const unused = local('/')
    server.close()
    await expect(fetchWith(unused)).rejects.toMatchObject(refusal('cannot be fetched'))
    await expect(fetchWith('no url')).rejects.toMatchObject(refusal('it is not a valid URL'))
  })
})

describe('many fetches', () => {
  const { concurrent, perOwner } = heavyWork.fetches

  /** Returns a server that answers only when it is told to. */
  function hold() {
    const waiting: (() => void)[] = []
    routes['/held'] = (_request, response) => void waiting.push(() => response.end('done'))
    return waiting
  }

  it('of one organization leave turns to others, and run as many at once as may', async () => {
    const waiting = hold()
    const ofOne = Array.from({ length: perOwner.concurrent + 1 }, () =>
      fetchWith(local('/held'), { owner: 'one' }),
    )
    const ofOther = fetchWith(local('/held'), { owner: 'other' })
    await expect.poll(() => waiting.length).toBe(perOwner.concurrent + 1)
    expect(limiters.fetches.counts).toEqual({ running: perOwner.concurrent + 1, queued: 1 })
    expect(perOwner.concurrent).toBeLessThan(concurrent)
    for (const answer of waiting.splice(0)) answer()
    await expect.poll(() => waiting.length).toBe(1)
    for (const answer of waiting) answer()
    expect((await Promise.all([...ofOne, ofOther])).map(({ body }) => body.toString())).toEqual(
      new Array(perOwner.concurrent + 2).fill('done'),
    )
  })

  it('are refused when too many of an organization wait', async () => {
    const waiting = hold()
    const signal = AbortSignal.timeout(60_000)
    const most = perOwner.concurrent + perOwner.queued
    const all = Array.from({ length: most }, () => fetchWith(local('/held'), { owner: 'one', signal }))
    await expect(fetchWith(local('/held'), { owner: 'one' })).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    const answers = setInterval(() => {
      for (const answer of waiting.splice(0)) answer()
    })
    await Promise.all(all)
    clearInterval(answers)
  })
})
