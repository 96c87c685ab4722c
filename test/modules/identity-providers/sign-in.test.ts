import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../src/base/identifiers.ts'
import { maximumSessions } from '../../../src/modules/sessions/limits.ts'
import { maximumTokens } from '../../../src/modules/tokens/limits.ts'
import { startTestApp, type TestApp, txtRecords } from '../../support/app.ts'
import { type Browser, openBrowser } from '../../support/browser.ts'
import { fallsTo, isLongRun, oneRowIn } from '../../support/budget.ts'
import { addMember, buildOrganization, buildUser } from '../../support/factories/organizations.ts'
import { OAuthProgram } from '../../support/oauth-program.ts'
import { kinds, type RunningKind } from './kinds.ts'

let app: TestApp
let idp: RunningKind

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

let counter = 0

/** Returns a user of the identity provider who is unknown to the server. */
function newcomer() {
  counter += 1
  const person = {
    email: `newcomer-${counter}@${crypto.randomUUID()}.test`,
    displayName: `Newcomer <${counter}> & Co`,
  }
  idp.signInAs(person)
  return person
}

async function buildProvider(fields: { readonly defaultRole?: string } = {}) {
  const organization = await buildOrganization(app)
  const client = app.as(organization.admin)
  return { organization, client, provider: await idp.build(organization, fields) }
}

const whoami = (browser: Browser, init?: RequestInit) => browser.open(`${app.url}/v1/user`, init)

const memberOf = async (organizationId: string, email: string) =>
  app.database.prisma.member.findFirst({
    where: { organizationId, user: { email } },
    include: { user: { include: { teamMemberships: true, tokens: true } } },
  })

const protocols = Object.entries(kinds).map(([kind, start], turn) => [kind, start, turn] as const)

describe.each(protocols)('a provider of %s', (_kind, start, turn) => {
  let rows = 0
  /** Declares a row of the table. In `npm test` each is tried with one of the protocols. */
  const row = () => test.runIf(fallsTo(turn, protocols.length, rows++))
  /** Declares a row that only a long run has. */
  const longRow = () => {
    rows++
    return test.runIf(isLongRun)
  }

  beforeAll(async () => {
    idp = await start(app)
  })
  afterAll(() => idp.close())

  describe('signing in with an identity provider', () => {
    row()('redirects to it and back, and creates a session in a cookie', async () => {
      const { provider } = await buildProvider()
      const person = newcomer()
      const browser = openBrowser()
      const last = await browser.follow(`${provider.startURL}?returnTo=/v1/user`)
      expect(last.status).toBe(200)
      expect(last.url).toBe(`${app.url}/v1/user`)
      expect(await last.json()).toMatchObject(person)
      expect((await whoami(browser)).status).toBe(200)
      expect((await whoami(openBrowser())).status).toBe(401)
    })

    longRow()('returns to the workspace by default, in a session that GraphiQL uses', async () => {
      const { provider, organization } = await buildProvider()
      const { email } = newcomer()
      const browser = openBrowser()
      const last = await browser.follow(provider.startURL)
      expect(last.url).toBe(`${app.url}/o/${organization.id}`)
      const answer = await browser.open(`${app.url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: app.url },
        body: JSON.stringify({ query: '{ viewer { email } }' }),
      })
      expect(await answer.json()).toMatchObject({ data: { viewer: { email } } })
    })

    row()('is recorded in the audit log, as is signing out', async () => {
      const { organization, client, provider } = await buildProvider()
      const { email } = newcomer()
      const browser = openBrowser()
      await browser.follow(provider.startURL)
      const token = browser.cookie(app.url, 'lectern') as string
      await browser.open(`${app.url}/sign-out`, { method: 'POST', headers: { Origin: app.url } })
      const address = `/orgs/${organization.id}/audit-events`
      const { items } = (await client.get(address)).body
      const member = await memberOf(organization.id, email)
      const session = member?.user.tokens[0]?.id
      const actor = { id: member?.userId, tokenId: session, address: '127.0.0.1' }
      expect(items.slice(0, 2)).toMatchObject([
        { action: 'signOut', source: 'ui', actor, target: { type: 'User', id: member?.userId } },
        { action: 'signIn', source: 'ui', actor, target: { type: 'User', id: member?.userId } },
      ])
      const { body } = await client.get(`${address}/${items[1].id}`)
      const changed = body.payload.changes.map(({ objectType }: { objectType: string }) => objectType)
      expect(changed).toEqual(expect.arrayContaining(['User', 'Member', 'ApiToken']))
      expect(JSON.stringify(body)).not.toContain(token)
    })

    row()('makes a new user a member with the default role, in the default team', async () => {
      const { organization, provider } = await buildProvider({ defaultRole: 'comment' })
      const team = await app.database.prisma.team.create({
        data: { id: newId('Team'), organizationId: organization.id, title: 'Everybody' },
      })
      expect((await idp.setDefaultTeam(organization, provider, team.id)).status).toBe(200)
      const { email } = newcomer()
      await openBrowser().follow(provider.startURL)
      expect(await memberOf(organization.id, email)).toMatchObject({
        role: 'COMMENT',
        sso: true,
        disabled: false,
        user: { teamMemberships: [{ teamId: team.id, role: 'MEMBER' }] },
      })
    })

    longRow()('makes a new user a guest if there is no default role', async () => {
      const { organization, provider } = await buildProvider()
      const { email } = newcomer()
      await openBrowser().follow(provider.startURL)
      expect(await memberOf(organization.id, email)).toMatchObject({ role: null, sso: true })
    })

    row()('keeps role and name of a member, whose email address is matched ignoring case', async () => {
      const { organization, provider } = await buildProvider({ defaultRole: 'read' })
      const user = await buildUser(app)
      await addMember(app, organization.id, user, 'CREATE')
      idp.signInAs({ email: user.email.toUpperCase(), displayName: 'Another name' })
      const last = await openBrowser().follow(`${provider.startURL}?returnTo=/v1/user`)
      expect(await last.json()).toMatchObject({ id: user.id, displayName: user.displayName })
      expect(await memberOf(organization.id, user.email)).toMatchObject({ role: 'CREATE', sso: true })
    })

    row()('is rejected for a disabled member, which is recorded in the audit log', async () => {
      const { organization, client, provider } = await buildProvider()
      const user = await buildUser(app)
      await addMember(app, organization.id, user, 'READ')
      await app.database.prisma.member.updateMany({ where: { userId: user.id }, data: { disabled: true } })
      idp.signInAs(user)
      const last = await openBrowser().follow(provider.startURL)
      expect(last.status).toBe(403)
      expect((await memberOf(organization.id, user.email))?.user.tokens).toHaveLength(1)
      const address = `/orgs/${organization.id}/audit-events`
      const [event] = (await client.get(address)).body.items
      expect(event).toMatchObject({
        action: 'signInFailed',
        actor: { id: 'anonymous', address: '127.0.0.1' },
        target: { type: idp.type, id: provider.id },
      })
      const { payload } = (await client.get(`${address}/${event.id}`)).body
      expect(payload.changes).toMatchObject([{ after: { reason: expect.stringContaining('disabled') } }])
    })

    row()('is rejected for an existing user who is not a member and has another email domain', async () => {
      const { organization, client, provider } = await buildProvider()
      const user = await buildUser(app)
      idp.signInAs(user)
      const last = await openBrowser().follow(provider.startURL)
      expect(last.status).toBe(403)
      expect(last.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(await last.text()).toContain('invite')
      expect(await memberOf(organization.id, user.email)).toBeNull()
      expect(await app.database.prisma.apiToken.count({ where: { userId: user.id } })).toBe(1)
      const email = `${user.id}@unproven-${user.id}.example`
      const [, domain = ''] = email.split('@')
      idp.signInAs(await app.database.prisma.user.update({ where: { id: user.id }, data: { email } }))
      const changeDomains = () => client.patch(`/orgs/${organization.id}`, { emailDomains: [domain] })
      expect((await changeDomains()).body.emailDomains).toEqual([domain])
      expect((await openBrowser().follow(provider.startURL)).status).toBe(403)
      txtRecords.set(`_lectern.${domain}`, `lectern-organization=${organization.id}`)
      expect((await changeDomains()).status).toBe(200)
      expect((await openBrowser().follow(`${provider.startURL}?returnTo=/v1/user`)).status).toBe(200)
    })

    row()('gives no access to other organizations of the user', async () => {
      const { organization, provider } = await buildProvider()
      const other = await buildOrganization(app)
      await addMember(app, organization.id, other.admin, 'READ')
      idp.signInAs(other.admin)
      const browser = openBrowser()
      const last = await browser.follow(`${provider.startURL}?returnTo=/v1/orgs`)
      expect((await last.json()).items.map(({ id }: { id: string }) => id)).toEqual([organization.id])
      expect((await browser.open(`${app.url}/v1/orgs/${other.id}`)).status).toBe(404)
    })

    row()('creates no token with more access than the session', async () => {
      const { organization, provider } = await buildProvider()
      const other = await buildOrganization(app)
      await addMember(app, organization.id, other.admin, 'READ')
      idp.signInAs(other.admin)
      const browser = openBrowser()
      await browser.follow(provider.startURL)
      const post = async (path: string, body: object) =>
        browser.open(`${app.url}/v1${path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Origin: app.url },
          body: JSON.stringify(body),
        })
      for (const scopes of [[], ['read'], ['read', 'write']]) {
        const made = await post('/user/tokens', { label: 'Mine', scopes })
        expect(made.status).toBe(201)
        const { token } = (await made.json()) as { token: string }
        expect((await app.as({ token }).get(`/orgs/${organization.id}`)).status).toBe(200)
        expect((await app.as({ token }).get(`/orgs/${other.id}`)).status).toBe(404)
      }
      const [full] = (await app.as(other.admin).get('/user/tokens')).body.items
      expect((await post(`/user/tokens/${full.id}/rotate`, {})).status).toBe(404)
      const listed = await (await browser.open(`${app.url}/v1/user/tokens`)).json()
      expect(JSON.stringify(listed)).not.toContain(full.id)
    })

    row()('cannot find, join or create other organizations', async () => {
      const { organization, provider } = await buildProvider()
      const other = await buildOrganization(app)
      const admin = app.as(other.admin)
      const { email } = newcomer()
      const invite = (await admin.post(`/orgs/${other.id}/link-invites`, { role: 'admin' })).body
      const browser = openBrowser()
      await browser.follow(provider.startURL)
      const [, domain = ''] = email.split('@')
      await admin.patch(`/orgs/${other.id}`, { emailDomains: [domain] })
      const post = async (path: string, body: object = {}) =>
        browser.open(`${app.url}/v1${path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Origin: app.url },
          body: JSON.stringify(body),
        })
      const found = await browser.open(`${app.url}/v1/email-domains/${domain}/orgs`)
      expect(await found.json()).toEqual({ organizations: [] })
      expect((await post(`/orgs/${other.id}/join`)).status).toBe(404)
      expect((await post(`/orgs/${other.id}/invites/${invite.id}`)).status).toBe(404)
      expect((await post('/orgs', { title: 'Mine' })).status).toBe(403)
      const memberships = await app.database.prisma.member.findMany({ where: { user: { email } } })
      expect(memberships.map(({ organizationId }) => organizationId)).toEqual([organization.id])
    })

    row()('ends by signing out, which revokes the session on the server', async () => {
      const { provider } = await buildProvider()
      newcomer()
      const browser = openBrowser()
      await browser.follow(provider.startURL)
      const cookie = browser.cookie(app.url, 'lectern')
      const foreign = await browser.open(`${app.url}/sign-out`, {
        method: 'POST',
        headers: { Origin: 'https://evil.example' },
      })
      expect(foreign.status).toBe(403)
      expect((await whoami(browser)).status).toBe(200)
      const own = await browser.open(`${app.url}/sign-out`, { method: 'POST', headers: { Origin: app.url } })
      expect(own.status).toBeLessThan(400)
      expect(browser.cookie(app.url, 'lectern')).toBeUndefined()
      expect((await whoami(openBrowser(), { headers: { Cookie: `lectern=${cookie}` } })).status).toBe(401)
    })

    row()('ends at the provider too by signing out, which leads back to the page that tells it', async () => {
      const { provider } = await buildProvider()
      const person = newcomer()
      const browser = openBrowser()
      await browser.follow(provider.startURL)
      expect(idp.isSignedIn(person)).toBe(true)
      const page = await browser.submit(`${app.url}/sign-out`)
      expect((await whoami(browser)).status).toBe(401)
      const [, address = ''] = /^0; url=(.+)$/.exec(page.headers.get('refresh') ?? '') ?? []
      const last = await browser.follow(address)
      expect([last.status, last.url]).toEqual([200, `${app.url}/sign-out`])
      expect(idp.isSignedIn(person)).toBe(false)
    })

    row()('ends by signing out at the provider, and no other session of the user does', async () => {
      const { provider } = await buildProvider()
      newcomer()
      const [here, elsewhere] = [openBrowser(), openBrowser()]
      for (const browser of [here, elsewhere]) await browser.follow(provider.startURL)
      const last = await here.follow(idp.signOutURL(provider))
      expect(last.status).toBe(200)
      expect([(await whoami(here)).status, (await whoami(elsewhere)).status]).toEqual([401, 200])
    })

    row()(
      'ends the session that the browser had before, so that whoever has stolen it has nothing',
      async () => {
        const { provider } = await buildProvider()
        newcomer()
        const browser = openBrowser()
        const signIn = () => browser.follow(`${provider.startURL}?returnTo=/v1/user`)
        await signIn()
        const stolen = openBrowser({ [app.url]: browser.cookies(app.url) })
        expect((await whoami(stolen)).status).toBe(200)
        await signIn()
        expect([(await whoami(stolen)).status, (await whoami(browser)).status]).toEqual([401, 200])
      },
    )

    row()('fails if the provider is incomplete, unknown or deleted', async () => {
      const { organization, client, provider } = await buildProvider()
      const pending = await idp.buildPending(organization)
      for (const address of [pending.startURL, idp.unknownURL])
        expect((await openBrowser().open(address)).status).toBe(404)
      expect((await idp.remove(organization, provider, client)).status).toBe(204)
      expect((await openBrowser().open(provider.startURL)).status).toBe(404)
    })

    row().each([
      '//evil.example',
      'https://evil.example/',
      '/\\evil.example',
      'javascript:alert(1)',
      '/\t/evil.example',
    ])('returns only to pages of this server, not to %j', async (returnTo) => {
      const { provider } = await buildProvider()
      const address = `${provider.startURL}?returnTo=${encodeURIComponent(returnTo)}`
      expect((await openBrowser().open(address)).status).toBe(400)
    })
  })

  describe('the cookie of a session', () => {
    row()('does not authorize requests of another origin', async () => {
      const { organization, provider } = await buildProvider({ defaultRole: 'create' })
      newcomer()
      const browser = openBrowser()
      await browser.follow(provider.startURL)
      const create = (headers: Record<string, string>) =>
        browser.open(`${app.url}/v1/orgs/${organization.id}/spaces`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...headers },
          body: JSON.stringify({ title: 'Made' }),
        })
      expect((await create({})).status).toBe(401)
      expect((await create({ Origin: 'https://evil.example' })).status).toBe(401)
      expect((await create({ 'Sec-Fetch-Site': 'same-site' })).status).toBe(401)
      expect((await whoami(browser, { headers: { Origin: 'https://evil.example' } })).status).toBe(401)
      expect((await create({ Origin: app.url })).status).toBe(201)
      expect((await create({ 'Sec-Fetch-Site': 'same-origin' })).status).toBe(201)
    })
  })

  /** Signs in as a person, and returns the token of the session. */
  async function signInAs(person: { email: string; displayName: string }, startURL: string): Promise<string> {
    idp.signInAs(person)
    const browser = openBrowser()
    const last = await browser.follow(`${startURL}?returnTo=/v1/user`)
    expect(last.status).toBe(200)
    return browser.cookie(app.url, 'lectern') as string
  }

  /** Makes a token with another one. */
  async function makeToken(token: string, label = 'Made'): Promise<string> {
    const made = await app.as({ token }).post('/user/tokens', { label })
    expect(made.status).toBe(201)
    return made.body.token
  }

  /** Gives a program access in a session. */
  async function grantProgram(session: string): Promise<string> {
    const program = await OAuthProgram.register(app)
    const headers = { Cookie: `lectern=${session}`, Origin: app.url }
    return (await program.tokensOf({ headers })).access_token
  }

  const statusOf = async (token: string, path = '/user') => (await app.as({ token }).get(path)).status

  describe('the session that it opens', () => {
    row()(
      'tells of its user what a token made in it does, and a program that was allowed in it',
      async () => {
        const { provider } = await buildProvider()
        const session = await signInAs(newcomer(), provider.startURL)
        const bySession = await fetch(`${app.url}/v1/user`, { headers: { Cookie: `lectern=${session}` } })
        const user = await bySession.json()
        for (const token of [await makeToken(session), await grantProgram(session)])
          expect((await app.as({ token }).get('/user')).body).toEqual(user)
      },
    )

    row()('is listed to its user, and to admins, who end it', async () => {
      const { organization, client, provider } = await buildProvider()
      const label = 'Staff'
      const token = await signInAs(newcomer(), provider.startURL)
      const { items } = (await app.as({ token }).get('/user/sessions')).body
      expect(items).toMatchObject([{ label, address: '127.0.0.1' }])
      const [{ id, expiresAt }] = items
      const hours = (Date.parse(expiresAt) - Date.now()) / 3_600_000
      expect(Math.round(hours)).toBe(app.config.sessionHours)
      const seen = (await client.get(`/orgs/${organization.id}/member-tokens`)).body.items
      expect(seen).toContainEqual(expect.objectContaining({ id, kind: 'session', label }))
      await client.delete(`/orgs/${organization.id}/member-tokens/${id}`)
      expect(await statusOf(token)).toBe(401)
    })
  })

  describe('an organization that requires single sign-on', () => {
    row()('counts only sessions and tokens that came from its provider, in both styles', async () => {
      const { organization, client, provider } = await buildProvider()
      const path = `/orgs/${organization.id}`
      const session = await signInAs(organization.admin, provider.startURL)
      const made = await makeToken(session)
      const requireSso = await app.as({ token: session }).patch(path, { sso: true })
      expect(requireSso.body).toMatchObject({ sso: true })
      for (const token of [session, made, await makeToken(made)])
        expect(await statusOf(token, path)).toBe(200)
      expect((await client.get(path)).status).toBe(404)
      expect((await client.get('/orgs')).body.items).toEqual([])
      const { data } = await client.gql('query ($id: ID!) { organization(id: $id) { id } }', {
        id: organization.id,
      })
      expect(data?.organization ?? null).toBeNull()
      // A token that came from no provider makes none that did.
      const [, { id: tokenId }] = (await app.as({ token: session }).get('/user/tokens')).body.items
      const rotated = await client.post(`/user/tokens/${tokenId}/rotate`, {})
      expect(rotated.status).toBe(201)
      expect(await statusOf(rotated.body.token, path)).toBe(404)
    })

    longRow()('cannot require it without a provider that has worked for who requires it', async () => {
      const { organization, client, provider } = await buildProvider()
      const path = `/orgs/${organization.id}`
      const refused = await client.patch(path, { sso: true })
      expect([refused.status, refused.body.error.reason]).toEqual([409, 'SSO_SIGN_IN_REQUIRED'])
      const { id: userId } = organization.admin
      expect((await client.post(`${path}/members/${userId}/sso`)).status).toBe(200)
      expect((await client.patch(path, { sso: true })).status).toBe(409)
      const session = app.as({ token: await signInAs(organization.admin, provider.startURL) })
      expect((await client.patch(path, { sso: true })).status).toBe(409)
      // Whoever changes how the messages of the provider are verified has to try it again.
      await idp.change(organization, provider, 'reconfigured', client)
      expect((await session.patch(path, { sso: true })).status).toBe(409)
      await idp.change(organization, provider, 'restored', client)
      await signInAs(organization.admin, provider.startURL)
      expect((await session.patch(path, { sso: true })).status).toBe(200)
    })

    longRow()('keeps a provider to sign in with', async () => {
      const { organization, client, provider } = await buildProvider()
      const path = `/orgs/${organization.id}`
      const session = app.as({ token: await signInAs(organization.admin, provider.startURL) })
      expect((await session.patch(path, { sso: true })).status).toBe(200)
      for (const refused of [
        await idp.remove(organization, provider, session),
        await idp.change(organization, provider, 'disabled', session),
      ])
        expect(refused).toEqual({ status: 409, reason: 'LAST_IDENTITY_PROVIDER' })
      expect((await session.patch(path, { sso: false })).status).toBe(200)
      expect((await idp.remove(organization, provider, session)).status).toBe(204)
      expect((await client.get(path)).status).toBe(200)
    })
  })

  describe('what a provider let in', () => {
    /** Builds a member with a session, a token made in it, and a token of their own. */
    async function build() {
      const { organization, client, provider } = await buildProvider()
      const user = await buildUser(app)
      await addMember(app, organization.id, user, 'READ')
      const session = await signInAs(user, provider.startURL)
      const tokens = [session, await makeToken(session), await grantProgram(session)]
      for (const token of [...tokens, user.token])
        expect((await app.as({ token }).get('/user')).body).toMatchObject({ id: user.id, email: user.email })
      const path = `/orgs/${organization.id}`
      return { organization, client, provider, user, tokens, path }
    }
    type Built = Awaited<ReturnType<typeof build>>

    row().each<[string, (built: Built) => Promise<unknown>]>(
      oneRowIn(2, [
        ['it is deleted', ({ organization, provider, client }) => idp.remove(organization, provider, client)],
        [
          'it is disabled',
          ({ organization, provider, client }) => idp.change(organization, provider, 'disabled', client),
        ],
        [
          'another takes its place',
          ({ organization, provider, client }) => idp.change(organization, provider, 'replaced', client),
        ],
        ['the member is removed', ({ client, path, user }) => client.delete(`${path}/members/${user.id}`)],
      ]),
    )('ends when %s, and does not come back', async (_how, end) => {
      const built = await build()
      const { user, tokens, provider, client, path, organization } = built
      await end(built)
      for (const token of tokens) expect(await statusOf(token)).toBe(401)
      expect(await statusOf(user.token)).toBe(200)
      await idp.change(organization, provider, 'restored', client)
      if ((await app.as(user).get(path)).status === 404) await addMember(app, organization.id, user, 'READ')
      for (const token of tokens) expect(await statusOf(token)).toBe(401)
    })

    longRow()('stays when its certificate or its label changes', async () => {
      const { organization, provider, client, tokens } = await build()
      expect((await idp.change(organization, provider, 'renamed', client)).status).toBe(200)
      for (const token of tokens) expect(await statusOf(token)).toBe(200)
    })

    longRow()('makes no token that stays when the provider is disabled at the same time', async () => {
      const { organization, provider, client, tokens, user } = await build()
      const [session = ''] = tokens
      const making = Array.from({ length: 6 }, (_, index) =>
        app.as({ token: session }).post('/user/tokens', { label: `Racing ${index}` }),
      )
      const [disabled, ...made] = await Promise.all([
        idp.change(organization, provider, 'disabled', client),
        ...making,
      ])
      expect(disabled.status).toBe(200)
      for (const { status, body } of made)
        expect([status, status === 201 ? await statusOf(body.token) : 401]).toEqual([status, 401])
      expect(await app.database.prisma.apiToken.count({ where: { userId: user.id } })).toBe(1)
    })

    longRow()('does not use up what its users have elsewhere', async () => {
      const { tokens, user } = await build()
      const [session = ''] = tokens
      const { identityProviderId } = await app.database.prisma.apiToken.findFirstOrThrow({
        where: { userId: user.id, identityProviderId: { not: null } },
      })
      await app.database.prisma.apiToken.createMany({
        data: Array.from({ length: maximumTokens }, (_, index) => {
          const id = newId('ApiToken')
          return {
            id,
            userId: user.id,
            label: `${index}`,
            prefix: '',
            hash: id,
            scopes: [],
            identityProviderId,
          }
        }),
      })
      const full = await app.as({ token: session }).post('/user/tokens', { label: 'One more' })
      expect([full.status, full.body.error.reason]).toEqual([409, 'TOO_MANY_TOKENS'])
      await makeToken(user.token)
    })

    longRow()('is the latest sessions of a user', async () => {
      const { provider, user, tokens } = await build()
      const sessions = { userId: user.id, kind: 'SESSION' as const }
      const { apiToken } = app.database.prisma
      const { id: _, ...session } = await apiToken.findFirstOrThrow({ where: sessions })
      await apiToken.createMany({
        data: Array.from({ length: maximumSessions }, () => {
          const id = newId('ApiToken')
          return { ...session, id, hash: id, createdAt: new Date() }
        }),
      })
      const latest = await signInAs(user, provider.startURL)
      expect(await apiToken.count({ where: sessions })).toBe(maximumSessions)
      const [first = '', made = ''] = tokens
      expect([await statusOf(first), await statusOf(made), await statusOf(latest)]).toEqual([401, 200, 200])
    })
  })

  test('a provider lets in nobody with an address whose domain another organization has proven', async () => {
    const { organization, provider } = await buildProvider()
    const other = await buildOrganization(app)
    const { email } = newcomer()
    const [, domain = ''] = email.split('@')
    await app.as(other.admin).patch(`/orgs/${other.id}`, { emailDomains: [domain] })
    expect((await openBrowser().follow(provider.startURL)).status).toBe(403)
    expect(await app.database.prisma.user.count({ where: { email } })).toBe(0)
    expect(await memberOf(organization.id, email)).toBeNull()
  })
})
