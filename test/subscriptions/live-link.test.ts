import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache, Observable } from '@apollo/client'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import {
  cacheExchange,
  createClient,
  type Exchange,
  fetchExchange,
  makeOperation,
  subscriptionExchange,
} from '@urql/core'
import { print } from 'graphql'
import { createClient as createWsClient } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pipe, subscribe, tap } from 'wonka'
import WebSocket from 'ws'
import { startServerBeside, startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/sites.ts'
import { type LiveClient, overSse, overWebSocket } from '../support/live-clients.ts'
import { placeAllEvents } from '../support/place-all-events.ts'

interface Shown {
  readonly data: unknown
  readonly refetch: () => unknown
}

type KeepLive = (options: {
  subscribe: LiveClient['subscribe']
  organizationId: string
  screens: () => Iterable<Shown>
  retryMs?: number
}) => () => void

let app: TestApp
let server: Pick<TestApp, 'as' | 'close' | 'url'>
let folder: string
let link: string
let keepLive: KeepLive
beforeAll(async () => {
  app = await startTestApp()
  server = await startServerBeside(app, { hasServices: true })
  const page = await readFile(new URL('../../src/docs/api/subscriptions.md', import.meta.url), 'utf8')
  const blocks = [...page.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code]) => code as string)
  link = blocks.find((code) => code.includes('export function keepLive')) ?? ''
  folder = await mkdtemp(join(tmpdir(), 'live-link-'))
  const file = join(folder, 'keep-live.mjs')
  await writeFile(file, link)
  keepLive = ((await import(file)) as { keepLive: KeepLive }).keepLive
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await server.close()
  await app.close()
})

const query = gql`
  query Screen($space: ID!, $organization: ID!) {
    node(id: $space) { id ... on Space { title } }
    organization(id: $organization) { id spaces(first: 50) { totalCount nodes { id title } } }
  }
`

async function buildWorld() {
  const { id, admin } = await buildOrganization(app)
  const client = server.as(admin)
  const space = await buildSpace(client, id, 'Old')
  // Who subscribes now is not told of its creation.
  await placeAllEvents(app)
  const rename = (title: string) => client.patch(`/spaces/${space.id}`, { title })
  return { id, admin, client, space, rename, variables: { space: space.id, organization: id } }
}

test('the link has at most 60 lines', () => {
  expect(link.trimEnd().split('\n').length).toBeLessThanOrEqual(60)
})

describe.each([
  ['server-sent events', overSse],
  ['a websocket', overWebSocket],
] as const)('over %s, the link keeps a screen live', (name, connect) => {
  const isWebSocket = name === 'a websocket'

  test.runIf(isLongRun || isWebSocket)('of Apollo Client', async () => {
    const { id, admin, rename, variables } = await buildWorld()
    const headers = { Authorization: `Bearer ${admin.token}` }
    const apollo = new ApolloClient({
      cache: new InMemoryCache({ possibleTypes: { Node: ['Space'] } }),
      queryDeduplication: false,
      link: new HttpLink({ uri: `${server.url}/graphql`, headers }),
    })
    const screen = apollo.watchQuery<{ node: { title: string } }>({ query, variables })
    const titles: (string | undefined)[] = []
    screen.subscribe(({ data }) => titles.push((data as { node?: { title: string } })?.node?.title))
    const live = connect(server, admin)
    const end = keepLive({
      subscribe: live.subscribe.bind(live),
      organizationId: id,
      retryMs: 10,
      screens: () =>
        [...apollo.getObservableQueries()].map((shown) => ({
          data: shown.getCurrentResult().data,
          refetch: () => shown.refetch(),
        })),
    })
    await expect
      .poll(async () => {
        await rename(`Title ${titles.length}`)
        return titles.length
      })
      .toBeGreaterThan(2)
    await rename('New')
    await expect.poll(() => titles.at(-1)).toBe('New')
    end()
    apollo.stop()
    await live.dispose()
  })

  test.runIf(isLongRun)('of urql', async () => {
    const { id, admin, rename, variables } = await buildWorld()
    const shown = new Map<number, Shown>()
    const noteShown: Exchange =
      ({ client, forward }) =>
      (operations) =>
        pipe(
          operations,
          tap(({ kind, key }) => {
            if (kind === 'teardown') shown.delete(key)
          }),
          forward,
          tap(({ operation, data }) => {
            if (operation.kind !== 'query') return
            const context = { ...operation.context, requestPolicy: 'network-only' as const }
            const refetch = () => client.reexecuteOperation(makeOperation('query', operation, context))
            shown.set(operation.key, { data, refetch })
          }),
        )
    const urql = createClient({
      url: `${server.url}/graphql`,
      fetchOptions: { headers: { Authorization: `Bearer ${admin.token}` } },
      exchanges: [noteShown, cacheExchange, fetchExchange],
    })
    const titles: (string | undefined)[] = []
    const screen = pipe(
      urql.query(query, variables),
      subscribe(({ data }) => void titles.push(data?.node?.title)),
    )
    const live = connect(server, admin)
    const end = keepLive({
      subscribe: live.subscribe.bind(live),
      organizationId: id,
      retryMs: 10,
      screens: () => shown.values(),
    })
    await expect
      .poll(async () => {
        await rename(`Title ${titles.length}`)
        return titles.length
      })
      .toBeGreaterThan(2)
    await rename('New')
    await expect.poll(() => titles.at(-1)).toBe('New')
    end()
    screen.unsubscribe()
    await live.dispose()
  })
})

test('the link misses no change that comes while a screen of Apollo Client is being read', async () => {
  const { id, admin, rename, variables } = await buildWorld()
  const headers = { Authorization: `Bearer ${admin.token}` }
  const held: (() => void)[] = []
  let isHolding = false
  /** Answers with what the server had when it was asked, but only once it is let go. */
  const slowly: typeof fetch = async (...asked) => {
    const answer = await fetch(...asked)
    if (isHolding) await new Promise<void>((resolve) => held.push(resolve))
    return answer
  }
  const apollo = new ApolloClient({
    cache: new InMemoryCache(),
    link: new HttpLink({ uri: `${server.url}/graphql`, headers, fetch: slowly }),
    queryDeduplication: false,
  })
  const live = overWebSocket(server, admin)
  const end = keepLive({
    subscribe: live.subscribe.bind(live),
    organizationId: id,
    screens: () =>
      [...apollo.getObservableQueries()].map((shown) => ({
        data: shown.getCurrentResult().data,
        refetch: () => shown.refetch(),
      })),
  })
  const screen = apollo.watchQuery<{ node: { title: string } }>({ query, variables })
  const titles: (string | undefined)[] = []
  screen.subscribe(({ data }) => titles.push((data as { node?: { title: string } })?.node?.title))
  let count = 0
  await expect
    .poll(async () => {
      await rename(`Title ${count++}`)
      return new Set(titles).size
    })
    .toBeGreaterThan(2)
  isHolding = true
  await rename('First')
  await expect.poll(() => held.length).toBeGreaterThan(0)
  const before = held.length
  await rename('Second')
  await expect.poll(() => held.length).toBeGreaterThan(before)
  isHolding = false
  for (const letGo of held) letGo()
  await expect.poll(() => titles.at(-1)).toBe('Second')
  end()
  apollo.stop()
  await live.dispose()
})

const changed = gql`
  subscription ($id: ID!) { spaceContentChanged(id: $id) { event { type } space { id title } } }
`

test('Apollo Client and urql subscribe over a websocket, and over server-sent events', async () => {
  const { admin, space, rename } = await buildWorld()
  const socket = createWsClient({
    url: `${server.url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { Authorization: `Bearer ${admin.token}` },
  })
  const sse = overSse(server, admin)
  const sseLink = new ApolloLink(
    ({ query: document, variables }) =>
      new Observable((sink) => sse.subscribe({ query: print(document), variables }, sink as never)),
  )
  const told: string[] = []
  const tell = (name: string) => (result: { data?: unknown }) => {
    if (result.data) told.push(name)
  }
  const apollos = [new GraphQLWsLink(socket), sseLink].map(
    (each) => new ApolloClient({ cache: new InMemoryCache(), link: each }),
  )
  const ends = apollos.map((apollo, index) => {
    const subscribed = apollo.subscribe({ query: changed, variables: { id: space.id } })
    const subscription = subscribed.subscribe(tell(`apollo ${index}`) as never)
    return () => subscription.unsubscribe()
  })
  for (const [name, client] of [
    ['socket', socket],
    ['sse', sse],
  ] as const) {
    const forwardSubscription = (request: { query?: string; variables?: object }) => ({
      subscribe: (sink: object) => ({ unsubscribe: client.subscribe(request as never, sink as never) }),
    })
    const urql = createClient({
      url: `${server.url}/graphql`,
      exchanges: [subscriptionExchange({ forwardSubscription: forwardSubscription as never })],
    })
    const { unsubscribe } = pipe(
      urql.subscription(changed, { id: space.id }),
      subscribe(tell(`urql ${name}`)),
    )
    ends.push(unsubscribe)
  }
  let count = 0
  await expect
    .poll(async () => {
      await rename(`Title ${count++}`)
      return new Set(told).size
    })
    .toBe(4)
  for (const end of ends) end()
  await socket.dispose()
  await sse.dispose()
})

describe.each([
  ['server-sent events', overSse],
  ['a websocket', overWebSocket],
] as const)('over %s', (_name, connect) => {
  test('the client of a process that stops goes on with another one, with no event missed', async () => {
    const { id, admin, client } = await buildWorld()
    const stopping = await startServerBeside(app, { hasServices: true })
    let address = stopping.url
    const live = connect(
      {
        get url() {
          return address
        },
      },
      admin,
      { retryAttempts: 100, wait: async () => {} },
    )
    const told: string[] = []
    const payload = {
      query: 'subscription ($id: ID!) { organizationEvents(id: $id) { event { targetId } } }',
      variables: { id },
      extensions: {} as Record<string, unknown>,
    }
    const end = live.subscribe(payload, {
      next: ({ data, extensions }) => {
        payload.extensions.lastEventId = extensions?.lastEventId
        told.push(data.organizationEvents.event.targetId)
      },
      error: (error) => told.push(String(error)),
      complete: () => told.push('complete'),
    })
    const created: string[] = []
    const create = async () => created.push((await buildSpace(client, id)).id)
    while (told.length === 0) await create()
    const since = created.length
    address = server.url
    await Promise.all([stopping.close(), create(), create(), create()])
    await create()
    await expect.poll(() => created.slice(since).every((space) => told.includes(space))).toBe(true)
    expect(told).not.toContain('complete')
    end()
    await live.dispose()
  })
})
