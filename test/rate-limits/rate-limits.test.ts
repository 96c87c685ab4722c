import { request } from 'undici'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { newId } from '../../src/base/identifiers.ts'
import { PointCounts } from '../../src/rate-limits/point-counts.ts'
import { startOwnTestApp, startServerBeside, type TestApp } from '../support/app.ts'
import { buildOrganization, buildUser, type TestUser } from '../support/factories/organizations.ts'
import { buildSession } from '../support/factories/sessions.ts'
import { buildSite, type TestSite } from '../support/factories/sites.ts'

const limit = 20
const addressLimit = 10
const failureLimit = 5

let app: TestApp
beforeAll(async () => {
  app = await startOwnTestApp({
    RATE_LIMIT: `${limit}`,
    RATE_LIMIT_ADDRESS: `${addressLimit}`,
    RATE_LIMIT_FAILURES: `${failureLimit}`,
    TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8',
  })
})
afterAll(() => app.close())

/** The begin of a minute, so that none ends within a test. */
const minute = 1_800_000_000_000 - (1_800_000_000_000 % 60_000)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: minute })
})
afterEach(() => {
  vi.useRealTimers()
})

let addresses = 0
/** Returns an address that no other test has. */
const newAddress = () => `203.0.113.${++addresses}`

const ask = async (path: string, headers: Record<string, string> = {}, url = app.url) => {
  const { statusCode: status, headers: answered, body } = await request(url + path, { headers })
  return { status, headers: answered, text: await body.text() }
}

/** Sends requests one after the other until one is refused, and returns how many were not. */
async function acceptedBeforeRefusal(send: () => Promise<{ status: number }>, most = 200): Promise<number> {
  for (let accepted = 0; accepted < most; accepted++) if ((await send()).status === 429) return accepted
  return most
}

describe('a user', () => {
  test('is told in the headers of every answer what is left', async () => {
    const client = app.as(await buildUser(app))
    const first = await client.get('/user')
    const second = await client.get('/nowhere/at/all')
    const third = await client.get('/spaces/spc0')
    const shown = ({ headers }: typeof first) =>
      ['limit', 'remaining', 'reset'].flatMap((name) => [
        headers.get(`ratelimit-${name}`),
        headers.get(`x-ratelimit-${name}`),
      ])
    const end = `${minute / 1000 + 60}`
    expect(first.headers.get('ratelimit-policy')).toBe('20;w=60')
    expect(shown(first)).toEqual(['20', '20', '19', '19', '60', end])
    // A path that is no operation costs nothing.
    expect(shown(second)).toEqual([null, null, null, null, null, null])
    expect(third.status).toBe(404)
    expect(shown(third)).toEqual(['20', '20', '18', '18', '60', end])
  })

  test('is refused over the limit in both styles, by all of their tokens, until the minute is over', async () => {
    const { admin: user } = await buildOrganization(app)
    const client = app.as(user)
    const created = await client.post('/user/tokens', { label: 'Other' })
    const other = app.as({ token: created.body.token })
    expect(await acceptedBeforeRefusal(() => client.get('/user'))).toBe(limit - 1)
    for (const each of [client, other]) {
      const refused = await each.get('/user')
      expect(refused.status).toBe(429)
      expect(refused.headers.get('retry-after')).toBe('60')
      expect(refused.headers.get('ratelimit-remaining')).toBe('0')
      expect(refused.body.error).toMatchObject({ code: 429, reason: 'RATE_LIMIT_EXCEEDED' })
      const { errors } = await each.gql('{ viewer { id } }')
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', reason: 'RATE_LIMIT_EXCEEDED' })
    }
    expect((await app.as(await buildUser(app)).get('/user')).status).toBe(200)
    vi.setSystemTime(minute + 60_000)
    expect((await client.get('/user')).headers.get('ratelimit-remaining')).toBe('19')
  })

  test('is not used up by a provider that lets the user into an organization', async () => {
    const { id: organizationId, admin: user } = await buildOrganization(app)
    const session = app.as(await buildSession(app, user, { organizationId }))
    expect(await acceptedBeforeRefusal(() => session.get('/user'))).toBe(limit)
    expect((await app.as(user).get('/user')).headers.get('ratelimit-remaining')).toBe(`${limit - 1}`)
  })

  test('reads the limit in the graph', async () => {
    const client = app.as(await buildUser(app))
    await client.get('/user')
    const { data } = await client.gql('{ rateLimit { limit remaining resetAt cost } }')
    const resetAt = new Date(minute + 60_000).toISOString()
    expect(data.rateLimit).toEqual({ limit, remaining: limit - 2, resetAt, cost: 1 })
  })

  test('pays one more point for every 100 objects that an operation reads', async () => {
    const client = app.as(await buildUser(app))
    const aliases = Array.from({ length: 199 }, (_, index) => `a${index}: viewer { id }`)
    const answer = await request(`${app.url}/graphql`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${client.token}`,
        'X-Cost': 'true',
      },
      body: JSON.stringify({ query: `{ ${aliases.join(' ')} viewer { id } }` }),
    })
    const body = (await answer.body.json()) as { extensions: { cost: { objects: { actual: number } } } }
    expect(body.extensions.cost.objects.actual).toBe(200)
    expect(answer.headers['ratelimit-remaining']).toBe(`${limit - 3}`)
  })
})

describe('without a user', () => {
  test('requests are counted for their address', async () => {
    const address = newAddress()
    const send = () => ask('/v1/urls/published?url=https%3A%2F%2Fa.example', { 'X-Forwarded-For': address })
    expect(await acceptedBeforeRefusal(send)).toBe(addressLimit)
    const elsewhere = { 'X-Forwarded-For': newAddress() }
    expect((await ask('/v1/urls/published?url=https%3A%2F%2Fa.example', elsewhere)).status).not.toBe(429)
  })

  test('published sites and downloads are counted for the address', async () => {
    const { organizationId, id } = await buildSite(app)
    for (const path of [`/sites/${organizationId}/${id}`, '/files/fil0', '/exports/rev0', '/pdf/rev0']) {
      const headers = { 'X-Forwarded-For': newAddress() }
      expect([path, await acceptedBeforeRefusal(() => ask(path, headers))]).toEqual([path, addressLimit])
      expect((await ask(path, headers)).headers).toMatchObject({ 'retry-after': '60' })
    }
  })

  test('all addresses of a network of IPv6 count as one', async () => {
    let host = 0
    const send = () =>
      ask('/graphql?query=%7B__typename%7D', { 'X-Forwarded-For': `2001:db8:1:2::${++host}` })
    expect(await acceptedBeforeRefusal(send)).toBe(addressLimit)
  })

  test('only what trusted proxies have written tells the address', async () => {
    const address = newAddress()
    // The client writes what it likes before what the proxies write.
    const send = () =>
      ask('/v1/urls/published', { 'X-Forwarded-For': `${newAddress()}, ${address}, 10.1.2.3` })
    expect(await acceptedBeforeRefusal(send)).toBe(addressLimit)
    const distrusting = await startServerBeside(app, { config: { trustedProxies: [] } })
    onTestFinished(() => distrusting.close())
    const claim = () => ask('/v1/urls/published', { 'X-Forwarded-For': newAddress() }, distrusting.url)
    expect(await acceptedBeforeRefusal(claim)).toBe(addressLimit)
  })

  test('failed authentications are counted, and active tokens behind the same address go on working', async () => {
    const headers = { 'X-Forwarded-For': newAddress() }
    const { token } = await buildUser(app)
    let number = 0
    const guess = () => ask('/v1/user', { ...headers, Authorization: `Bearer guess${++number}` })
    expect(await acceptedBeforeRefusal(guess)).toBe(failureLimit)
    const refused = await guess()
    expect(refused.headers['retry-after']).toBe('60')
    expect(JSON.parse(refused.text).error.reason).toBe('FAILURE_LIMIT_EXCEEDED')
    const active = { ...headers, Authorization: `Bearer ${token}` }
    expect((await ask('/v1/user', active)).status).toBe(200)
    expect((await ask('/v1/user', { ...headers, 'X-Forwarded-For': newAddress() })).status).toBe(401)
  })

  const post = async (path: string, headers: Record<string, string>, body: object) => {
    const { statusCode: status, body: answer } = await request(app.url + path, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status, text: await answer.text() }
  }

  const guessedKey = () => newId('ShareLink').padEnd(32, 'x').slice(0, 32)

  type Guess = (
    address: Record<string, string>,
    user: TestUser,
    site: TestSite,
  ) => Promise<{ status: number; text: string }>

  test.each<[string, Guess]>([
    [
      'a token in REST',
      (address) => ask('/v1/user', { ...address, Authorization: `Bearer ${guessedKey()}` }),
    ],
    [
      'the token of a visitor',
      (address) =>
        ask('/v1/user', { ...address, Authorization: `Bearer eyJhbGciOiJIUzI1NiJ9.e30.${guessedKey()}` }),
    ],
    ['an invitation', (address) => post(`/v1/invites/${guessedKey()}`, address, { displayName: 'A' })],
    [
      'an invite link',
      async (address, user, site) =>
        post(
          `/v1/orgs/${site.organizationId}/invites/${newId('InviteLink')}`,
          {
            ...address,
            Authorization: `Bearer ${user.token}`,
          },
          {},
        ),
    ],
    [
      'the key of a share link',
      async (address, _user, site) =>
        ask(`/sites/${site.organizationId}/${site.id}/${guessedKey()}`, address),
    ],
    [
      'the key of a share link in REST',
      async (address, _user, site) => {
        const url = encodeURIComponent(`${app.url}/sites/${site.organizationId}/${site.id}/${guessedKey()}`)
        return ask(`/v1/urls/published?url=${url}`, address)
      },
    ],
  ])('guesses of %s are counted', async (_secret, guess) => {
    const site = await buildSite(app)
    await app.database.prisma.site.update({
      where: { id: site.id },
      data: { published: true, visibility: 'SHARE_LINK' },
    })
    const user = await buildUser(app)
    const address = { 'X-Forwarded-For': newAddress() }
    const send = () => guess(address, user, site)
    for (let count = 0; count < failureLimit; count++) expect([401, 404]).toContain((await send()).status)
    const refused = await send()
    expect(refused.status).toBe(429)
    expect(refused.text).toContain('FAILURE_LIMIT_EXCEEDED')
  })

  test('guesses in one document are counted one by one', async () => {
    const guesses = Array.from(
      { length: failureLimit + 1 },
      (_, index) =>
        `g${index}: acceptEmailInvite(secret: "guess${index}", input: { displayName: "A" }) { token }`,
    )
    const { text } = await post(
      '/graphql',
      { 'X-Forwarded-For': newAddress() },
      { query: `mutation { ${guesses.join(' ')} }` },
    )
    const codes = JSON.parse(text).errors.map(
      (error: { extensions: { code: string } }) => error.extensions.code,
    )
    expect(codes).toEqual([...Array(failureLimit).fill('NOT_FOUND'), 'RATE_LIMITED'])
  })

  test('beginnings of a sign-in are counted', async () => {
    const { id: organizationId } = await buildOrganization(app)
    const id = newId('SamlProvider')
    await app.database.prisma.identityProvider.create({
      data: {
        id,
        organizationId,
        kind: 'SAML',
        label: 'Login',
        entityId: 'https://idp.example.com',
        certificate: 'unused',
        ssoUrl: 'https://idp.example.com/sso',
      },
    })
    const headers = { 'X-Forwarded-For': newAddress() }
    const begin = () => ask(`/saml/${id}/login`, headers)
    for (let count = 0; count < failureLimit; count++) expect((await begin()).status).toBe(302)
    const refused = await begin()
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('60')
    expect(refused.text).toContain('SIGN_IN_LIMIT_EXCEEDED')
  })

  test('health is not limited', async () => {
    const headers = { 'X-Forwarded-For': newAddress() }
    for (let count = 0; count < addressLimit * 2; count++)
      expect((await ask('/healthz', headers)).status).toBe(200)
  })
})

test('two replicas limit as one, but for what they have not told each other', async () => {
  const user = await buildUser(app)
  const replica = await startServerBeside(app, { config: { rateLimit: 100 } })
  const other = await startServerBeside(app, { config: { rateLimit: 100 } })
  onTestFinished(async () => {
    await replica.close()
    await other.close()
  })
  const [first, second] = [replica.as(user), other.as(user)]
  for (let count = 0; count < 96; count++) expect((await first.get('/user')).status).toBe(200)
  const sharedPoints = async () => {
    const rows = await app.database.query<{ points: number }>(
      'SELECT points FROM "RateLimitCount" WHERE client = $1',
      [`user ${user.id}`],
    )
    return rows[0]?.points ?? 0
  }
  await vi.waitFor(async () => expect(await sharedPoints()).toBeGreaterThan(90))
  let accepted = 0
  // Each process may accept 5 % that it has not told, and what arrives before it has heard of the others.
  await vi.waitFor(
    async () => {
      const { status } = await second.get('/user')
      if (status === 200) accepted++
      expect(status).toBe(429)
    },
    { interval: 20, timeout: 5000 },
  )
  expect(accepted).toBeLessThanOrEqual(30)
})

test('nothing is limited where the limit is off', async () => {
  const unlimited = await startServerBeside(app, { config: { rateLimit: 'off' } })
  onTestFinished(() => unlimited.close())
  const client = unlimited.as(await buildUser(app))
  expect(await acceptedBeforeRefusal(() => client.get('/user'), limit * 2)).toBe(limit * 2)
  expect((await client.get('/user')).headers.get('ratelimit-limit')).toBeNull()
  expect((await client.gql('{ rateLimit { limit } }')).data.rateLimit).toBeNull()
})

test('the clients that are counted take bounded memory', () => {
  const counts = new PointCounts(() => {})
  for (let number = 0; number < 30_000; number++) counts.add(`address ${number}`, 1, 10)
  expect(counts.pointsOf('address 0')).toBe(0)
  expect(counts.pointsOf('address 29999')).toBe(1)
})
