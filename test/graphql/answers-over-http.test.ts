import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServerBeside, startTestApp, type TestApp } from '../support/app.ts'
import { buildOrganization } from '../support/factories/organizations.ts'

let app: TestApp
let token: string
let organizationId: string
beforeAll(async () => {
  app = await startTestApp()
  const organization = await buildOrganization(app)
  token = organization.admin.token
  organizationId = organization.id
})
afterAll(() => app.close())

const json = { 'Content-Type': 'application/json' }

const post = (request: object, headers: Record<string, string> = {}, url = app.url) =>
  fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { ...json, Authorization: `Bearer ${token}`, ...headers },
    body: JSON.stringify(request),
  })

const get = (query: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/graphql?query=${encodeURIComponent(query)}`, {
    headers: { Authorization: `Bearer ${token}`, ...headers },
  })

const plain = 'application/json; charset=utf-8'
const response = 'application/graphql-response+json; charset=utf-8'

describe('the type of an answer', () => {
  test.each([
    ['application/graphql-response+json;q=0.1, application/json;q=1', plain],
    ['application/json;q=0.1, application/graphql-response+json', response],
    ['application/json; q=0.2, */*;q=0.9', response],
    ['application/graphql-response+json, application/json', response],
    ['application/json;q=0, */*', response],
    ['application/*;q=0.5, application/json;q=0.4', response],
    ['text/event-stream;q=0.1, application/json;q=0.9', plain],
    ['*/*', plain],
    ['APPLICATION/JSON', plain],
    ['', plain],
    ['application/json;q=nonsense', plain],
  ])('follows the weights of `Accept: %s`, for a valid and an invalid document', async (accept, type) => {
    for (const query of ['{ __typename }', '{ nothing }'])
      for (const answer of [await post({ query }, { Accept: accept }), await get(query, { Accept: accept })])
        expect(answer.headers.get('content-type')).toBe(type)
  })

  test.each(['text/csv', 'application/json;q=0', 'application/json;charset=latin1', 'image/*'])(
    'is one that the client accepts: `Accept: %s` is refused in words, and nothing is executed',
    async (accept) => {
      const query = `mutation { updateOrganization(organizationId: "${organizationId}", input: { title: "Written" }) { organization { id } } }`
      const answer = await post({ query }, { Accept: accept })
      expect(answer.status).toBe(406)
      expect((await answer.json()) as unknown).toMatchObject({
        errors: [
          {
            message: expect.stringContaining('application/graphql-response+json'),
            extensions: { code: 'NOT_ACCEPTABLE', reason: 'TYPE_NOT_ACCEPTED' },
          },
        ],
      })
      const { data } = await app.as({ token }).gql('{ organizations { nodes { title } } }')
      expect(JSON.stringify(data)).not.toContain('Written')
    },
  )

  test.each([
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
    ['application/json, text/html;q=0.5', false],
    ['text/html;q=0.5, application/json', false],
    ['*/*', false],
  ])('of a GET with `Accept: %s` is a page: %s', async (accept, isPage) => {
    const answer = await get('{ __typename }', { Accept: accept })
    expect(answer.headers.get('content-type')?.startsWith('text/html')).toBe(isPage)
    await answer.text()
  })
})

describe('an answer to a GET', () => {
  test('is kept for nobody else, and is not sent again to who has it', async () => {
    const query = `{ organization(id: "${organizationId}") { id } }`
    const first = await get(query)
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    const vary = first.headers.get('vary')?.split(/, */)
    for (const name of ['Accept', 'Authorization', 'Cookie']) expect(vary).toContain(name)
    const tag = first.headers.get('etag') as string
    const again = await get(query, { 'If-None-Match': tag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const other = await get('{ __typename }', { 'If-None-Match': tag })
    expect(other.status).toBe(200)
  })
})

describe('the cost of an answer', () => {
  test('is in it on request only, with data and with errors', async () => {
    for (const query of ['{ viewer { id } }', '{ viewer { id } space(id: "none") { id } }']) {
      const silent = (await (await post({ query })).json()) as { extensions?: unknown }
      expect(silent.extensions).toBeUndefined()
      const { extensions } = (await (await post({ query }, { 'X-Cost': 'true' })).json()) as {
        extensions: { cost: { objects: object } }
      }
      expect(extensions.cost.objects).toMatchObject({ actual: expect.any(Number), maximum: 250_000 })
    }
  })
})

describe('the errors of values', () => {
  interface Refusal {
    errors: { message: string; extensions: { code: string; fields?: { path: string; message: string }[] } }[]
  }
  const refused = async (query: string, variables?: object) =>
    ((await (await post({ query, variables })).json()) as Refusal).errors

  const create =
    'mutation ($input: CreateOrganizationInput!) { createOrganization(input: $input) { organization { id } } }'
  const update = `mutation ($id: ID!, $input: UpdateOrganizationInput!) {
    updateOrganization(organizationId: $id, input: $input) { organization { id } }
  }`

  test.each([
    ['a wrong type', create, { input: { title: 7 } }, ['title']],
    ['a required field that is missing', create, { input: {} }, ['title']],
    ['a field that is unknown', create, { input: { title: 'A', colour: 'red' } }, ['colour']],
    ['no value', create, {}, ['input']],
    ['null', create, { input: null }, ['input']],
    ['several', update, { id: {}, input: { title: [], emoji: 1 } }, ['id', 'title', 'emoji']],
    ['another variable', 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: ['a', null] }, ['ids.1']],
  ])('of variables name their paths: %s', async (_name, query, variables, paths) => {
    const errors = await refused(query, variables)
    expect(errors.map(({ extensions }) => extensions.fields?.[0]?.path)).toEqual(paths)
    for (const { extensions } of errors) {
      expect(extensions.code).toBe('BAD_USER_INPUT')
      expect(extensions.fields?.[0]?.message).toBeTruthy()
    }
  })

  test.each([
    ['a wrong type', '{ title: 7 }', 'title'],
    ['a field that is missing', '{}', 'title'],
    ['a field that is unknown', '{ title: "A", colour: "red" }', 'colour'],
    ['another form', '"text"', 'input'],
  ])('in the document name their paths: %s', async (_name, value, path) => {
    const errors = await refused(`mutation { createOrganization(input: ${value}) { organization { id } } }`)
    expect(errors.map(({ extensions }) => extensions.fields?.[0]?.path)).toContain(path)
  })

  test('in a list in the document name the item', async () => {
    const [error] = await refused('{ nodes(ids: ["a", {}]) { id } }')
    expect(error?.extensions.fields?.[0]?.path).toBe('ids.1')
  })

  test('name a member each where one of several is required, and have no empty path', async () => {
    const { body: space } = await app.as({ token }).post(`/orgs/${organizationId}/spaces`, { title: 'Moved' })
    const move = 'mutation ($id: ID!) { moveSpace(spaceId: $id, input: {}) { space { id } } }'
    const [error] = await refused(move, { id: space.id })
    expect(error).toMatchObject({
      message: 'at least one of parent and position is required',
      extensions: { fields: [{ path: 'parent' }, { path: 'position' }] },
    })
  })
})

describe('INTROSPECTION=off', () => {
  test('keeps the schema and its names from clients; __typename and REST work on', async () => {
    const server = await startServerBeside(app, { config: { introspection: false } })
    try {
      const ask = async (query: string, variables?: object) =>
        (await (await post({ query, variables }, {}, server.url)).json()) as {
          data?: unknown
          errors?: { message: string; extensions: { reason?: string } }[]
        }
      for (const query of [
        '{ __schema { queryType { name } } }',
        '{ __type(name: "Space") { name } }',
        'query { viewer { id } ...S } fragment S on Query { __schema { types { name } } }',
      ]) {
        const { data, errors } = await ask(query)
        expect(data).toBeUndefined()
        expect(errors?.map(({ extensions }) => extensions.reason)).toEqual(['INTROSPECTION_OFF'])
      }
      expect((await ask('{ __typename viewer { __typename } }')).data).toEqual({
        __typename: 'Query',
        viewer: { __typename: 'User' },
      })
      for (const { errors } of [
        await ask('{ organizationz { totalCount } }'),
        await ask('query ($v: [ID]) { nodess(ids: $v) { id } }'),
        await ask(
          'mutation ($i: CreateOrganizationInput!) { createOrganization(input: $i) { __typename } }',
          {
            i: { titel: 'A' },
          },
        ),
      ]) {
        expect(errors?.length).toBeGreaterThan(0)
        expect(JSON.stringify(errors)).not.toContain('Did you mean')
      }
      expect((await server.as({ token }).get('/orgs')).status).toBe(200)
    } finally {
      await server.close()
    }
  })
})
