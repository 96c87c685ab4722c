import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/identifiers.ts'
import { catalogue } from '../../src/languages/catalogue.ts'
import { invitationLabel } from '../../src/modules/invites/acceptance.ts'
import { linkLabels } from '../../src/modules/sign-in-links/sign-in.ts'
import { maximumTokens } from '../../src/modules/tokens/limits.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { buildUser, type TestUser } from '../support/factories/organizations.ts'
import { buildSession, type TestSession } from '../support/factories/sessions.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})

const open = (path: string, { headers }: TestSession) =>
  fetch(`${app.url}${path}`, { headers, redirect: 'manual' })

const textOf = async (path: string, session: TestSession) => (await open(path, session)).text()

/** Returns a session whose browser asks for pages in German. */
const inGerman = (session: TestSession): TestSession => {
  const headers = { ...session.headers, 'Accept-Language': 'de' }
  return { ...session, headers }
}

const submit = (path: string, { headers }: TestSession, fields: Record<string, string> = {}) =>
  fetch(`${app.url}${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })

async function signedIn(): Promise<{ user: TestUser; session: TestSession }> {
  const user = await buildUser(app)
  return { user, session: await buildSession(app, user) }
}

describe('the profile', () => {
  test('can be changed', async () => {
    const { user, session } = await signedIn()
    const answer = await submit('/account', session, {
      displayName: 'Ada Lovelace',
      photoURL: 'https://example.com/ada.png',
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account?done=saved'])
    expect(await textOf('/account?done=saved', session)).toContain('Your changes are saved.')
    const { body } = await app.as(user).get('/user')
    expect(body).toMatchObject({ displayName: 'Ada Lovelace', photoURL: 'https://example.com/ada.png' })
    await submit('/account', session, { displayName: 'Ada', photoURL: '' })
    expect((await app.as(user).get('/user')).body.photoURL).toBeUndefined()
  })

  test('stays as it was where a field is wrong, which is marked with what to enter', async () => {
    const { user, session } = await signedIn()
    const answer = await submit('/account', session, { displayName: '', photoURL: 'ftp://no' })
    const page = await answer.text()
    expect(answer.status).toBe(400)
    expect(page).toContain('Enter a name of at most 64 characters.')
    expect(page).toContain('value="ftp://no"')
    expect((await app.as(user).get('/user')).body.displayName).toBe(user.displayName)
  })
})

describe('the sessions', () => {
  test('are listed with their device', async () => {
    const { user, session } = await signedIn()
    await buildSession(app, user, { label: 'Another way' })
    const page = await textOf('/account/sessions', session)
    expect(page).toContain('Firefox on Linux<span class="mark">This browser</span>')
    expect(page).toContain('Another way')
    await buildSession(app, user, { label: linkLabels.MAIL })
    await buildSession(app, user, { label: `${invitationLabel}Acme` })
    const german = await textOf('/account/sessions', inGerman(session))
    for (const text of ['Firefox unter Linux', 'Mit einem Link per E-Mail', 'Mit der Einladung zu Acme'])
      expect(german).toContain(text)
  })
})

describe('the tokens', () => {
  const secretIn = (page: string) => /<code class="command">(lectern_[\w-]+)<\/code>/.exec(page)?.[1]
  const userOf = (token: string | undefined) => app.as({ token: token as string }).get('/user')

  test('are created with their access and lifetime, and shown once', async () => {
    const { user, session } = await signedIn()
    const page = await (
      await submit('/account/tokens', session, { label: 'Nightly <backup>', access: 'READ', days: '30' })
    ).text()
    const token = secretIn(page)
    expect((await userOf(token)).body.id).toBe(user.id)
    const listed = await textOf('/account/tokens', session)
    expect(listed).toContain('Nightly &lt;backup&gt;')
    expect(listed).toContain('Read only')
    expect(listed).not.toContain(token)
    const { items } = (await app.as(user).get('/user/tokens')).body
    const days = (Date.parse(items.at(-1).expiresAt) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(30)
  })

  test('can be rotated and revoked', async () => {
    const { user, session } = await signedIn()
    const made = secretIn(await (await submit('/account/tokens', session, { label: 'CI', days: '' })).text())
    const { items } = (await app.as(user).get('/user/tokens')).body
    const { id } = items.find(({ label }: { label: string }) => label === 'CI')
    const rotated = secretIn(await (await submit(`/account/tokens/${id}/rotate`, session)).text())
    expect([(await userOf(made)).status, (await userOf(rotated)).status]).toEqual([200, 200])
    const answer = await submit(`/account/tokens/${id}/revoke`, session)
    expect(answer.headers.get('location')).toBe('/account/tokens?done=revoked')
    expect((await userOf(made)).status).toBe(401)
  })

  test('need a name, and of others none can be revoked', async () => {
    const [{ user, session }, { session: foreign }] = [await signedIn(), await signedIn()]
    const nameless = await submit('/account/tokens', session, { label: ' ' })
    expect([nameless.status, await nameless.text()]).toEqual([
      400,
      expect.stringContaining('Enter a name of at most 50 characters.'),
    ])
    const [{ id }] = (await app.as(user).get('/user/tokens')).body.items
    expect((await submit(`/account/tokens/${id}/revoke`, foreign)).status).toBe(404)
    expect((await app.as(user).get('/user')).status).toBe(200)
  })

  test('are no more than a user may have, which is said in the language of the page', async () => {
    const { user, session } = await signedIn()
    const data = Array.from({ length: maximumTokens }, (_, index) => ({
      ...{ id: newId('ApiToken'), userId: user.id, label: `Token ${index}`, prefix: 'lectern_' },
      ...{ hash: crypto.randomUUID(), scopes: [] },
    }))
    await app.database.prisma.apiToken.createMany({ data })
    const answer = await submit('/account/tokens', inGerman(session), { label: 'One more' })
    expect([answer.status, await answer.text()]).toEqual([
      409,
      expect.stringContaining(catalogue.de.errors.tooManyTokens),
    ])
  })
})
