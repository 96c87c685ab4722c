import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { startOwnTestApp, startServerBeside, type TestApp } from '../support/app.ts'
import { type Browser, openBrowser } from '../support/browser.ts'
import { buildOrganization, buildUser, type TestUser } from '../support/factories/organizations.ts'
import { buildSession } from '../support/factories/sessions.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'

let app: TestApp
let mailServer: MailServer

beforeAll(async () => {
  mailServer = await startMailServer()
  app = await startOwnTestApp({
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'docs@example.com',
    LOG_LEVEL: 'silent',
  })
  return async () => {
    await app.close()
    mailServer.close()
  }
})

const newAddress = () => `new-${randomUUID()}@example.com`

/** Invites an address, and returns the paths of the page to which the mail and the link lead. */
async function invite(email: string, role = 'edit') {
  const organization = await buildOrganization(app, { title: 'Acme & Co' })
  const admin = app.as(organization.admin)
  const { body } = await admin.post(`/orgs/${organization.id}/invites`, { emails: [email], role })
  const [, linkSecret] = /\/v1\/invites\/([\w-]+)$/.exec(body.invitations[0].link) ?? []
  return {
    organization,
    admin,
    mailed: `${app.url}/invitations/${mailServer.secretFor(email, 'invitations')}`,
    linked: `${app.url}/invitations/${linkSecret}`,
    rolesOf: async () =>
      (await admin.get(`/orgs/${organization.id}/members`)).body.items.map(
        (member: { role: string; user: { email: string } }) => [member.user.email, member.role],
      ),
  }
}

/** Opens a browser in which a user is signed in. */
async function browserOf(user: TestUser): Promise<Browser> {
  const { token } = await buildSession(app, user)
  return openBrowser({ [app.url]: { lectern: token } })
}

async function signedInAs(browser: Browser): Promise<string | null> {
  const answer = await browser.open(`${app.url}/v1/user`)
  return answer.status === 200 ? (await answer.json()).email : null
}

describe('the page of an invitation', () => {
  test('says who invites, to what and with which role, and makes a new person a member who is signed in', async () => {
    const email = newAddress()
    const { organization, mailed, rolesOf } = await invite(email)
    const browser = openBrowser()
    const page = await (await browser.open(mailed)).text()
    for (const text of [`${organization.admin.displayName} invites you to Acme &amp; Co.`, 'Editor', email])
      expect(page).toContain(text)
    const nameless = await browser.submit(mailed, { displayName: '' })
    expect([nameless.status, await nameless.text()]).toEqual([400, expect.stringContaining('Enter a name')])
    const answer = await browser.submit(mailed, { displayName: 'New Person' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/'])
    expect(await signedInAs(browser)).toBe(email)
    expect(await rolesOf()).toContainEqual([email, 'edit'])
    expect((await browser.open(mailed)).status).toBe(404)
    expect((await browser.submit(mailed, { displayName: 'Again' })).status).toBe(404)
  })

  test('is not accepted by programs that open it', async () => {
    const email = newAddress()
    const { mailed, rolesOf } = await invite(email)
    for (const method of ['GET', 'HEAD'])
      expect((await openBrowser().open(mailed, { method })).status).toBe(200)
    expect((await rolesOf()).map(([address]: [string]) => address)).not.toContain(email)
  })

  test('lets who has an account accept it without a name, and signs them in', async () => {
    const user = await buildUser(app)
    const { mailed, rolesOf } = await invite(user.email)
    const browser = openBrowser()
    expect(await (await browser.open(mailed)).text()).not.toContain('displayName')
    expect((await browser.submit(mailed)).status).toBe(303)
    expect(await signedInAs(browser)).toBe(user.email)
    expect(await rolesOf()).toContainEqual([user.email, 'edit'])
  })

  test('lets who is signed in keep their session', async () => {
    const user = await buildUser(app)
    const { mailed } = await invite(user.email)
    const browser = await browserOf(user)
    const before = browser.cookie(app.url, 'lectern')
    expect((await browser.submit(mailed)).status).toBe(303)
    expect(browser.cookie(app.url, 'lectern')).toBe(before)
  })

  test('tells who is signed in as somebody else, and makes the invited person a member, not them', async () => {
    const [user, other] = [await buildUser(app), await buildUser(app)]
    const { mailed, rolesOf } = await invite(user.email)
    const browser = await browserOf(other)
    const page = await (await browser.open(mailed)).text()
    expect(page).toContain(`You are signed in as ${other.email}, and the invitation is for ${user.email}.`)
    expect((await browser.submit(mailed)).status).toBe(303)
    expect(await signedInAs(browser)).toBe(user.email)
    const members = (await rolesOf()).map(([address]: [string]) => address)
    expect(members).toContain(user.email)
    expect(members).not.toContain(other.email)
  })

  test('has whoever was given no more than its link sign in as the invited person', async () => {
    const user = await buildUser(app)
    const { linked } = await invite(user.email)
    const stranger = openBrowser()
    expect(await (await stranger.open(linked)).text()).toContain(`There is an account for ${user.email}.`)
    expect((await stranger.submit(linked)).status).toBe(403)
    expect(await signedInAs(stranger)).toBe(null)
    const browser = await browserOf(user)
    expect((await browser.submit(linked)).status).toBe(303)
  })

  test('opens from the link that admins pass on, where a browser opens it', async () => {
    const { linked } = await invite(newAddress())
    const address = linked.replace('/invitations/', '/v1/invites/')
    const answer = await fetch(address, { headers: { Accept: 'text/html' }, redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, new URL(linked).pathname])
    expect((await fetch(address)).status).toBe(405)
  })

  test('does not exist for one that was revoked, and counts guesses', async () => {
    const { admin, organization, mailed } = await invite(newAddress())
    const { items } = (await admin.get(`/orgs/${organization.id}/email-invites`)).body
    await admin.delete(`/orgs/${organization.id}/email-invites/${items[0].id}`)
    const answer = await fetch(mailed)
    expect([answer.status, await answer.text()]).toEqual([
      404,
      expect.stringContaining('does not work any longer'),
    ])
    const server = await startServerBeside(app, { config: { failureRateLimit: 2 } })
    const guess = () => fetch(`${server.url}/invitations/${randomUUID()}`)
    expect([(await guess()).status, (await guess()).status, (await guess()).status]).toEqual([404, 404, 429])
    await server.close()
  })

  test('is recorded in the audit log as for the APIs', async () => {
    const email = newAddress()
    const { admin, organization, mailed } = await invite(email)
    await openBrowser().submit(mailed, { displayName: 'Recorded Person' })
    const { body } = await admin.get(`/orgs/${organization.id}/audit-events?action=acceptEmailInvite`)
    expect(body.count).toBe(1)
  })
})

describe('the page of an invite link', () => {
  test('has who is not signed in do so first, and comes back', async () => {
    const organization = await buildOrganization(app, { title: 'Joined organization' })
    const admin = app.as(organization.admin)
    const { id } = (await admin.post(`/orgs/${organization.id}/link-invites`, { role: 'comment' })).body
    const page = await (await openBrowser().open(`${app.url}/join/${id}`)).text()
    expect(page).toContain('Join Joined organization')
    expect(page).toContain('Commenter')
    expect(page).toContain(`href="/sign-in?returnTo=%2Fjoin%2F${id}"`)
    const user = await buildUser(app)
    const browser = await browserOf(user)
    expect(await (await browser.open(`${app.url}/join/${id}`)).text()).toContain(`Join as ${user.email}`)
    expect((await browser.submit(`${app.url}/join/${id}`)).headers.get('location')).toBe('/')
    const members = (await admin.get(`/orgs/${organization.id}/members`)).body.items
    expect(members).toContainEqual(
      expect.objectContaining({ role: 'comment', user: expect.objectContaining({ email: user.email }) }),
    )
  })

  test('does not exist for a link that does not', async () => {
    expect((await openBrowser().open(`${app.url}/join/inv1`)).status).toBe(404)
  })
})
