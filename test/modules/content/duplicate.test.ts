import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../src/base/identifiers.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { buildCollection } from '../../support/factories/collections.ts'
import { buildPage, outlineOf, sendChanges } from '../../support/factories/content.ts'
import { buildMember, buildOrganization } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'

let app: TestApp
let organization: Awaited<ReturnType<typeof buildOrganization>>
let client: TestClient

beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
  client = app.as(organization.admin)
})
afterAll(() => app.close())

const file = { name: 'a.txt', base64: 'YWJj', contentType: 'text/plain' }

describe('the copy of a space', () => {
  it('has all pages and files, and changes independently', async () => {
    const { id } = await buildSpace(app, organization)
    const parent = await buildPage(client, id, { title: 'Parent', document: { markdown: 'Text' } })
    const child = await buildPage(client, id, { title: 'Child', into: parent })
    await sendChanges(client, id, { operation: 'insert_files', files: [file] })
    await sendChanges(client, id, { operation: 'delete_page', page: await buildPage(client, id) })
    const before = (await client.get(`/spaces/${id}/content`)).body
    const { status, body, headers } = await client.post(`/spaces/${id}/duplicate`)
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(`${app.config.baseUrl}/v1/spaces/${body.id}`)
    expect(body).toMatchObject({ object: 'space', title: 'Space (copy)' })
    const copy = (await client.get(`/spaces/${body.id}/content`)).body
    const withoutAddresses = (value: unknown) =>
      JSON.parse(JSON.stringify(value).replaceAll(/"https?:[^"]*"/g, '""'))
    expect(withoutAddresses(copy.pages)).toEqual(withoutAddresses(before.pages))
    expect(withoutAddresses(copy.files)).toEqual(withoutAddresses(before.files))
    expect(await (await fetch(copy.files[0].downloadURL)).text()).toBe('abc')
    expect(copy.parents).toEqual([])

    await sendChanges(client, body.id, { operation: 'delete_page', page: child })
    expect(await outlineOf(client, body.id)).toEqual([['Parent']])
    expect(await outlineOf(client, id)).toEqual([['Parent', [['Child']]]])
  })

  it('has a title of at most 50 characters', async () => {
    const { id } = await buildSpace(app, organization, { title: 'x'.repeat(50) })
    const { body } = await client.post(`/spaces/${id}/duplicate`)
    expect(body.title).toBe(`${'x'.repeat(43)} (copy)`)
  })

  it('is placed directly after the original', async () => {
    const own = await buildOrganization(app)
    const first = await buildSpace(app, own, { title: 'First' })
    await buildSpace(app, own, { title: 'Last' })
    const viewer = app.as(own.admin)
    const copies = await Promise.all([1, 2].map(() => viewer.post(`/spaces/${first.id}/duplicate`)))
    expect(copies.map(({ status }) => status)).toEqual([201, 201])
    const spaces = await app.database.prisma.space.findMany({
      where: { organizationId: own.id },
      orderBy: { position: 'asc' },
    })
    expect(spaces.map(({ title }) => title)).toEqual(['First', 'First (copy)', 'First (copy)', 'Last'])
    expect(new Set(spaces.map(({ position }) => position)).size).toBe(4)
  })

  it('is in the same collection, with the same permissions', async () => {
    const collection = await buildCollection(app, organization)
    const original = await buildSpace(app, organization, { parent: collection, defaultLevel: null })
    const invited = await buildMember(app, organization.id, 'READ')
    const other = await buildMember(app, organization.id, 'CREATE')
    await app.database.prisma.contentPermission.create({
      data: { id: newId('ContentPermission'), userId: invited.id, spaceId: original.id, role: 'EDIT' },
    })
    const { body } = await client.post(`/spaces/${original.id}/duplicate`)
    expect(body).toMatchObject({ parent: collection.id, defaultLevel: null })
    expect((await app.as(invited).get(`/spaces/${body.id}`)).body.permissions.edit).toBe(true)
    expect((await app.as(other).get(`/spaces/${body.id}`)).status).toBe(404)
    expect((await app.as(invited).post(`/spaces/${original.id}/duplicate`)).status).toBe(403)
  })

  it('requires the permission to create content there', async () => {
    const { id } = await buildSpace(app, organization)
    const reviewer = await buildMember(app, organization.id, 'REVIEW')
    const creator = await buildMember(app, organization.id, 'CREATE')
    const stranger = (await buildOrganization(app)).admin
    expect((await app.as(reviewer).post(`/spaces/${id}/duplicate`)).status).toBe(403)
    expect((await app.as(stranger).post(`/spaces/${id}/duplicate`)).status).toBe(404)
    expect((await app.as(creator).post(`/spaces/${id}/duplicate`)).status).toBe(201)
  })
})
