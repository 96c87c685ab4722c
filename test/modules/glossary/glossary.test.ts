import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { maximumEntries } from '../../../src/modules/glossary/limits.ts'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { buildMember, buildOrganization } from '../../support/factories/organizations.ts'

let app: TestApp
let client: TestClient
let organizationId: string
let path: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  const organization = await buildOrganization(app)
  organizationId = organization.id
  client = app.as(organization.admin)
  path = `/orgs/${organizationId}/translations-glossary`
})

const insert = (translations: object) => ({ type: 'insert', translations })
const put = (...operations: object[]) => client.put(path, { operations })

interface Entry {
  readonly id: string
  readonly translations: Record<string, string>
}

async function entries(): Promise<Entry[]> {
  const { status, body } = await client.get(path)
  expect([status, body.count]).toEqual([200, body.items.length])
  return body.items
}

const terms = async () => (await entries()).map(({ translations }) => translations)

test('entries are added, updated and deleted by one request, each read as it was written', async () => {
  const added = await put(insert({ en: 'page', fr: 'page' }), insert({ en: 'space', 'pt-BR': 'espaço' }))
  expect([added.status, added.body]).toEqual([204, null])
  const [page, space] = await entries()
  expect([page?.translations, space?.translations]).toEqual([
    { en: 'page', fr: 'page' },
    { en: 'space', 'pt-br': 'espaço' },
  ])
  const one = await client.get(`${path}/${page?.id}`)
  expect(one.body).toEqual({
    object: 'glossary-entry',
    id: page?.id,
    translations: { en: 'page', fr: 'page' },
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    urls: { location: `${app.config.baseUrl}/v1${path}/${page?.id}` },
  })
  const changed = await put(
    { type: 'update', id: space?.id, translations: { en: 'space', de: 'Bereich' } },
    insert({ en: 'site' }),
    { type: 'delete', id: page?.id },
  )
  expect(changed.status).toBe(204)
  expect(await terms()).toEqual([{ en: 'space', de: 'Bereich' }, { en: 'site' }])
  expect((await client.get(`${path}/${page?.id}`)).status).toBe(404)
  expect((await put({ type: 'delete', id: page?.id })).status).toBe(204)
})

test.each([
  ['operations.1.id', { type: 'update', id: 'none', translations: { en: 'x' } }],
  ['operations.1.id', { type: 'update', translations: { en: 'x' } }],
  ['operations.1.id', { type: 'delete' }],
  ['operations.1.id', { type: 'insert', id: 'own', translations: { en: 'x' } }],
  ['operations.1.translations', { type: 'insert' }],
  ['operations.1.translations', { type: 'insert', translations: {} }],
  ['operations.1.translations', { type: 'delete', id: 'none', translations: { en: 'x' } }],
  ['operations.1.type', { type: 'upsert', translations: { en: 'x' } }],
])('a batch with a fault at %s (%#) changes nothing', async (at, operation) => {
  const answer = await put(insert({ en: 'kept out' }), operation)
  expect([answer.status, answer.body.error.fields.map((fault: { path: string }) => fault.path)]).toEqual([
    400,
    [at],
  ])
  expect(await entries()).toEqual([])
})

test('terms have at most 255 characters on one line, for tags of languages', async () => {
  expect((await put(insert({ en: 'x'.repeat(255) }))).status).toBe(204)
  for (const translations of [{ en: '' }, { en: 'x'.repeat(256) }, { en: 'a\nb' }, { 'no tag': 'x' }])
    expect((await put(insert(translations))).status).toBe(400)
  expect((await put(...Array.from({ length: 1001 }, () => insert({ en: 'x' })))).status).toBe(400)
  expect((await put()).status).toBe(400)
})

test('an id may be named once in a batch', async () => {
  await put(insert({ en: 'page' }))
  const [{ id } = { id: '' }] = await entries()
  const answer = await put({ type: 'update', id, translations: { en: 'x' } }, { type: 'delete', id })
  expect([answer.status, answer.body.error.fields[0].path]).toEqual([400, 'operations.1.id'])
})

test('a glossary has an end', async () => {
  await app.database.query(
    `INSERT INTO "GlossaryEntry" (id, "organizationId", translations)
     SELECT 'glo' || n || $1, $1, '{"en":"x"}' FROM generate_series(1, $2::int) n`,
    [organizationId, maximumEntries],
  )
  const answer = await put(insert({ en: 'one more' }))
  expect([answer.status, answer.body.error.reason]).toEqual([409, 'TOO_MANY_GLOSSARY_ENTRIES'])
})

test('members read it, those who create content change it, and others do not find it', async () => {
  await put(insert({ en: 'page' }))
  const [{ id } = { id: '' }] = await entries()
  const reader = app.as(await buildMember(app, organizationId, 'EDIT'))
  expect((await reader.get(path)).body.count).toBe(1)
  expect((await reader.put(path, { operations: [insert({ en: 'x' })] })).status).toBe(403)
  const other = await buildOrganization(app)
  const stranger = app.as(other.admin)
  for (const address of [path, `${path}/${id}`, `/orgs/${other.id}/translations-glossary/${id}`])
    expect((await stranger.get(address)).status).toBe(404)
  const foreign = await stranger.put(`/orgs/${other.id}/translations-glossary`, {
    operations: [
      { type: 'update', id, translations: { en: 'taken' } },
      { type: 'delete', id },
    ].slice(0, 1),
  })
  expect(foreign.status).toBe(400)
  await stranger.put(`/orgs/${other.id}/translations-glossary`, { operations: [{ type: 'delete', id }] })
  expect(await terms()).toEqual([{ en: 'page' }])
})

test('the graph answers with what was written, and with the organization', async () => {
  const { data, errors } = await client.gql(
    `mutation($id: ID!, $operations: [GlossaryOperationInput!]!) {
      updateGlossary(organizationId: $id, operations: $operations) {
        glossaryEntries { id translations { language text } }
        deletedGlossaryEntryIds
        organization { id glossaryEntries(first: 1) { totalCount } }
      }
    }`,
    {
      id: organizationId,
      operations: [
        { type: 'INSERT', translations: [{ language: 'en', text: 'page' }] },
        { type: 'INSERT', translations: [{ language: 'de', text: 'Seite' }] },
      ],
    },
  )
  expect(errors).toBeUndefined()
  expect(data.updateGlossary).toMatchObject({
    glossaryEntries: [
      { translations: [{ language: 'en', text: 'page' }] },
      { translations: [{ language: 'de', text: 'Seite' }] },
    ],
    deletedGlossaryEntryIds: [],
    organization: { id: organizationId, glossaryEntries: { totalCount: 2 } },
  })
})
