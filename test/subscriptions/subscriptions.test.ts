import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { readLastPosition, skipPositions } from '../../src/modules/events/feed.ts'
import { type GraphQLAnswer, startServerBeside, startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { addMember, buildOrganization, buildUser } from '../support/factories/organizations.ts'
import { buildSession } from '../support/factories/sessions.ts'
import { buildSpace } from '../support/factories/sites.ts'
import { buildSpace as buildHiddenSpace } from '../support/factories/spaces.ts'
import { firstOf, type LiveResult, liveTransports, nextOf, overWebSocket } from '../support/live-clients.ts'
import { placeAllEvents } from '../support/place-all-events.ts'

type Server = Pick<TestApp, 'as' | 'close' | 'url'>
type Token = { readonly token: string }

let app: TestApp
let server: Server
let replica: Server
beforeAll(async () => {
  app = await startTestApp()
  server = await startServerBeside(app, { hasServices: true })
  replica = await startServerBeside(app, { hasServices: true })
})
afterAll(async () => {
  await server.close()
  await replica.close()
  await app.close()
})

const events =
  'subscription ($id: ID!) { organizationEvents(id: $id) { event { id type spaceId targetId } } }'

async function buildWorld() {
  const { id, admin } = await buildOrganization(app)
  const client = server.as(admin)
  const space = await buildSpace(client, id)
  // Who subscribes now is not told of its creation.
  await placeAllEvents(app)
  let counter = 0
  const rename = () => client.patch(`/spaces/${space.id}`, { title: `Title ${counter++}` })
  return { id, admin, client, space, rename }
}

describe.each(Object.entries(liveTransports))('over %s', (name, connect) => {
  /** Both ways of server-sent events end and resume by the same code. */
  const isOften = isLongRun || !name.endsWith('one connection')

  test.runIf(isOften)('somebody is told of what happens, with what they select of it', async () => {
    const { id, admin, client, space, rename } = await buildWorld()
    const connection = connect(server, admin)
    const query = `subscription ($id: ID!) { spaceContentChanged(id: $id) { event { type } space { id title } } }`
    const results = connection.iterate({ query, variables: { id: space.id } })
    const first = await firstOf(results, rename)
    expect(Object.keys(first).sort()).toEqual(['data', 'extensions'])
    expect(first).toMatchObject({
      data: { spaceContentChanged: { event: { type: 'space.updated' }, space: { id: space.id } } },
      extensions: { lastEventId: expect.any(String) },
    })
    await results.return?.()
    const all = connection.iterate({ query: events, variables: { id } })
    await firstOf(all, rename)
    const other = await buildSpace(client, id)
    for (;;) {
      const { event } = (await nextOf(all)).data.organizationEvents
      if (event.type === 'space.created') {
        expect(event.targetId).toBe(other.id)
        break
      }
    }
    await connection.dispose()
  })

  test.runIf(isOften)(
    'a subscription is refused for what cannot be read, and for what does not exist',
    async () => {
      const { space } = await buildWorld()
      const stranger = await buildUser(app)
      const connection = connect(server, stranger)
      const query = `subscription ($id: ID!) { spaceContentChanged(id: $id) { event { type } } }`
      for (const id of [space.id, 'spcmissing']) {
        const refused = await nextOf(connection.iterate({ query, variables: { id } }))
        expect(refused.errors?.[0]?.extensions).toEqual({ code: 'NOT_FOUND' })
      }
      for (const variables of [{}, { id: 'spc\u0000' }]) {
        const refused = await nextOf(connection.iterate({ query, variables }))
        expect(refused.errors?.[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT' })
      }
      await connection.dispose()
    },
  )

  test.runIf(isOften)('it ends with a code when the right to read has gone', async () => {
    const { id, space, rename, client } = await buildWorld()
    const member = await buildUser(app)
    await addMember(app, id, member, 'READ')
    const connection = connect(server, member)
    const query = `subscription ($id: ID!) { spaceContentChanged(id: $id) { event { type } } }`
    const results = connection.iterate({ query, variables: { id: space.id } })
    await firstOf(results, rename)
    await client.delete(`/orgs/${id}/members/${member.id}`)
    let last: LiveResult
    do last = await nextOf(results)
    while (!last.errors)
    expect(last.errors[0]?.extensions).toEqual({ code: 'NOT_FOUND' })
    expect(await results.next()).toMatchObject({ done: true })
    await connection.dispose()
  })

  test.runIf(isOften)('it ends with a reason when the token is revoked', async () => {
    const { client, space, rename } = await buildWorld()
    const { body: token } = await client.post('/user/tokens', { label: 'Live' })
    const connection = connect(server, token)
    const query = `subscription ($id: ID!) { spaceContentChanged(id: $id) { event { type } } }`
    const results = connection.iterate({ query, variables: { id: space.id } })
    await firstOf(results, rename)
    await client.delete(`/user/tokens/${token.id}`)
    await rename()
    let last: LiveResult
    do last = await nextOf(results)
    while (!last.errors)
    expect(last.errors[0]?.extensions).toMatchObject({
      code: 'UNAUTHENTICATED',
      reason: 'SUBSCRIPTION_ENDED',
    })
    expect(await results.next()).toMatchObject({ done: true })
    await connection.dispose()
  })

  test.runIf(isOften)('it resumes after an event on another replica, with no event missed', async () => {
    const { id, admin, client, rename } = await buildWorld()
    const connection = connect(server, admin)
    const results = connection.iterate({ query: events, variables: { id } })
    const { extensions } = await firstOf(results, rename)
    await connection.dispose()
    const spaces: string[] = []
    for (let count = 0; count < 5; count++) spaces.push((await buildSpace(client, id)).id)
    const again = connect(replica, admin)
    const resumed = again.iterate({
      query: events,
      variables: { id },
      extensions: { lastEventId: extensions?.lastEventId },
    })
    const told: string[] = []
    while (told.length < 5) {
      const { event } = (await nextOf(resumed)).data.organizationEvents
      if (event.type === 'space.created') told.push(event.targetId)
    }
    expect(told).toEqual(spaces)
    await again.dispose()
  })
})

/** Reads results until one that tells of an event of a type. */
async function until(results: AsyncIterator<LiveResult>, type: string): Promise<void> {
  for (;;) if ((await nextOf(results)).data.organizationEvents.event.type === type) return
}

/** Subscribes some users to all events, each several times, until all are told of what happens. */
async function subscribeAll(
  { id, client, rename }: Awaited<ReturnType<typeof buildWorld>>,
  users: readonly Token[],
  ofUser: number,
) {
  const connections = users.map((user) => overWebSocket(server, user))
  const streams = connections.flatMap((connection) =>
    Array.from({ length: ofUser }, () => connection.iterate({ query: events, variables: { id } })),
  )
  let isTold = false
  const told = Promise.all(streams.map(nextOf)).then(() => {
    isTold = true
  })
  while (!isTold) await rename()
  await told
  /** Creates a space, and resolves when everybody is told. */
  const tellAll = async () => {
    await buildSpace(client, id)
    await Promise.all(streams.map((stream) => until(stream, 'space.created')))
  }
  await tellAll()
  return { tellAll, dispose: () => Promise.all(connections.map((each) => each.dispose())) }
}

const countOf = (texts: readonly string[], part: string) => texts.filter((text) => text.includes(part)).length

describe('many subscribers', () => {
  test.runIf(isLongRun)(
    'of one event take no statement each, and none while nothing happens to them',
    async () => {
      const world = await buildWorld()
      const users = await Promise.all(Array.from({ length: 4 }, () => buildUser(app)))
      for (const user of users) await addMember(app, world.id, user, 'READ')
      const { tellAll, dispose } = await subscribeAll(world, [world.admin, ...users], 20)
      const told = await app.statements(tellAll)
      expect(countOf(told.texts, '"RightsVersion"')).toBeLessThanOrEqual(10)
      expect(countOf(told.texts, 'ancestors, "effectiveLevel" FROM "Space"')).toBeLessThanOrEqual(4)
      expect(told.count).toBeLessThan(50)
      const other = await buildWorld()
      const connection = overWebSocket(server, other.admin)
      const elsewhere = connection.iterate({ query: events, variables: { id: other.id } })
      await firstOf(elsewhere, other.rename)
      const quiet = await app.statements(async () => {
        await buildSpace(other.client, other.id)
        await until(elsewhere, 'space.created')
      })
      expect(countOf(quiet.texts, '"RightsVersion"')).toBeLessThanOrEqual(10)
      expect(quiet.count).toBeLessThan(50)
      await dispose()
      await connection.dispose()
    },
  )

  test('are limited for each user', async () => {
    const world = await buildWorld()
    const { dispose } = await subscribeAll(world, [world.admin], 20)
    const connection = overWebSocket(server, world.admin)
    const refused = await nextOf(connection.iterate({ query: events, variables: { id: world.id } }))
    expect(refused.errors?.[0]?.extensions).toMatchObject({ reason: 'SUBSCRIPTION_LIMIT_EXCEEDED' })
    await dispose()
    await connection.dispose()
  })
})

describe('a websocket', () => {
  /** Opens a websocket as a page of an origin would, and returns the code with which it is closed. */
  async function closedWith(headers: Record<string, string>, parameters = {}): Promise<number | string> {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers,
    })
    const { promise, resolve } = Promise.withResolvers<number | string>()
    socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload: parameters })))
    socket.on('message', (data) => resolve(JSON.parse(String(data)).type))
    socket.on('close', resolve).on('error', () => resolve('error'))
    const code = await promise
    socket.terminate()
    return code
  }

  test('is opened with a session only by a page of this server', async () => {
    const { admin } = await buildWorld()
    const { headers } = await buildSession(app, admin)
    const Origin = new URL(app.config.baseUrl).origin
    expect(await closedWith({ ...headers, Origin })).toBe('connection_ack')
    expect(await closedWith({ ...headers, Origin: 'https://elsewhere.example' })).toBe(4401)
    expect(await closedWith({ Cookie: headers.Cookie })).toBe(4401)
    expect(await closedWith({ Origin })).toBe(4401)
    expect(await closedWith({}, { Authorization: 'Bearer lectern_wrong' })).toBe(4401)
    const foreign = { Origin: 'https://elsewhere.example' }
    expect(await closedWith(foreign, { authorization: `Bearer ${admin.token}` })).toBe('connection_ack')
  })

  test('executes subscriptions only', async () => {
    const { admin } = await buildWorld()
    const connection = overWebSocket(server, admin)
    for (const query of ['{ viewer { id } }', 'mutation { signOut { query { viewer { id } } } }'])
      await expect(connection.iterate({ query }).next()).rejects.toBeTruthy()
    await connection.dispose()
  })
})

test('a subscription without events in its `Accept` is refused', async () => {
  const { client, id } = await buildWorld()
  const { errors } = await client.gql(events, { id })
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'NOT_ACCEPTABLE', reason: 'STREAM_NEEDED' })
})

test.each(['{bad', '[]', '{}', '{"query": 1}', ''])(
  'a request for events that has no operation, but `%s`, is refused with a status and in the form of other requests',
  async (body) => {
    const { admin } = await buildWorld()
    const headers = {
      Authorization: `Bearer ${admin.token}`,
      'Content-Type': 'application/json',
      Accept: 'text/event-stream',
    }
    const refused = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body })
    expect([refused.status, refused.headers.get('content-type')]).toEqual([
      400,
      'application/graphql-response+json; charset=utf-8',
    ])
    expect(((await refused.json()) as GraphQLAnswer).errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
    })
  },
)

test('a `lastEventId` is refused that names no event, or one after which events are no longer kept', async () => {
  const { admin, id, rename } = await buildWorld()
  const connection = overWebSocket(server, admin)
  const begun = connection.iterate({ query: events, variables: { id } })
  await firstOf(begun, rename)
  const lost = (await readLastPosition(app.database)) + 10n
  await skipPositions(app.database)
  await firstOf(begun, rename)
  for (const [lastEventId, reason] of [
    ['not an id', 'LAST_EVENT_UNKNOWN'],
    ['zzzzzzzzzzzz', 'LAST_EVENT_UNKNOWN'],
    // A restored backup has no events after it was made, and goes on with higher positions.
    [lost.toString(36), 'LAST_EVENT_UNKNOWN'],
    ['0', 'EVENTS_EXPIRED'],
  ]) {
    const extensions = { lastEventId }
    // Events that are swept are the oldest ones.
    await app.database.write(`DELETE FROM "Event" WHERE position = (SELECT min(position) FROM "Event")`, [])
    const refused = await nextOf(connection.iterate({ query: events, variables: { id }, extensions }))
    expect(refused.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', reason })
  }
  await connection.dispose()
})

test('the requests of a single connection are refused that do not fit it', async () => {
  const { admin, id } = await buildWorld()
  const ask = async (method: string, headers: Record<string, string>, body?: object, search = '') => {
    const response = await fetch(`${server.url}/graphql${search}`, {
      method,
      headers: {
        Authorization: `Bearer ${admin.token}`,
        ...headers,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return response
  }
  const reserved = await ask('PUT', {})
  expect(reserved.status).toBe(201)
  const token = { 'X-GraphQL-Event-Stream-Token': await reserved.text() }
  const stream = { ...token, Accept: 'text/event-stream' }
  const opened = await ask('GET', stream)
  expect(opened.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const subscribed = { query: events, variables: { id }, extensions: { operationId: 'a' } }
  expect((await ask('POST', token, subscribed)).status).toBe(202)
  const reasonOf = async (response: Promise<Response>) =>
    ((await (await response).json()) as GraphQLAnswer).errors?.[0]?.extensions.reason
  expect(await reasonOf(ask('GET', stream))).toBe('STREAM_OPEN')
  expect(await reasonOf(ask('POST', token, subscribed))).toBe('OPERATION_EXISTS')
  expect(await reasonOf(ask('POST', token, { ...subscribed, extensions: {} }))).toBe('OPERATION_ID_REQUIRED')
  expect(await reasonOf(ask('POST', token, { query: '{ viewer { id } }' }))).toBe('SUBSCRIPTIONS_ONLY')
  expect((await ask('DELETE', token, undefined, '?operationId=a')).status).toBe(200)
  const stranger = await buildUser(app)
  const foreign = { ...token, Authorization: `Bearer ${stranger.token}` }
  expect((await ask('POST', foreign, subscribed)).status).toBe(404)
  await opened.body?.cancel()
})

test('the progress of a job is told at once, and until it has ended', async () => {
  const { client, admin, space, id } = await buildWorld()
  const { data } = await client.gql(
    `mutation ($space: ID!) { startExport(spaceId: $space, input: {}) { job { id status } } }`,
    { space: space.id },
  )
  const jobId = data.startExport.job.id
  const connection = overWebSocket(server, admin)
  const query = 'subscription ($id: ID!) { jobChanged(id: $id) { job { id status } } }'
  const results = connection.iterate({ query, variables: { id: jobId } })
  expect((await nextOf(results)).data.jobChanged.job).toEqual({ id: jobId, status: 'PENDING' })
  await client.post(`/orgs/${id}/jobs/${jobId}/cancel`)
  expect((await nextOf(results)).data.jobChanged.job).toEqual({ id: jobId, status: 'CANCELLED' })
  expect(await results.next()).toMatchObject({ done: true })
  await connection.dispose()
})

test('members are told of the content that they can read, and only admins of what has changed', async () => {
  const { id, client, rename } = await buildWorld()
  const member = await buildUser(app)
  await addMember(app, id, member, 'READ')
  const connection = overWebSocket(server, member)
  const results = connection.iterate({ query: events, variables: { id } })
  await firstOf(results, rename)
  const hidden = await buildHiddenSpace(app, { id }, { defaultLevel: null })
  await client.patch(`/spaces/${hidden.id}`, { title: 'Secret' })
  await client.post(`/orgs/${id}/teams`, { title: 'Team' })
  const shown = await buildSpace(client, id)
  const told: string[] = []
  do told.push((await nextOf(results)).data.organizationEvents.event.targetId)
  while (told.at(-1) !== shown.id)
  expect(told.filter((target) => target.startsWith('tea') || target === hidden.id)).toEqual([])
  await connection.dispose()
})

test('a token that reads only events is told of all that happens', async () => {
  const { id, client, rename } = await buildWorld()
  const { body: token } = await client.post('/user/tokens', { label: 'Follower', scopes: ['events'] })
  const connection = overWebSocket(server, token)
  const query = `subscription ($id: ID!) { organizationEvents(id: $id) { event { type changes { after } space { id } } } }`
  const results = connection.iterate({ query, variables: { id } })
  expect((await firstOf(results, rename)).data.organizationEvents.event).toMatchObject({
    type: 'space.updated',
    changes: [{ after: { title: expect.any(String) } }],
    space: null,
  })
  await connection.dispose()
})
