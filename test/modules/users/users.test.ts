import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scopesOfOrganization } from '../../../src/access/tokens.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import {
  addMember,
  buildMember,
  buildOrganization,
  buildUser,
} from '../../support/factories/organizations.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const photoURL = 'https://example.com/photo.png'

describe('a user', () => {
  test('can update their name and picture separately, and remove the picture', async () => {
    const user = await buildUser(app)
    const client = app.as(user)
    const address = `/users/${user.id}`
    const named = await client.patch(address, { displayName: 'Ada' })
    expect(named).toMatchObject({ status: 200, body: { object: 'user', id: user.id, displayName: 'Ada' } })
    expect(named.body).not.toHaveProperty('photoURL')
    expect((await client.patch(address, { photoURL })).body).toEqual({ ...named.body, photoURL })
    expect((await client.get('/user')).body).toEqual({ ...named.body, photoURL })
    expect((await client.patch(address, { photoURL: null })).body).toEqual(named.body)
  })

  test('is updated and rejected in the same way in GraphQL', async () => {
    const user = await buildUser(app)
    const update = (input: object) =>
      app
        .as(user)
        .gql(
          'mutation ($id: ID!, $input: UpdateUserInput!) { updateUser(userId: $id, input: $input) { user { displayName photoURL } } }',
          { id: user.id, input },
        )
    expect((await update({ displayName: 'Ada', photoURL })).data.updateUser.user).toEqual({
      displayName: 'Ada',
      photoURL,
    })
    expect((await update({})).errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT')
  })

  test('is shown to others with the updated profile', async () => {
    const organization = await buildOrganization(app)
    const member = await buildMember(app, organization.id, 'READ')
    await app.as(member).patch(`/users/${member.id}`, { displayName: 'Grace', photoURL })
    const shown = await app.as(organization.admin).get(`/orgs/${organization.id}/members/${member.id}`)
    expect(shown.body.user).toMatchObject({ displayName: 'Grace', photoURL })
  })

  test('cannot be updated by others: 403 for users who can see them, 404 for all others', async () => {
    const organization = await buildOrganization(app)
    const member = await buildMember(app, organization.id, 'READ')
    const address = `/users/${member.id}`
    const before = (await app.as(member).get('/user')).body
    const refusals = [
      [organization.admin, 403],
      [await buildUser(app), 404],
    ] as const
    for (const body of [{ displayName: 'Mallory' }, {}])
      for (const [other, status] of refusals)
        expect((await app.as(other).patch(address, body)).status).toBe(status)
    expect((await app.as(member).get('/user')).body).toEqual(before)
  })

  test.each([
    ['nothing', {}, 'displayName', 'photoURL'],
    ['nothing but a name of null', { displayName: null }, 'displayName', 'photoURL'],
    ['an empty name', { displayName: '' }, 'displayName'],
    ['a name of 65 characters', { displayName: 'x'.repeat(65) }, 'displayName'],
    ['a picture that is no address', { photoURL: 'photo.png' }, 'photoURL'],
    ['a picture that is a script', { photoURL: 'javascript:alert(1)' }, 'photoURL'],
  ])('is refused %s', async (_what, body, ...paths) => {
    const user = await buildUser(app)
    const answer = await app.as(user).patch(`/users/${user.id}`, body)
    expect(answer.status).toBe(400)
    expect(answer.body.error.fields.map((field: { path: string }) => field.path)).toEqual(paths)
  })

  test('cannot be updated with a read-only token', async () => {
    const user = await buildUser(app, { scopes: ['read'] })
    expect((await app.as(user).patch(`/users/${user.id}`, { displayName: 'Ada' })).status).toBe(403)
  })

  test('can be updated in a session of one organization only without other memberships', async () => {
    const organization = await buildOrganization(app)
    const user = await buildUser(app, { scopes: scopesOfOrganization(organization.id) })
    await addMember(app, organization.id, user, 'READ')
    const rename = () => app.as(user).patch(`/users/${user.id}`, { displayName: 'Ada' })
    expect((await rename()).status).toBe(200)
    await addMember(app, (await buildOrganization(app)).id, user, 'READ')
    expect((await rename()).status).toBe(403)
  })
})
