import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { buildMember, buildOrganization } from '../../support/factories/organizations.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function build() {
  const organization = await buildOrganization(app)
  return {
    organization,
    client: app.as(organization.admin),
    base: `/orgs/${organization.id}/translations`,
  }
}

describe('translation settings', () => {
  test('are created with a title only, updated and deleted', async () => {
    const { client, base } = await build()
    const answer = await client.post(base, { title: 'European' })
    expect(answer.status).toBe(201)
    const { id } = answer.body
    expect(answer.body).toEqual({
      object: 'translation-settings',
      id,
      title: 'European',
      languages: [],
      createdAt: answer.body.createdAt,
      updatedAt: answer.body.updatedAt,
      urls: { location: `${app.url}/v1${base}/${id}` },
      permissions: { view: true, edit: true },
    })
    await client.put(`${base}/${id}`, { title: 'European', languages: ['de', 'pt-br'] })
    const renamed = await client.put(`${base}/${id}`, { title: 'Renamed' })
    expect(renamed.body).toMatchObject({ title: 'Renamed', languages: ['de', 'pt-BR'] })
    expect((await client.get(`${base}/${id}`)).body).toEqual(renamed.body)
    expect((await client.delete(`${base}/${id}`)).status).toBe(205)
    expect((await client.get(base)).body).toEqual({ items: [], count: 0 })
    expect((await client.delete(`${base}/${id}`)).status).toBe(404)
  })

  test('work in the same way in GraphQL', async () => {
    const { client, organization, base } = await build()
    const created = await client.gql(
      `mutation ($id: ID!) {
        createTranslationSettings(organizationId: $id, input: { title: "A", languages: ["EN-us"] }) {
          translationSettings {
            id title languages permissions { edit }
          }
        }
      }`,
      { id: organization.id },
    )
    const { id } = created.data.createTranslationSettings.translationSettings
    expect(created.data.createTranslationSettings.translationSettings).toEqual({
      id,
      title: 'A',
      languages: ['en-US'],
      permissions: { edit: true },
    })
    expect((await client.get(base)).body.items).toMatchObject([{ id, languages: ['en-US'] }])
  })

  test.each([
    { title: '' },
    { title: 'a'.repeat(101) },
    {},
    { title: 'A', languages: ['not a language'] },
    { title: 'A', languages: [''] },
    { title: 'A', languages: ['en-us', 'en-US'] },
  ])('are refused as %j', async (body) => {
    const { client, base } = await build()
    expect((await client.post(base, body)).status).toBe(400)
  })

  test('can be read by members, and written by members who may create content', async () => {
    const { client, base, organization } = await build()
    const { id } = (await client.post(base, { title: 'A' })).body
    const reader = app.as(await buildMember(app, organization.id, 'REVIEW'))
    expect((await reader.get(`${base}/${id}`)).body.permissions).toEqual({ view: true, edit: false })
    expect((await reader.put(`${base}/${id}`, { title: 'B' })).status).toBe(403)
    const other = await build()
    expect((await other.client.get(`${other.base}/${id}`)).status).toBe(404)
  })
})
