import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../src/identifiers.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { type Browser, openBrowser } from '../../support/browser.ts'
import { identityProvider } from '../../support/factories/identity-providers.ts'
import { addMember, buildOrganization, buildUser } from '../../support/factories/organizations.ts'
import { type RunningIdentityProvider, startIdentityProvider } from '../../support/identity-provider.ts'

let app: TestApp
let idp: RunningIdentityProvider

beforeAll(async () => {
  app = await startTestApp()
  idp = await startIdentityProvider()
})
afterAll(async () => {
  await idp.close()
  await app.close()
})

let counter = 0

/** A user of the identity provider who is unknown to the server. */
function newcomer() {
  counter += 1
  idp.person = { email: `newcomer-${counter}@example.test`, displayName: `Newcomer <${counter}> & Co` }
  return idp.person
}

async function buildProvider(fields: object = {}) {
  const organization = await buildOrganization(app)
  const client = app.as(organization.admin)
  const answer = await client.post(`/orgs/${organization.id}/saml`, {
    ...identityProvider('Staff', idp.address),
    ...fields,
  })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  await idp.trust(answer.body.service.entityID)
  return { organization, client, provider: answer.body }
}

const whoami = (browser: Browser, init?: RequestInit) => browser.open(`${app.url}/v1/user`, init)

const memberOf = async (organizationId: string, email: string) =>
  app.database.prisma.member.findFirst({
    where: { organizationId, user: { email } },
    include: { user: { include: { teamMemberships: true, tokens: true } } },
  })

describe('signing in with an identity provider', () => {
  test('redirects to it and back, and creates a session in a cookie', async () => {
    const { provider } = await buildProvider()
    const person = newcomer()
    const browser = openBrowser()
    const last = await browser.follow(`${provider.service.startURL}?returnTo=/v1/user`)
    expect(last.status).toBe(200)
    expect(last.url).toBe(`${app.url}/v1/user`)
    expect(await last.json()).toMatchObject(person)
    expect((await whoami(browser)).status).toBe(200)
    expect((await whoami(openBrowser())).status).toBe(401)
  })

  test('returns to GraphiQL by default', async () => {
    const { provider } = await buildProvider()
    newcomer()
    const browser = openBrowser()
    const last = await browser.follow(provider.service.startURL)
    expect(last.url).toBe(`${app.url}/graphql`)
    const answer = await browser.open(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: app.url },
      body: JSON.stringify({ query: '{ viewer { email } }' }),
    })
    expect(await answer.json()).toMatchObject({ data: { viewer: { email: idp.person.email } } })
  })

  test('makes a new user a member with the default role, in the default team', async () => {
    const { organization, client, provider } = await buildProvider({ defaultRole: 'comment' })
    const team = await app.database.prisma.team.create({
      data: { id: newId('Team'), organizationId: organization.id, title: 'Everybody' },
    })
    const changed = await client.patch(`/orgs/${organization.id}/saml/${provider.id}`, {
      defaultTeam: team.id,
    })
    expect(changed.body.defaultTeam).toMatchObject({ object: 'team', id: team.id, title: 'Everybody' })
    const { email } = newcomer()
    await openBrowser().follow(provider.service.startURL)
    expect(await memberOf(organization.id, email)).toMatchObject({
      role: 'COMMENT',
      sso: true,
      disabled: false,
      user: { teamMemberships: [{ teamId: team.id, role: 'MEMBER' }] },
    })
  })

  test('makes a new user a guest if there is no default role', async () => {
    const { organization, provider } = await buildProvider()
    const { email } = newcomer()
    await openBrowser().follow(provider.service.startURL)
    expect(await memberOf(organization.id, email)).toMatchObject({ role: null, sso: true })
  })

  test('keeps role and name of a member, whose email address is matched ignoring case', async () => {
    const { organization, provider } = await buildProvider({ defaultRole: 'read' })
    const user = await buildUser(app)
    await addMember(app, organization.id, user, 'CREATE')
    idp.person = { email: user.email.toUpperCase(), displayName: 'Another name' }
    const last = await openBrowser().follow(`${provider.service.startURL}?returnTo=/v1/user`)
    expect(await last.json()).toMatchObject({ id: user.id, displayName: user.displayName })
    expect(await memberOf(organization.id, user.email)).toMatchObject({ role: 'CREATE', sso: true })
  })

  test('is rejected for a disabled member', async () => {
    const { organization, provider } = await buildProvider()
    const user = await buildUser(app)
    await addMember(app, organization.id, user, 'READ')
    await app.database.prisma.member.updateMany({ where: { userId: user.id }, data: { disabled: true } })
    idp.person = user
    const last = await openBrowser().follow(provider.service.startURL)
    expect(last.status).toBe(403)
    expect((await memberOf(organization.id, user.email))?.user.tokens).toHaveLength(1)
  })

  test('is rejected for an existing user who is not a member and has another email domain', async () => {
    const { organization, client, provider } = await buildProvider()
    const user = await buildUser(app)
    idp.person = user
    const last = await openBrowser().follow(provider.service.startURL)
    expect(last.status).toBe(403)
    expect(last.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await last.text()).toContain('invite')
    expect(await memberOf(organization.id, user.email)).toBeNull()
    expect(await app.database.prisma.apiToken.count({ where: { userId: user.id } })).toBe(1)
    await client.patch(`/orgs/${organization.id}`, { emailDomains: ['example.com'] })
    expect((await openBrowser().follow(`${provider.service.startURL}?returnTo=/v1/user`)).status).toBe(200)
  })

  test('gives no access to other organizations of the user', async () => {
    const { organization, provider } = await buildProvider()
    const other = await buildOrganization(app)
    await addMember(app, organization.id, other.admin, 'READ')
    idp.person = other.admin
    const browser = openBrowser()
    const last = await browser.follow(`${provider.service.startURL}?returnTo=/v1/orgs`)
    expect((await last.json()).items.map(({ id }: { id: string }) => id)).toEqual([organization.id])
    expect((await browser.open(`${app.url}/v1/orgs/${other.id}`)).status).toBe(404)
  })

  test('creates no token with more access than the session', async () => {
    const { organization, provider } = await buildProvider()
    const other = await buildOrganization(app)
    await addMember(app, organization.id, other.admin, 'READ')
    idp.person = other.admin
    const browser = openBrowser()
    await browser.follow(provider.service.startURL)
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

  test('cannot find, join or create other organizations', async () => {
    const { organization, provider } = await buildProvider()
    const other = await buildOrganization(app)
    const admin = app.as(other.admin)
    const { email } = newcomer()
    await admin.patch(`/orgs/${other.id}`, { emailDomains: ['example.test'] })
    const invite = (await admin.post(`/orgs/${other.id}/link-invites`, { role: 'admin' })).body
    const browser = openBrowser()
    await browser.follow(provider.service.startURL)
    const post = async (path: string, body: object = {}) =>
      browser.open(`${app.url}/v1${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: app.url },
        body: JSON.stringify(body),
      })
    const found = await browser.open(`${app.url}/v1/email-domains/example.test/orgs`)
    expect(await found.json()).toEqual({ organizations: [] })
    expect((await post(`/orgs/${other.id}/join`)).status).toBe(404)
    expect((await post(`/orgs/${other.id}/invites/${invite.id}`)).status).toBe(404)
    expect((await post('/orgs', { title: 'Mine' })).status).toBe(403)
    const memberships = await app.database.prisma.member.findMany({ where: { user: { email } } })
    expect(memberships.map(({ organizationId }) => organizationId)).toEqual([organization.id])
  })

  test('ends by signing out, which revokes the session on the server', async () => {
    const { provider } = await buildProvider()
    newcomer()
    const browser = openBrowser()
    await browser.follow(provider.service.startURL)
    const cookie = browser.cookie(app.url, 'lectern_session')
    const foreign = await browser.open(`${app.url}/saml/logout`, {
      method: 'POST',
      headers: { Origin: 'https://evil.example' },
    })
    expect(foreign.status).toBe(403)
    expect((await whoami(browser)).status).toBe(200)
    const own = await browser.open(`${app.url}/saml/logout`, { method: 'POST', headers: { Origin: app.url } })
    expect(own.status).toBe(303)
    expect(browser.cookie(app.url, 'lectern_session')).toBeUndefined()
    expect((await whoami(openBrowser(), { headers: { Cookie: `lectern_session=${cookie}` } })).status).toBe(
      401,
    )
  })

  test('fails if the provider is incomplete, unknown or deleted', async () => {
    const { organization, client, provider } = await buildProvider()
    const pending = await client.post(`/orgs/${organization.id}/saml`, { label: 'Pending' })
    expect(pending.body.status).toBe('pending')
    expect((await openBrowser().open(pending.body.service.startURL)).status).toBe(404)
    expect((await openBrowser().open(pending.body.service.entityID)).status).toBe(200)
    expect((await openBrowser().open(`${app.url}/saml/sam1/login`)).status).toBe(404)
    expect((await client.delete(`/orgs/${organization.id}/saml/${provider.id}`)).status).toBe(204)
    expect((await openBrowser().open(provider.service.startURL)).status).toBe(404)
  })

  test.each([
    '//evil.example',
    'https://evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
  ])('returns only to pages of this server, not to %j', async (returnTo) => {
    const { provider } = await buildProvider()
    const address = `${provider.service.startURL}?returnTo=${encodeURIComponent(returnTo)}`
    expect((await openBrowser().open(address)).status).toBe(400)
  })
})

describe('the cookie of a session', () => {
  test('does not authorize requests of another origin', async () => {
    const { organization, provider } = await buildProvider({ defaultRole: 'create' })
    newcomer()
    const browser = openBrowser()
    await browser.follow(provider.service.startURL)
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

describe('an organization that requires single sign-on', () => {
  test('gives access to SSO members only, and cannot exclude the admin who requires it', async () => {
    const { organization, client, provider } = await buildProvider()
    const path = `/orgs/${organization.id}`
    const refused = await client.patch(path, { sso: true })
    expect(refused.status).toBe(409)
    idp.person = organization.admin
    await openBrowser().follow(provider.service.startURL)
    const colleague = await buildUser(app)
    await addMember(app, organization.id, colleague, 'ADMIN')
    expect((await app.as(colleague).get(path)).status).toBe(200)
    expect((await client.patch(path, { sso: true })).body).toMatchObject({ sso: true })
    expect((await client.get(path)).status).toBe(200)
    expect((await app.as(colleague).get(path)).status).toBe(404)
    expect((await app.as(colleague).get('/orgs')).body.items).toEqual([])
    idp.person = colleague
    await openBrowser().follow(provider.service.startURL)
    expect((await app.as(colleague).get(path)).status).toBe(200)
  })
})
