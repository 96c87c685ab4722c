import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashToken } from '../../../src/access/tokens.ts'
import { sweepOAuth } from '../../../src/modules/oauth/clients.ts'
import { maximumGrants, refreshSeconds, unusedClientDays } from '../../../src/modules/oauth/limits.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun, oneRowIn } from '../../support/budget.ts'
import { buildMember, buildOrganization } from '../../support/factories/organizations.ts'
import { buildSession } from '../../support/factories/sessions.ts'
import { OAuthProgram, redirectUri, register } from '../../support/oauth-program.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function build() {
  const { id: organizationId, admin } = await buildOrganization(app)
  return {
    organizationId,
    admin,
    session: await buildSession(app, admin),
    program: await OAuthProgram.register(app),
  }
}

const userOf = async (token: string) => (await app.as({ token }).get('/user')).body

/** Moves the end of a token into the past. */
const expire = (token: string) =>
  app.database.prisma.apiToken.updateMany({
    where: { hash: hashToken(token) },
    data: { expiresAt: new Date(Date.now() - 1000) },
  })

describe('the metadata', () => {
  test('leads from a protected resource to the authorization server and its endpoints, for pages of any origin', async () => {
    const resource = await fetch(`${app.url}/.well-known/oauth-protected-resource/v1`)
    expect(resource.headers.get('access-control-allow-origin')).toBe('*')
    const { authorization_servers: servers, ...described } = await resource.json()
    expect(described).toMatchObject({ resource: `${app.url}/v1`, scopes_supported: ['read', 'write'] })
    const server = await (await fetch(`${servers[0]}/.well-known/oauth-authorization-server`)).json()
    expect(server).toMatchObject({
      issuer: app.url,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    })
    for (const name of ['token', 'registration', 'revocation']) {
      const preflight = await fetch(server[`${name}_endpoint`], { method: 'OPTIONS' })
      expect(preflight.status).toBe(204)
      expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
      expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
    }
  })
})

describe('a program', () => {
  test('gets a token for what its user allows, which all interfaces take as that user', async () => {
    const { admin, session, program } = await build()
    const back = await program.decide(session)
    expect(back.origin + back.pathname).toBe(redirectUri)
    expect(back.searchParams.get('state')).toBe('the state')
    expect(back.searchParams.get('iss')).toBe(app.url)
    const { status, headers, body } = await program.exchange(back.searchParams.get('code'))
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: expect.any(Number), scope: 'read write' })
    const [byToken, bySession] = [
      await userOf(body.access_token),
      await (await fetch(`${app.url}/v1/user`, { headers: { Cookie: session.headers.Cookie } })).json(),
    ]
    expect(byToken).toEqual(bySession)
    expect(byToken).toEqual((await app.as(admin).get('/user')).body)
    const { data } = await app.as({ token: body.access_token }).gql('{ viewer { id } }')
    expect(data.viewer.id).toBe(admin.id)
  })

  test('that is only to read changes nothing', async () => {
    const { admin, session, program } = await build()
    const { access_token, scope } = await program.tokensOf(session, 'read')
    expect(scope).toBe('read')
    const client = app.as({ token: access_token })
    expect((await client.get('/user')).status).toBe(200)
    expect((await client.patch(`/users/${admin.id}`, { displayName: 'Changed' })).status).toBe(403)
  })

  test('that names content:write is given it, with what it includes, after its user has read that', async () => {
    const { session, program } = await build()
    const scope = 'content:write'
    const page = await fetch(program.authorizeUrl({ scope }), { headers: session.headers })
    expect(await page.text()).toContain('without a change request')
    const code = (await program.decide(session, 'allow', { scope })).searchParams.get('code')
    const { body } = await program.exchange(code)
    expect(body.scope).toBe('read write content:write')
    const renewed = await program.refresh(body.refresh_token)
    expect(renewed.body.scope).toBe('read write content:write')
    const { data } = await app
      .as({ token: renewed.body.access_token })
      .gql('{ viewer { tokens(first: 100) { nodes { kind scopes } } } }')
    expect(data.viewer.tokens.nodes).toContainEqual({
      kind: 'OAUTH',
      scopes: ['READ', 'WRITE', 'CONTENT_WRITE'],
    })
  })

  test('that is refused is told so, and gets nothing', async () => {
    const { session, program } = await build()
    const back = await program.decide(session, 'refuse')
    expect(back.searchParams.get('error')).toBe('access_denied')
    expect(back.searchParams.get('state')).toBe('the state')
    expect(back.searchParams.get('code')).toBeNull()
  })

  test('renews its token, whose predecessor and whose refresh token end', async () => {
    const { admin, session, program } = await build()
    const first = await program.tokensOf(session)
    const second = await program.refresh(first.refresh_token)
    expect(second.status).toBe(200)
    expect((await app.as({ token: first.access_token }).get('/user')).status).toBe(401)
    await expire(second.body.access_token)
    expect((await app.as({ token: second.body.access_token }).get('/user')).status).toBe(401)
    const third = await program.refresh(second.body.refresh_token)
    expect((await userOf(third.body.access_token)).id).toBe(admin.id)
  })

  test('whose refresh token is used twice, as after a theft, loses its access', async () => {
    const { session, program } = await build()
    const first = await program.tokensOf(session)
    const second = await program.refresh(first.refresh_token)
    const again = await program.refresh<{ error: string }>(first.refresh_token)
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant'])
    expect((await app.as({ token: second.body.access_token }).get('/user')).status).toBe(401)
    expect((await program.refresh(second.body.refresh_token)).status).toBe(400)
  })

  test('whose code is used twice, as after a theft, loses its access', async () => {
    const { session, program } = await build()
    const code = (await program.decide(session)).searchParams.get('code')
    const { body } = await program.exchange(code)
    const again = await program.exchange<{ error: string }>(code)
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant'])
    expect((await app.as({ token: body.access_token }).get('/user')).status).toBe(401)
  })

  test('gets one token of two concurrent exchanges of a code', async () => {
    const { session, program } = await build()
    const code = (await program.decide(session)).searchParams.get('code')
    const answers = await Promise.all([1, 2, 3, 4].map(() => program.exchange(code)))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  })

  test('may ask for less when it renews, and for no more than it was given', async () => {
    const { session, program } = await build()
    const writing = await program.tokensOf(session)
    const less = await program.refresh(writing.refresh_token, { scope: 'read' })
    expect(less.body.scope).toBe('read')
    const reading = await program.tokensOf(session, 'read')
    const more = await program.refresh<{ error: string }>(reading.refresh_token, { scope: 'read write' })
    expect(more.body.error).toBe('invalid_scope')
  })

  test('with a secret needs it, in the header or in the form', async () => {
    const { session } = await build()
    const program = await OAuthProgram.register(app, { token_endpoint_auth_method: 'client_secret_basic' })
    const code = async () => (await program.decide(session)).searchParams.get('code')
    expect((await program.exchange<{ error: string }>(await code())).body.error).toBe('invalid_client')
    const wrong = await program.exchange<{ error: string }>(await code(), { client_secret: 'wrong' })
    expect(wrong.body.error).toBe('invalid_client')
    const encoded = Buffer.from(`${program.clientId}:${program.secret}`).toString('base64')
    const { body } = await program.exchange(await code(), {}, { Authorization: `Basic ${encoded}` })
    const renewed = await program.refresh(body.refresh_token, { client_secret: program.secret ?? '' })
    expect(renewed.status).toBe(200)
    expect((await program.refresh(renewed.body.refresh_token)).status).toBe(400)
  })

  test('ends its own access, and that of no other program', async () => {
    const { session, program } = await build()
    const other = await OAuthProgram.register(app)
    const tokens = await program.tokensOf(session)
    expect((await other.revoke(tokens.refresh_token)).status).toBe(200)
    expect((await userOf(tokens.access_token)).object).toBe('user')
    expect((await program.revoke('unknown')).status).toBe(200)
    expect((await program.revoke(tokens.refresh_token)).status).toBe(200)
    expect((await app.as({ token: tokens.access_token }).get('/user')).status).toBe(401)
    expect((await program.revoke('x', { client_id: 'unknown' })).status).toBe(401)
  })

  test.runIf(isLongRun)('has few grants of one user, of which the oldest ends', async () => {
    const { session, program } = await build()
    const first = await program.tokensOf(session)
    for (let count = 0; count < maximumGrants; count++) await program.tokensOf(session)
    expect((await app.as({ token: first.access_token }).get('/user')).status).toBe(401)
    expect((await program.refresh(first.refresh_token)).status).toBe(400)
  })
})

describe('a user', () => {
  test('finds the program among the tokens, also after its token has expired, and ends its access', async () => {
    const { admin, session, program } = await build()
    const { access_token, refresh_token } = await program.tokensOf(session)
    await expire(access_token)
    const client = app.as(admin)
    const { items } = (await client.get('/user/tokens')).body
    const [{ id }] = items.filter(({ kind }: { kind: string }) => kind === 'oauth')
    expect(items).toContainEqual(
      expect.objectContaining({ id, label: 'Assistant', scopes: ['read', 'write'] }),
    )
    const rotated = await client.post(`/user/tokens/${id}/rotate`, {})
    expect([rotated.status, rotated.body.error.reason]).toEqual([409, 'TOKEN_OF_PROGRAM'])
    expect((await client.delete(`/user/tokens/${id}`)).status).toBe(204)
    expect((await program.refresh(refresh_token)).status).toBe(400)
  })

  test('of whom an admin revokes a token for an organization stays out of it after the token is renewed', async () => {
    const { organizationId, admin, program } = await build()
    const member = await buildMember(app, organizationId, 'EDIT')
    const { access_token, refresh_token } = await program.tokensOf(await buildSession(app, member))
    const tokens = (await app.as(admin).get(`/orgs/${organizationId}/member-tokens?user=${member.id}`)).body
      .items
    const { id } = tokens.find(({ kind }: { kind: string }) => kind === 'oauth')
    expect((await app.as({ token: access_token }).get(`/orgs/${organizationId}`)).status).toBe(200)
    await app.as(admin).delete(`/orgs/${organizationId}/member-tokens/${id}`)
    const renewed = (await program.refresh(refresh_token)).body
    for (const token of [access_token, renewed.access_token])
      expect((await app.as({ token }).get(`/orgs/${organizationId}`)).status).not.toBe(200)
    expect((await userOf(renewed.access_token)).id).toBe(member.id)
  })

  test('whose session is limited to an organization gives no more', async () => {
    const { organizationId, admin, program } = await build()
    const other = await buildOrganization(app)
    await app.database.prisma.member.create({
      data: { id: `mem${other.id.slice(3)}`, organizationId: other.id, userId: admin.id, role: 'READ' },
    })
    const { access_token, refresh_token } = await program.tokensOf(
      await buildSession(app, admin, { organizationId }),
    )
    for (const token of [access_token, (await program.refresh(refresh_token)).body.access_token]) {
      const client = app.as({ token })
      expect((await client.get(`/orgs/${other.id}`)).status).not.toBe(200)
    }
  })
})

describe('a request for access', () => {
  test.each(
    oneRowIn(2, [
      ['without PKCE', { code_challenge: undefined }, 'invalid_request'],
      ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
      ['for a token in the address', { response_type: 'token' }, 'unsupported_response_type'],
      ['for a scope that there is not', { scope: 'read admin' }, 'invalid_scope'],
      ['for another server', { resource: 'https://other.example' }, 'invalid_target'],
    ]),
  )('%s is told to the program', async (_what, changed, error) => {
    const { session, program } = await build()
    const back = await program.decide(session, 'allow', changed)
    expect(back.origin + back.pathname).toBe(redirectUri)
    expect([back.searchParams.get('error'), back.searchParams.get('state')]).toEqual([error, 'the state'])
  })

  test.each(
    oneRowIn(2, [
      ['of a program that is not registered', { client_id: 'oac0' }],
      ['to be led to another address', { redirect_uri: 'https://evil.example/callback' }],
      ['to be led below its address', { redirect_uri: `${redirectUri}/evil` }],
      ['without an address', { redirect_uri: undefined }],
    ]),
  )('%s is told to the user, who is led nowhere', async (_what, changed) => {
    const { session, program } = await build()
    for (const headers of [{}, session.headers]) {
      const answer = await fetch(program.authorizeUrl(changed), { headers, redirect: 'manual' })
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    }
  })

  test('leads who is not signed in to the page where they can, and back', async () => {
    const { program } = await build()
    const answer = await fetch(program.authorizeUrl(), { redirect: 'manual' })
    const location = new URL(answer.headers.get('location') ?? '', app.url)
    expect(location.pathname).toBe('/sign-in')
    expect(new URL(location.searchParams.get('returnTo') ?? '', app.url).href).toBe(
      program.authorizeUrl().replaceAll('%20', '+'),
    )
  })

  test('is decided on the page of this server only', async () => {
    const { session, program } = await build()
    const url = new URL(program.authorizeUrl())
    const origins: Record<string, string>[] = [{ Origin: 'https://evil.example' }, { Origin: 'null' }, {}]
    for (const origin of origins) {
      const answer = await fetch(`${url.origin}${url.pathname}`, {
        method: 'POST',
        headers: { Cookie: session.headers.Cookie, ...origin },
        body: new URLSearchParams({ ...Object.fromEntries(url.searchParams), decision: 'allow' }),
        redirect: 'manual',
      })
      expect(answer.headers.get('location') ?? '').not.toContain('code=')
    }
    const page = await fetch(url, { headers: { Cookie: session.headers.Cookie } })
    expect(page.headers.get('content-security-policy')).toContain(
      "form-action 'self' https://program.example;",
    )
    expect(await page.text()).toContain('program.example')
  })

  test.each(
    oneRowIn(2, [
      ['with another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
      ['without a verifier', { code_verifier: '' }, 'invalid_grant'],
      ['with another address', { redirect_uri: 'https://program.example/other' }, 'invalid_request'],
      ['by another program', { client_id: 'other' }, 'invalid_client'],
      ['of another kind', { grant_type: 'password' }, 'invalid_client'],
    ]),
  )('gives no token %s, and not for the same code afterwards', async (_what, changed, error) => {
    const { session, program } = await build()
    const code = (await program.decide(session)).searchParams.get('code')
    const { status, body } = await program.exchange<{ error: string }>(code, changed)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(body.error).toBe(error)
    if (error === 'invalid_grant') expect((await program.exchange(code)).status).toBe(400)
  })

  test('gives no token after its time, nor one to a program whose refresh has ended', async () => {
    const { session, program } = await build()
    const code = (await program.decide(session)).searchParams.get('code') ?? ''
    const hash = hashToken(code)
    const past = new Date(Date.now() - 1000)
    await app.database.prisma.oAuthCode.update({ where: { hash }, data: { expiresAt: past } })
    expect((await program.exchange<{ error: string }>(code)).body.error).toBe('invalid_grant')
    const { access_token, refresh_token } = await program.tokensOf(session)
    await app.database.prisma.oAuthGrant.updateMany({
      where: { token: { hash: hashToken(access_token) } },
      data: { refreshEndsAt: past },
    })
    expect((await program.refresh<{ error: string }>(refresh_token)).body.error).toBe('invalid_grant')
  })
})

describe('a registration', () => {
  test.each(
    oneRowIn(3, [
      'http://program.example/callback',
      'javascript:alert(1)',
      'data:text/html,x',
      'https://user:password@program.example/',
      'https://program.example/#fragment',
      'not an address',
      `https://program.example/${'x'.repeat(2048)}`,
    ]),
  )('of the address %s is refused', async (uri) => {
    const { status, body } = await register(app, { redirect_uris: [uri] })
    expect([status, body.error]).toEqual([400, 'invalid_redirect_uri'])
  })

  test.each(
    oneRowIn(3, [
      ['http://localhost:3000/callback', 'http://localhost:4711/callback'],
      ['http://127.0.0.1/callback', 'http://127.0.0.1:50000/callback'],
      ['http://[::1]:1/callback', 'http://[::1]:2/callback'],
      ['editor://lectern/callback', 'editor://lectern/callback'],
    ]),
  )('of %s lets the program be led to %s', async (registered, asked) => {
    const { session } = await build()
    const program = await OAuthProgram.register(app, { redirect_uris: [registered] })
    const back = await program.decide(session, 'allow', { redirect_uri: asked })
    expect(back.href.startsWith(asked)).toBe(true)
    expect(back.searchParams.get('code')).not.toBeNull()
  })

  test.each(
    oneRowIn(3, [
      ['without addresses', { redirect_uris: [] }],
      ['with too many addresses', { redirect_uris: Array(11).fill(redirectUri) }],
      ['for other answers than a code', { response_types: ['token'] }],
      ['for other grants', { grant_types: ['client_credentials'] }],
      ['with another way to authenticate', { token_endpoint_auth_method: 'private_key_jwt' }],
    ]),
  )('%s is refused in the form of OAuth', async (_what, metadata) => {
    const { status, headers, body } = await register(app, metadata)
    expect([status, body.error]).toEqual([400, 'invalid_client_metadata'])
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })

  test('with a name that is markup or long is shown as text, and cut', async () => {
    const { session } = await build()
    const program = await OAuthProgram.register(app, { client_name: `<b>Evil</b>\n${'x'.repeat(100)}` })
    const page = await (await fetch(program.authorizeUrl(), { headers: session.headers })).text()
    expect(page).not.toContain('<b>Evil')
    expect(page).toContain('&lt;b&gt;Evil')
    expect(page).not.toContain('x'.repeat(51))
  })

  test('that nobody has used is forgotten, and what has ended, by the sweep', async () => {
    const { session, program } = await build()
    const unused = await OAuthProgram.register(app)
    const { access_token } = await program.tokensOf(session)
    const { oAuthClient, apiToken } = app.database.prisma
    const later = (days: number) => new Date(Date.now() + days * 86_400_000)
    await sweepOAuth(app.database, later(unusedClientDays + 1))
    expect(await oAuthClient.findUnique({ where: { id: unused.clientId } })).toBeNull()
    expect(await oAuthClient.findUnique({ where: { id: program.clientId } })).not.toBeNull()
    await sweepOAuth(app.database, later(unusedClientDays + refreshSeconds / 86_400 + 2))
    expect(await apiToken.findUnique({ where: { hash: hashToken(access_token) } })).toBeNull()
    expect(await oAuthClient.findUnique({ where: { id: program.clientId } })).toBeNull()
  })
})

test('no secret of a program is in the database', async () => {
  const { session, program } = await build()
  const code = (await program.decide(session)).searchParams.get('code') ?? ''
  const { body } = await program.exchange(code)
  const tables = ['OAuthClient', 'OAuthCode', 'OAuthGrant', 'OAuthRefreshToken', 'ApiToken', 'AuditEvent']
  for (const table of tables) {
    const rows = await app.database.query(`SELECT t::text AS row FROM "${table}" t`, [])
    for (const secret of [code, body.access_token, body.refresh_token])
      expect(JSON.stringify(rows)).not.toContain(secret)
  }
})
