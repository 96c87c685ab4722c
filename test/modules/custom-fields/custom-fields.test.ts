import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isLongRun, oneRowIn } from '../../support/budget.ts'
import { addMember, buildMember, buildOrganization } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function build() {
  const organization = await buildOrganization(app)
  const client = app.as(organization.admin)
  const space = await buildSpace(app, organization)
  const fields = `/orgs/${organization.id}/custom-fields`
  const values = `/spaces/${space.id}/custom-fields`
  return { organization, client, space, fields, values }
}

const create = async (client: TestClient, fields: string, field: Record<string, unknown>) => {
  const answer = await client.post(fields, field)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

/** Returns the values of a space by the names of their fields; fields without a value are left out. */
async function valuesOf(client: TestClient, values: string): Promise<Record<string, unknown>> {
  const { body } = await client.get(values)
  return Object.fromEntries(
    body
      .filter((item: object) => 'value' in item)
      .map((item: { customField: { name: string }; value: unknown }) => [item.customField.name, item.value]),
  )
}

const write = (client: TestClient, values: string, given: Record<string, unknown>) =>
  client.patch(values, {
    values: Object.fromEntries(Object.entries(given).map(([name, value]) => [name, { value }])),
  })

describe('a custom field', () => {
  test('is created, read, updated and deleted by its name', async () => {
    const { client, fields, organization } = await build()
    const answer = await client.post(fields, { name: 'review-date_2', type: 'text' })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: answer.body.id,
      name: 'review-date_2',
      type: 'text',
      title: '',
      description: '',
      placeholder: '',
      createdAt: answer.body.createdAt,
      updatedAt: answer.body.createdAt,
      urls: { location: `${app.url}/v1/orgs/${organization.id}/custom-fields/review-date_2` },
      permissions: { view: true, edit: true },
    })
    expect(answer.headers.get('location')).toBe(answer.body.urls.location)
    const changed = await client.patch(`${fields}/review-date_2`, { title: 'Review', description: 'When' })
    expect(changed.body).toMatchObject({ title: 'Review', description: 'When', placeholder: '' })
    expect((await client.patch(`${fields}/review-date_2`, { title: null })).body).toMatchObject({
      title: '',
      description: 'When',
    })
    expect((await client.get(`${fields}/review-date_2`)).body.description).toBe('When')
    expect((await client.delete(`${fields}/review-date_2`)).status).toBe(204)
    expect((await client.get(`${fields}/review-date_2`)).status).toBe(404)
    expect((await client.get(fields)).body).toEqual({ items: [], count: 0 })
  })

  test('has a unique name in the organization, also when created concurrently', async () => {
    const { client, fields } = await build()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => client.post(fields, { name: 'one', type: 'boolean' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
    const other = await build()
    expect((await other.client.post(other.fields, { name: 'one', type: 'text' })).status).toBe(201)
  })

  test.each(
    oneRowIn(3, [
      ['a name in upper case', { name: 'Stage', type: 'text' }],
      ['a name with a space', { name: 'a b', type: 'text' }],
      ['an empty name', { name: '', type: 'text' }],
      ['a long name', { name: 'a'.repeat(51), type: 'text' }],
      ['an unknown type', { name: 'a', type: 'date' }],
      ['a long title', { name: 'a', type: 'text', title: 'a'.repeat(101) }],
      ['a select without options', { name: 'a', type: 'select:single' }],
      ['a select with no option', { name: 'a', type: 'select:multi', options: [] }],
      ['an option twice', { name: 'a', type: 'select:multi', options: ['x', 'x'] }],
      ['a long option', { name: 'a', type: 'select:multi', options: ['x'.repeat(41)] }],
      ['options of a text', { name: 'a', type: 'text', options: ['x'] }],
      ['options of a number', { name: 'a', type: 'number', options: ['x'] }],
    ]),
  )('is refused with %s', async (_fault, body) => {
    const { client, fields } = await build()
    expect((await client.post(fields, body)).status).toBe(400)
    expect((await client.get(fields)).body.count).toBe(0)
  })

  test('is listed for members and not for guests', async () => {
    const { client, fields, organization } = await build()
    await create(client, fields, { name: 'one', type: 'text' })
    await create(client, fields, { name: 'two', type: 'text' })
    const reader = app.as(await buildMember(app, organization.id, 'READ'))
    const { body } = await reader.get(`${fields}?limit=1`)
    expect(body).toMatchObject({
      count: 2,
      items: [{ name: 'one', permissions: { view: true, edit: false } }],
    })
    expect((await reader.get(`${fields}?limit=1&page=${body.next.page}`)).body.items[0].name).toBe('two')
    const guest = app.as(await buildMember(app, organization.id, null))
    expect((await guest.get(fields)).status).toBe(403)
    expect((await guest.get(`${fields}/one`)).status).toBe(403)
  })
})

describe('values of a space', () => {
  test('are written and read by names of fields, in REST and GraphQL', async () => {
    const { client, fields, values, space } = await build()
    await create(client, fields, { name: 'text', type: 'text' })
    await create(client, fields, { name: 'number', type: 'number' })
    await create(client, fields, { name: 'boolean', type: 'boolean' })
    await create(client, fields, { name: 'tags', type: 'tags', options: ['proposed'] })
    await create(client, fields, { name: 'multi', type: 'select:multi', options: ['a', 'b'] })
    await create(client, fields, { name: 'single', type: 'select:single', options: ['a', 'b'] })
    const given = {
      text: 'x'.repeat(256),
      number: -0.5,
      boolean: false,
      tags: ['any', 'proposed'],
      multi: ['b', 'a'],
      single: 'a',
    }
    expect((await write(client, values, given)).status).toBe(204)
    expect(await valuesOf(client, values)).toEqual(given)
    const { data } = await client.gql(
      `mutation ($spaceId: ID!) {
        updateSpaceCustomFields(spaceId: $spaceId, values: [{ name: "number", value: 2 }, { name: "text", value: null }]) {
          space {
            customFields { customField { name type options } value }
          }
        }
      }`,
      { spaceId: space.id },
    )
    expect(data.updateSpaceCustomFields.space.customFields).toEqual([
      { customField: { name: 'text', type: 'TEXT', options: null }, value: null },
      { customField: { name: 'number', type: 'NUMBER', options: null }, value: 2 },
      { customField: { name: 'boolean', type: 'BOOLEAN', options: null }, value: false },
      { customField: { name: 'tags', type: 'TAGS', options: ['proposed'] }, value: ['any', 'proposed'] },
      { customField: { name: 'multi', type: 'SELECT_MULTI', options: ['a', 'b'] }, value: ['b', 'a'] },
      { customField: { name: 'single', type: 'SELECT_SINGLE', options: ['a', 'b'] }, value: 'a' },
    ])
    expect((await client.patch(values, { values: { tags: null, single: {} } })).status).toBe(204)
    expect(await valuesOf(client, values)).toEqual({ number: 2, boolean: false, multi: ['b', 'a'] })
  })

  test.each(
    oneRowIn(6, [
      ['text', 1],
      ['text', 'x'.repeat(257)],
      ['text', ['x']],
      ['number', '1'],
      ['boolean', 'true'],
      ['tags', 'x'],
      ['tags', [1]],
      ['tags', ['x', 'x']],
      ['tags', ['x'.repeat(257)]],
      ['multi', 'a'],
      ['multi', ['a', 'c']],
      ['single', 'c'],
      ['single', ['a']],
      ['unknown', 'x'],
    ]),
  )('of %s cannot be %j, and a request with it writes nothing', async (name, value) => {
    const { client, fields, values } = await build()
    for (const type of ['text', 'number', 'boolean', 'tags'])
      await create(client, fields, { name: type, type })
    await create(client, fields, { name: 'multi', type: 'select:multi', options: ['a', 'b'] })
    await create(client, fields, { name: 'single', type: 'select:single', options: ['a', 'b'] })
    await create(client, fields, { name: 'another', type: 'text' })
    const answer = await write(client, values, { another: 'x', [name]: value })
    expect(answer.status).toBe(400)
    expect(answer.body.error.message).toContain(`values.${name}`)
    expect(await valuesOf(client, values)).toEqual({})
  })

  test('are deleted with their field', async () => {
    const { client, fields, values } = await build()
    await create(client, fields, { name: 'one', type: 'text' })
    await create(client, fields, { name: 'two', type: 'text' })
    await write(client, values, { one: 'x', two: 'y' })
    await client.delete(`${fields}/one`)
    expect(await valuesOf(client, values)).toEqual({ two: 'y' })
    await create(client, fields, { name: 'one', type: 'text' })
    expect(await valuesOf(client, values)).toEqual({ two: 'y' })
  })

  test('lose items that are no longer options', async () => {
    const { client, fields, values, organization } = await build()
    const other = await buildSpace(app, organization)
    await create(client, fields, { name: 'multi', type: 'select:multi', options: ['a', 'b', 'c'] })
    await create(client, fields, { name: 'single', type: 'select:single', options: ['a', 'b'] })
    await write(client, values, { multi: ['a', 'b'], single: 'a' })
    await write(client, `/spaces/${other.id}/custom-fields`, { multi: ['b'], single: 'b' })
    await client.patch(`${fields}/multi`, { options: ['a', 'd'] })
    await client.patch(`${fields}/single`, { options: ['b'] })
    expect(await valuesOf(client, values)).toEqual({ multi: ['a'] })
    expect(await valuesOf(client, `/spaces/${other.id}/custom-fields`)).toEqual({ single: 'b' })
  })

  test.runIf(isLongRun)('lose such items in a constant number of statements', async () => {
    const { client, fields, organization } = await build()
    const statementsFor = async (name: string, spaces: number) => {
      await create(client, fields, { name, type: 'select:multi', options: ['a', 'b'] })
      for (let index = 0; index < spaces; index++) {
        const { id } = await buildSpace(app, organization)
        await write(client, `/spaces/${id}/custom-fields`, { [name]: ['a', 'b'] })
      }
      return (await app.statements(() => client.patch(`${fields}/${name}`, { options: ['b'] }))).count
    }
    const few = await statementsFor('few', 1)
    expect(await statementsFor('many', 10)).toBe(few)
  })

  test('match the options, also after concurrent changes of both', async () => {
    const { client, fields, values } = await build()
    await create(client, fields, { name: 'single', type: 'select:single', options: ['a'] })
    for (let round = 0; round < 5; round++) {
      await client.patch(`${fields}/single`, { options: ['a'] })
      await Promise.all([
        client.patch(`${fields}/single`, { options: ['b'] }),
        write(client, values, { single: 'a' }),
      ])
      expect(await valuesOf(client, values)).toEqual({})
    }
  })

  test('are removed when the space is transferred', async () => {
    const { client, fields, values, space, organization } = await build()
    await create(client, fields, { name: 'one', type: 'text' })
    await write(client, values, { one: 'x' })
    const target = await buildOrganization(app)
    await addMember(app, target.id, organization.admin, 'ADMIN')
    await create(client, `/orgs/${target.id}/custom-fields`, { name: 'theirs', type: 'text' })
    const moved = await client.post(`/spaces/${space.id}/transfer`, { organization: target.id })
    expect(moved.status).toBe(200)
    const { body } = await client.get(values)
    expect(body.map((item: { customField: { name: string } }) => item.customField.name)).toEqual(['theirs'])
    expect(await app.database.prisma.customFieldValue.count({ where: { spaceId: space.id } })).toBe(0)
  })

  test('of many spaces need as many statements as those of one', async () => {
    const { client, fields, values, organization } = await build()
    await create(client, fields, { name: 'one', type: 'text' })
    await write(client, values, { one: 'x' })
    const read = () =>
      client.gql(
        `query ($id: ID!) {
          organization(id: $id) { spaces { nodes { customFields { customField { name } value } } } }
        }`,
        { id: organization.id },
      )
    const one = await app.statements(read)
    for (let count = 0; count < 3; count++) await buildSpace(app, organization)
    const many = await app.statements(read)
    expect(many.count).toBe(one.count)
  })

  test('can be read by guests of the space, and written by users who may edit it', async () => {
    const { client, fields, values, organization } = await build()
    await create(client, fields, { name: 'one', type: 'text' })
    const reader = app.as(await buildMember(app, organization.id, 'COMMENT'))
    expect((await reader.get(values)).status).toBe(200)
    expect((await write(reader, values, { one: 'x' })).status).toBe(403)
    const editor = app.as(await buildMember(app, organization.id, 'EDIT'))
    expect((await write(editor, values, { one: 'x' })).status).toBe(204)
  })
})
