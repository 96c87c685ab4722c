import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { openBrowser } from '../../support/browser.ts'
import { oneRowIn } from '../../support/budget.ts'
import { identityProvider } from '../../support/factories/identity-providers.ts'
import { openIdProvider } from '../../support/factories/openid-providers.ts'
import { buildMember, buildOrganization } from '../../support/factories/organizations.ts'
import { type RunningOpenIdProvider, startOpenIdProvider } from '../../support/openid-provider.ts'
import { type Product, products } from './products.ts'

let app: TestApp
let idp: RunningOpenIdProvider

beforeAll(async () => {
  app = await startTestApp()
  idp = await startOpenIdProvider({
    scopes: ['openid', 'offline_access', 'groups'],
    claims: {
      openid: ['sub', 'groups', 'realm_access', 'oid', 'tid', 'hd'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username'],
      groups: ['groups'],
    },
  })
})
afterAll(async () => {
  await idp.close()
  await app.close()
})

async function buildAdmin() {
  const organization = await buildOrganization(app)
  const client = app.as(organization.admin)
  return { organization, client, path: `/orgs/${organization.id}/oidc` }
}

describe('a provider of OpenID Connect', () => {
  test('can be created with a label only, and is active once issuer, client id and secret are set', async () => {
    const { client, path } = await buildAdmin()
    const { status, body, headers } = await client.post(path, { label: 'Staff' })
    const { id, createdAt, ...rest } = body
    const location = `${app.url}/v1${path}/${id}`
    const base = `${app.url}/oidc/${id}`
    expect([status, headers.get('location')]).toEqual([201, location])
    expect(Date.parse(createdAt)).not.toBeNaN()
    expect(rest).toEqual({
      object: 'oidc-provider',
      label: 'Staff',
      issuer: '',
      clientId: '',
      scopes: ['openid', 'profile', 'email'],
      groupsClaim: null,
      groupMappings: [],
      defaultRole: null,
      status: 'pending',
      service: {
        redirectURL: `${base}/callback`,
        startURL: `${base}/login`,
        backchannelLogoutURL: `${base}/backchannel-logout`,
      },
      urls: { location },
    })
    const change = async (fields: object) => (await client.patch(`${path}/${id}`, fields)).body.status
    expect(await change({ issuer: 'https://idp.example.test' })).toBe('pending')
    expect(await change({ clientId: 'lectern' })).toBe('pending')
    expect(await change({ clientSecret: 'secret' })).toBe('active')
    expect(await change({ clientSecret: '' })).toBe('pending')
  })

  test('tells its secret to nobody, in no answer and not as it is in the database', async () => {
    const { client, organization, path } = await buildAdmin()
    const secret = 'a-very-secret-secret-of-the-client'
    const created = await client.post(path, { ...openIdProvider('Staff'), clientSecret: secret })
    const address = `${path}/${created.body.id}`
    const answers = [
      created,
      await client.get(path),
      await client.get(address),
      await client.patch(address, { label: 'Renamed' }),
      await client.get(`/orgs/${organization.id}/sso`),
      await client.get(`/orgs/${organization.id}/audit-events`),
    ]
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(secret)
    const stored = await app.database.prisma.identityProvider.findUniqueOrThrow({
      where: { id: created.body.id },
    })
    expect(stored.clientSecret).not.toContain(secret)
    expect((await client.get(address)).body).not.toHaveProperty('clientSecret')
  })

  test('replaces what groups give, in the order in which it is sent', async () => {
    const { client, organization, path } = await buildAdmin()
    const team = (await client.put(`/orgs/${organization.id}/teams`, { title: 'Docs' })).body
    const groupMappings = [
      { group: 'writers', role: 'edit' },
      { group: 'all', role: 'read', team: team.id },
    ]
    const { body } = await client.post(path, { ...openIdProvider('Staff'), groupMappings })
    const shown = (mappings: { team?: { id: string } }[]) =>
      mappings.map(({ team: shownTeam, ...mapping }) => ({
        ...mapping,
        ...(shownTeam && { team: shownTeam.id }),
      }))
    expect(shown(body.groupMappings)).toEqual(groupMappings)
    const changed = await client.patch(`${path}/${body.id}`, { groupMappings: groupMappings.slice(1) })
    expect(shown(changed.body.groupMappings)).toEqual(groupMappings.slice(1))
    const renamed = await client.patch(`${path}/${body.id}`, { label: 'Renamed' })
    expect(renamed.body.groupMappings).toHaveLength(1)
  })

  test.each(
    oneRowIn(2, [
      [{ issuer: 'not a URL' }, 'issuer'],
      [{ issuer: 'https://user:password@idp.example.test' }, 'issuer'],
      [{ issuer: 'ftp://idp.example.test' }, 'issuer'],
      [{ scopes: ['profile'] }, 'scopes'],
      [{ scopes: ['openid', 'two words'] }, 'scopes.1'],
      [{ groupMappings: [{ group: 'writers' }] }, 'groupMappings.0'],
      [{ groupMappings: [{ group: '', role: 'read' }] }, 'groupMappings.0.group'],
      [{ groupMappings: [{ group: 'writers', team: 'tea0' }] }, 'groupMappings.0.team'],
      [{ defaultTeam: 'tea0' }, 'defaultTeam'],
    ]),
  )('is refused with %j, and says which member', async (fields, member) => {
    const { client, path } = await buildAdmin()
    const answer = await client.post(path, { label: 'Staff', ...fields })
    expect(answer.status).toBe(400)
    expect(answer.body.error.fields.map((fault: { path: string }) => fault.path)).toEqual([member])
    expect((await client.get(path)).body.items).toEqual([])
  })

  test('is among the ways to sign in, beside one of SAML, and neither is found as the other', async () => {
    const { client, organization, path } = await buildAdmin()
    const saml = (await client.post(`/orgs/${organization.id}/saml`, identityProvider('By SAML'))).body
    const oidc = (await client.post(path, openIdProvider('By OpenID Connect'))).body
    await client.post(path, { label: 'Pending' })
    const choices = (await client.get(`/orgs/${organization.id}/sso`)).body.items
    expect(choices).toEqual([
      { id: saml.id, label: 'By SAML', startURL: saml.service.startURL },
      { id: oidc.id, label: 'By OpenID Connect', startURL: oidc.service.startURL },
    ])
    const { data } = await client.gql(
      `{ organization(id: "${organization.id}") { signInChoices { kind samlProvider { id } oidcProvider { id } } } }`,
    )
    expect(data.organization.signInChoices).toEqual([
      { kind: 'SAML', samlProvider: { id: saml.id }, oidcProvider: null },
      { kind: 'OIDC', samlProvider: null, oidcProvider: { id: oidc.id } },
    ])
    expect((await client.get(`/orgs/${organization.id}/saml/${oidc.id}`)).status).toBe(404)
    expect((await client.get(`${path}/${saml.id}`)).status).toBe(404)
  })

  test('is for admins alone', async () => {
    const { client, organization, path } = await buildAdmin()
    const { id } = (await client.post(path, openIdProvider('Staff'))).body
    const member = app.as(await buildMember(app, organization.id, 'CREATE'))
    const stranger = app.as((await buildOrganization(app)).admin)
    const attempts = [
      ['get', path],
      ['get', `${path}/${id}`],
      ['post', path],
      ['patch', `${path}/${id}`],
      ['delete', `${path}/${id}`],
    ] as const
    for (const [method, address] of attempts) {
      const body = method === 'post' || method === 'patch' ? { label: 'Taken' } : undefined
      expect([method, (await member[method](address, body)).status]).toEqual([method, 403])
      expect([method, (await stranger[method](address, body)).status]).toEqual([method, 404])
    }
    expect((await client.get(`${path}/${id}`)).body.label).toBe('Staff')
  })
})

test.each(
  oneRowIn(3, ['/realms/staff', '/application/o/lectern/', '/11111111-2222-4333-8444-555555555555/v2.0']),
)('an issuer may be below a path, with a slash at its end or without: %s', async (path) => {
  const below = await startOpenIdProvider({}, path)
  onTestFinished(() => below.close())
  const { client, path: providers } = await buildAdmin()
  const { body } = await client.post(providers, { label: 'Staff', issuer: below.issuer })
  await client.patch(`${providers}/${body.id}`, below.addClient(body.service))
  const email = `${crypto.randomUUID()}@example.test`
  below.person = { sub: crypto.randomUUID(), email, email_verified: true, name: 'Ada' }
  const last = await openBrowser().follow(`${body.service.startURL}?returnTo=/v1/user`)
  expect(await last.json()).toMatchObject({ email })
})

describe('a product, set up as the guide says', () => {
  test.each(oneRowIn(6, Object.entries<Product>(products)))(
    'signs in and gives by its groups: %s',
    async (_name, product) => {
      const { client, organization, path } = await buildAdmin()
      const { body } = await client.post(path, {
        label: 'Staff',
        issuer: idp.issuer,
        ...product.provider,
        ...(product.group !== null && { groupMappings: [{ group: product.group, role: 'review' }] }),
        defaultRole: 'read',
      })
      const secrets = idp.addClient(body.service)
      expect((await client.patch(`${path}/${body.id}`, secrets)).body.status).toBe('active')
      idp.alterDiscovery = ({ end_session_endpoint, ...metadata }) => ({
        ...metadata,
        ...(product.endsSessions && { end_session_endpoint }),
        token_endpoint_auth_methods_supported: product.tokenAuthentication,
      })
      onTestFinished(() => {
        idp.alterDiscovery = null
      })
      const email = `${crypto.randomUUID()}@example.test`
      idp.person = { sub: crypto.randomUUID(), ...product.claims(email) }
      const browser = openBrowser()
      const last = await browser.follow(`${body.service.startURL}?returnTo=/v1/user`)
      expect(JSON.parse(await last.text())).toMatchObject({ email, displayName: 'Ada Lovelace' })
      const members = (await client.get(`/orgs/${organization.id}/members`)).body.items
      const { role } = members.find((member: { user: { email: string } }) => member.user.email === email)
      expect(role).toBe(product.group === null ? 'read' : 'review')
      const { headers } = await browser.submit(`${app.url}/sign-out`)
      const leadsOn = headers.get('refresh')?.startsWith(`0; url=${idp.issuer}/session/end`) ?? false
      expect(leadsOn).toBe(product.endsSessions)
    },
  )
})
