import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../src/base/identifiers.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { buildCollection } from '../../support/factories/collections.ts'
import { addMember, buildMember, buildOrganization, grant } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Creates two organizations with the same admin. */
async function buildPair() {
  const source = await buildOrganization(app)
  const target = await buildOrganization(app)
  await addMember(app, target.id, source.admin, 'ADMIN')
  return { source, target, admin: app.as(source.admin) }
}

async function putInSite(organizationId: string, spaceId: string, title: string) {
  await app.database.prisma.site.create({
    data: {
      id: newId('Site'),
      organizationId,
      title,
      siteSpaces: { create: { id: newId('SiteSpace'), spaceId, path: 'docs', position: 'a0' } },
    },
  })
}

describe('transferring a space', () => {
  it('moves it to the end of the root of the other organization', async () => {
    const { source, target, admin } = await buildPair()
    const parent = await buildCollection(app, source, { defaultLevel: 'COMMENT' })
    const { id } = await buildSpace(app, source, { parent })
    await buildSpace(app, target)
    const answer = await admin.post(`/spaces/${id}/transfer`, { organization: target.id })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ id, organization: target.id, defaultLevel: 'inherit' })
    expect(answer.body).not.toHaveProperty('parent')
    const list = await admin.get(`/orgs/${target.id}/spaces`)
    expect(list.body.items.map((item: { id: string }) => item.id)).toContain(id)
    expect((await admin.get(`/orgs/${source.id}/spaces`)).body.items).toEqual([])
    const reader = app.as(await buildMember(app, target.id, 'READ'))
    expect((await reader.get(`/spaces/${id}`)).body.permissions).toMatchObject({ view: true, comment: false })
  })

  it('returns 409 for the same organization and 404 for one that the caller is not in', async () => {
    const { source, admin } = await buildPair()
    const { id } = await buildSpace(app, source)
    expect((await admin.post(`/spaces/${id}/transfer`, { organization: source.id })).status).toBe(409)
    const stranger = await buildOrganization(app)
    for (const organization of [stranger.id, 'orgnone'])
      expect((await admin.post(`/spaces/${id}/transfer`, { organization })).status).toBe(404)
    expect((await admin.post(`/spaces/${id}/transfer`, {})).status).toBe(400)
    expect((await admin.post('/spaces/spcnone/transfer', { organization: source.id })).status).toBe(404)
  })

  it('returns 403 unless the caller is an admin of the target', async () => {
    const { source, admin } = await buildPair()
    const { id } = await buildSpace(app, source)
    const target = await buildOrganization(app)
    await addMember(app, target.id, source.admin, 'CREATE')
    const answer = await admin.post(`/spaces/${id}/transfer`, { organization: target.id })
    expect(answer.status).toBe(403)
    expect(answer.body.error.message).toContain('organization:administer')
    const { errors } = await admin.gql(
      'mutation ($id: ID!, $input: TransferContentInput!) { transferSpace(spaceId: $id, input: $input) { space { id } } }',
      { id, input: { organization: target.id } },
    )
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  })

  it('returns 412 while the space is used in a site', async () => {
    const { source, target, admin } = await buildPair()
    const { id } = await buildSpace(app, source, { title: 'Manual' })
    await putInSite(source.id, id, 'Docs')
    const answer = await admin.post(`/spaces/${id}/transfer`, { organization: target.id })
    expect(answer.status).toBe(412)
    expect(answer.body.error.message).toContain('"Manual" is used in the site "Docs"')
    expect((await admin.get(`/spaces/${id}`)).body.organization).toBe(source.id)
  })

  it('removes the direct permissions of teams, and of users who are not in the other organization', async () => {
    const { source, target, admin } = await buildPair()
    const { id } = await buildSpace(app, source)
    const leaving = await buildMember(app, source.id, 'READ')
    const staying = await buildMember(app, source.id, 'READ')
    await addMember(app, target.id, staying, null)
    await grant(app, leaving, 'EDIT', { spaceId: id })
    await grant(app, staying, 'EDIT', { spaceId: id })
    const { prisma } = app.database
    const team = await prisma.team.create({
      data: { id: newId('Team'), organizationId: source.id, title: 'Team' },
    })
    await prisma.contentPermission.create({
      data: { id: newId('ContentPermission'), teamId: team.id, spaceId: id, role: 'ADMIN' },
    })
    await admin.post(`/spaces/${id}/transfer`, { organization: target.id })
    expect(await prisma.contentPermission.findMany({ where: { spaceId: id } })).toMatchObject([
      { userId: staying.id },
    ])
    expect((await app.as(leaving).get(`/spaces/${id}`)).status).toBe(404)
    expect((await app.as(staying).get(`/spaces/${id}`)).body.permissions.edit).toBe(true)
  })

  it('requires the permission to administer the organization', async () => {
    const { source, target } = await buildPair()
    const creator = await buildMember(app, source.id, 'CREATE')
    await addMember(app, target.id, creator, 'ADMIN')
    const { id } = await buildSpace(app, source)
    const answer = await app.as(creator).post(`/spaces/${id}/transfer`, { organization: target.id })
    expect(answer.status).toBe(403)
  })
})

describe('transferring a collection', () => {
  it('moves all content, including deleted spaces, and removes its relations to the organization', async () => {
    const { source, target, admin } = await buildPair()
    const around = await buildCollection(app, source, { defaultLevel: null })
    const outer = await buildCollection(app, source, { parent: around })
    const inner = await buildCollection(app, source, { parent: outer })
    const space = await buildSpace(app, source, { parent: inner })
    const deleted = await buildSpace(app, source, { parent: inner })
    const left = await buildSpace(app, source, { parent: around })
    const leaving = await buildMember(app, source.id, 'READ')
    await grant(app, leaving, 'EDIT', { collectionId: inner.id })
    await grant(app, leaving, 'EDIT', { spaceId: space.id })
    await admin.delete(`/spaces/${deleted.id}`)

    const answer = await admin.post(`/collections/${outer.id}/transfer`, { organization: target.id })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ id: outer.id, organization: target.id })
    expect(answer.body).not.toHaveProperty('parent')
    expect((await admin.get(`/collections/${inner.id}`)).body).toMatchObject({
      organization: target.id,
      parent: outer.id,
    })
    const restored = await admin.post(`/spaces/${deleted.id}/restore`)
    for (const { body } of [await admin.get(`/spaces/${space.id}`), restored])
      expect(body).toMatchObject({ organization: target.id, parent: inner.id })
    expect((await admin.get(`/spaces/${left.id}`)).body.organization).toBe(source.id)
    const reader = app.as(await buildMember(app, target.id, 'READ'))
    expect((await reader.get(`/spaces/${space.id}`)).status).toBe(200)
    expect(await app.database.prisma.contentPermission.count({ where: { userId: leaving.id } })).toBe(0)
  })

  it('returns 409 for the same organization and 412 while a space inside is used in a site', async () => {
    const { source, target, admin } = await buildPair()
    const outer = await buildCollection(app, source)
    const inner = await buildCollection(app, source, { parent: outer })
    const { id } = await buildSpace(app, source, { parent: inner })
    const transfer = (organization: string) =>
      admin.post(`/collections/${outer.id}/transfer`, { organization })
    expect((await transfer(source.id)).status).toBe(409)
    await putInSite(source.id, id, 'Docs')
    expect((await transfer(target.id)).status).toBe(412)
    expect((await admin.get(`/spaces/${id}`)).body.organization).toBe(source.id)
    expect((await admin.get(`/collections/${inner.id}`)).body.organization).toBe(source.id)
  })

  it('serializes two opposite transfers', async () => {
    const { source, target, admin } = await buildPair()
    const there = await buildCollection(app, source)
    const back = await buildCollection(app, target)
    const answers = await Promise.all([
      admin.post(`/collections/${there.id}/transfer`, { organization: target.id }),
      admin.post(`/collections/${back.id}/transfer`, { organization: source.id }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })
})
