import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { openBrowser } from '../../support/browser.ts'
import { buildOidcProvider, startServerWithOidc } from '../../support/factories/openid-providers.ts'
import { addMember, buildOrganization, buildUser } from '../../support/factories/organizations.ts'
import { type RunningOpenIdProvider, startOpenIdProvider } from '../../support/openid-provider.ts'

let app: TestApp
let idp: RunningOpenIdProvider

beforeAll(async () => {
  app = await startTestApp()
  idp = await startOpenIdProvider()
})
afterAll(async () => {
  await idp.close()
  await app.close()
})

let counter = 0

/** Returns a user of the provider who is unknown to the server. */
function newcomer(fields: object = {}) {
  counter += 1
  idp.person = {
    sub: `sub-${counter}`,
    email: `newcomer-${counter}@${crypto.randomUUID()}.test`,
    email_verified: true,
    name: `Newcomer ${counter}`,
    ...fields,
  }
  return idp.person
}

const memberOf = (organizationId: string, email: unknown) =>
  app.database.prisma.member.findFirst({ where: { organizationId, user: { email: String(email) } } })

describe('signing in with the OpenID Connect provider of an organization', () => {
  test('redirects to it and back, and makes a new user a member', async () => {
    const organization = await buildOrganization(app)
    const provider = await buildOidcProvider(app, idp, organization, { defaultRole: 'COMMENT' })
    const { email, name } = newcomer()
    const browser = openBrowser()
    const last = await browser.follow(`${provider.startURL}?returnTo=/v1/user`)
    expect([last.status, last.url]).toEqual([200, `${app.url}/v1/user`])
    expect(await last.json()).toMatchObject({ email, displayName: name })
    expect(await memberOf(organization.id, email)).toMatchObject({ role: 'COMMENT', sso: true })
  })

  test('opens a session for its organization only, which ends at the provider too', async () => {
    const organization = await buildOrganization(app)
    const provider = await buildOidcProvider(app, idp, organization)
    const other = await buildOrganization(app)
    await addMember(app, organization.id, other.admin, 'READ')
    newcomer({ email: other.admin.email })
    const browser = openBrowser()
    const last = await browser.follow(`${provider.startURL}?returnTo=/v1/orgs`)
    expect((await last.json()).items.map(({ id }: { id: string }) => id)).toEqual([organization.id])
    expect(idp.signedIn()).toContain(idp.person.sub)
    const page = await browser.submit(`${app.url}/sign-out`)
    const [, address = ''] = /^0; url=(.+)$/.exec(page.headers.get('refresh') ?? '') ?? []
    const end = await browser.follow(address)
    expect(end.url).toBe(`${app.url}/sign-out`)
    expect(idp.signedIn()).not.toContain(idp.person.sub)
    expect((await browser.open(`${app.url}/v1/user`)).status).toBe(401)
  })
})

describe('signing in with the provider of the whole server', () => {
  test('signs in a user who exists, with all organizations', async () => {
    const server = await startServerWithOidc(app, idp)
    const user = await buildUser(app)
    const organizations = [await buildOrganization(app), await buildOrganization(app)]
    for (const { id } of organizations) await addMember(app, id, user, 'READ')
    newcomer({ email: user.email.toUpperCase() })
    const browser = openBrowser()
    const last = await browser.follow(`${server.oidc.startURL}?returnTo=/v1/orgs`)
    expect((await last.json()).items).toHaveLength(2)
    expect(await (await browser.open(`${server.url}/v1/user`)).json()).toMatchObject({ id: user.id })
    await server.close()
  })

  test('makes somebody new a member of its organization, and refuses them without one', async () => {
    const organization = await buildOrganization(app)
    const closed = await startServerWithOidc(app, idp)
    const open = await startServerWithOidc(app, idp, { organization: organization.id, defaultRole: 'EDIT' })
    const { email } = newcomer()
    expect((await openBrowser().follow(closed.oidc.startURL)).status).toBe(403)
    const page = await openBrowser().open(`${open.url}/sign-in?returnTo=/v1/user`)
    const html = await page.text()
    expect(html).toContain('Continue with Company login')
    const last = await openBrowser().follow(`${open.oidc.startURL}?returnTo=/v1/user`)
    expect(await last.json()).toMatchObject({ email })
    expect(await memberOf(organization.id, email)).toMatchObject({ role: 'EDIT' })
    await Promise.all([closed.close(), open.close()])
  })
})
