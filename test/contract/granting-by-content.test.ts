import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/identifiers.ts'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { buildCollection } from '../support/factories/collections.ts'
import {
  buildMember,
  buildMembers,
  buildOrganization,
  grant,
  type TestUser,
} from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import { addressOf, buildFixture, contentKinds, onContent } from './granted-objects.ts'
import { everyRole } from './row-permissions.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('a role on a collection', () => {
  /** Builds a collection whose creators hold less on a space inside than on the collection. */
  async function buildRestricted() {
    const organization = await buildOrganization(app)
    const collection = await buildCollection(app, organization)
    const space = await buildSpace(app, organization, { parent: collection, defaultLevel: null })
    const creator = await buildMember(app, organization.id, 'CREATE')
    return { organization, collection, space, creator, client: app.as(creator) }
  }

  test('is not given by those to whom something inside is hidden', async () => {
    const { collection, space, creator, client } = await buildRestricted()
    const { status, body } = await client.post(`/collections/${collection.id}/permissions`, {
      role: 'read',
      users: [creator.id],
    })
    expect([status, body.error.reason]).toEqual([403, 'ROLE_ABOVE_OWN'])
    expect((await client.get(`/spaces/${space.id}`)).status).toBe(404)
  })

  test('does not reach what is hidden by moving the collection around it', async () => {
    const { organization, collection, space, creator, client } = await buildRestricted()
    const own = await buildCollection(app, organization)
    await grant(app, creator, 'CREATE', { collectionId: own.id })
    const { status, body } = await client.post(`/collections/${collection.id}/move`, { parent: own.id })
    expect([status, body.error.reason]).toEqual([403, 'ROLE_ABOVE_OWN'])
    expect((await client.get(`/spaces/${space.id}`)).status).toBe(404)
  })

  test('is given by those who hold it on all inside', async () => {
    const { organization, collection, creator, space, client } = await buildRestricted()
    await grant(app, creator, 'EDIT', { spaceId: space.id })
    const guest = await buildMember(app, organization.id, null)
    const give = (role: string) =>
      client.post(`/collections/${collection.id}/permissions`, { role, users: [guest.id] })
    expect((await give('review')).status).toBe(403)
    expect((await give('edit')).status).toBe(204)
    expect((await app.as(guest).get(`/spaces/${space.id}`)).body.permissions.edit).toBe(true)
  })

  test('is not taken from those who hold more by moving content out of it', async () => {
    const organization = await buildOrganization(app)
    const collection = await buildCollection(app, organization)
    const space = await buildSpace(app, organization, { parent: collection })
    const owner = await buildMember(app, organization.id, null)
    await grant(app, owner, 'ADMIN', { collectionId: collection.id })
    const creator = app.as(await buildMember(app, organization.id, 'CREATE'))
    const { status, body } = await creator.post(`/spaces/${space.id}/move`, { parent: null })
    expect([status, body.error.reason]).toEqual([403, 'ROLE_ABOVE_OWN'])
    expect((await app.as(owner).get(`/spaces/${space.id}`)).status).toBe(200)
  })
})

describe('a copy of a space', () => {
  test('has no role above that of whoever made it', async () => {
    for (const held of everyRole.filter((role) => role !== null)) {
      const organization = await buildOrganization(app)
      const space = await buildSpace(app, organization, { defaultLevel: null })
      const [owner, reader] = [
        await buildMember(app, organization.id, null),
        await buildMember(app, organization.id, null),
      ]
      const copier = await buildMember(app, organization.id, 'CREATE')
      const onOriginal = { spaceId: space.id }
      await grant(app, owner, 'ADMIN', onOriginal)
      await grant(app, reader, 'READ', onOriginal)
      await grant(app, copier, held, onOriginal)
      const { status, body } = await app.as(copier).post(`/spaces/${space.id}/duplicate`)
      expect(status).toBe(201)
      const granted = await app.database.prisma.contentPermission.findMany({ where: { spaceId: body.id } })
      expect(new Map(granted.map(({ userId, role }) => [userId, role]))).toEqual(
        new Map([
          [owner.id, held],
          [reader.id, 'READ'],
          [copier.id, held],
        ]),
      )
    }
  })

  test('is not made by those who hold less than its default level gives', async () => {
    const organization = await buildOrganization(app)
    const collection = await buildCollection(app, organization)
    const space = await buildSpace(app, organization, { parent: collection, defaultLevel: 'ADMIN' })
    const guest = await buildMember(app, organization.id, null)
    await grant(app, guest, 'CREATE', { collectionId: collection.id })
    const { status, body } = await app.as(guest).post(`/spaces/${space.id}/duplicate`)
    expect([status, body.error.reason]).toEqual([403, 'ROLE_ABOVE_OWN'])
  })
})

describe('content leaves an organization', () => {
  const pairs = everyRole.flatMap((here) => everyRole.map((there) => ({ here, there })))
  const isAdmin = ({ here, there }: (typeof pairs)[number]) => here === 'ADMIN' && there === 'ADMIN'
  const refused = pairs.filter((pair) => !isAdmin(pair))
  const admin = pairs.find(isAdmin) as (typeof pairs)[number]

  test.each(['space', 'collection'] as const)(
    'only by somebody who is an admin of both: a %s',
    async (kind) => {
      const source = await buildFixture(app)
      const target = await buildOrganization(app)
      const users = await buildMembers(
        app,
        source.organizationId,
        pairs.map(({ here }) => here),
      )
      const { member, contentPermission } = app.database.prisma
      await member.createMany({
        data: pairs.map(({ there }, index) => ({
          id: newId('Member'),
          organizationId: target.id,
          userId: (users[index] as TestUser).id,
          role: there,
        })),
      })
      await contentPermission.createMany({
        data: pairs.flatMap(({ here }, index) =>
          // A guest holds as much on the content as can be granted.
          here === null
            ? {
                id: newId('ContentPermission'),
                userId: (users[index] as TestUser).id,
                role: 'ADMIN' as const,
                ...onContent(source, kind),
              }
            : [],
        ),
      })
      const transferBy = (pair: (typeof pairs)[number]) =>
        app
          .as(users[pairs.indexOf(pair)] as TestUser)
          .post(addressOf(source, kind, 'transfer'), { organization: target.id })
      for (const pair of refused) {
        const { here, there } = pair
        const { status, body } = await transferBy(pair)
        const attempt = { here, there, status, reason: body.error?.reason }
        expect(attempt).toEqual({ here, there, status: 403, reason: 'PERMISSION_REQUIRED' })
      }
      const { status, body } = await transferBy(admin)
      expect([status, body.organization]).toEqual([200, target.id])
    },
  )
})

describe('a guest', () => {
  test.each(contentKinds)(
    'who administers a %s sees who may do what, without e-mail addresses',
    async (kind) => {
      const fixture = await buildFixture(app)
      const guest = await buildMember(app, fixture.organizationId, null)
      await grant(app, guest, 'ADMIN', onContent(fixture, kind))
      await grant(app, fixture.recipient, 'READ', onContent(fixture, kind))
      const client = app.as(guest)
      const seenBy = async (viewer: TestClient, list: string) => {
        const { status, body } = await viewer.get(addressOf(fixture, kind, `permissions/${list}`))
        expect(status).toBe(200)
        return new Map<string, string | undefined>(
          body.items.map(({ user }: { user: TestUser }) => [user.id, user.email]),
        )
      }
      for (const list of ['users', 'aggregate']) {
        const seen = await seenBy(client, list)
        expect(seen.size).toBeGreaterThan(1)
        expect([...seen].filter(([, email]) => email !== undefined)).toEqual([[guest.id, guest.email]])
        expect((await seenBy(fixture.admin, list)).get(fixture.recipient.id)).toBe(fixture.recipient.email)
      }
    },
  )
})
