import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { buildOrganization } from '../support/factories/organizations.ts'

let app: TestApp
let organization: Awaited<ReturnType<typeof buildOrganization>>

beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
})
afterAll(() => app.close())

/** The type of a body that only Yoga takes, for the same JSON. */
const typeOfYoga = 'application/graphql+json'

async function post(body: string, type: string, headers: Record<string, string>) {
  const answer = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': type, Authorization: `Bearer ${organization.admin.token}`, ...headers },
  })
  const text = (await answer.text()).replace(/"requestId":"[^"]+"/g, '')
  return { status: answer.status, type: answer.headers.get('content-type'), text }
}

async function expectSame(body: string, headers: Record<string, string> = {}) {
  const plain = await post(body, 'application/json', headers)
  expect(plain).toEqual(await post(body, typeOfYoga, headers))
  return plain
}

const query = 'query One { organizations { nodes { title } } } query Two { viewer { displayName } }'

const requests = {
  'an operation': { query: '{ __typename organizations { totalCount nodes { id title } } }' },
  'a named operation of several': { query, operationName: 'Two', extensions: {} },
  'no name where there are several': { query },
  'an unknown name': { query, operationName: 'Three' },
  variables: { query: 'query ($id: ID!) { node(id: $id) { id } }', variables: { id: 'unknown' } },
  'variables of a wrong type': { query: 'query ($id: ID!) { node(id: $id) { id } }', variables: { id: [] } },
  'variables that are no object': { query: '{ __typename }', variables: [] },
  'an error beside data': { query: '{ viewer { id } space(id: "unknown") { title } }' },
  'an error in an argument': { query: '{ organizations(first: -1) { nodes { id } } }' },
  'a mutation that fails': {
    query: 'mutation { createOrganization(input: { title: "" }) { organization { id } } }',
  },
  introspection: { query: '{ __schema { queryType { name } } }' },
  'a syntax error': { query: '{' },
  'an unknown field': { query: '{ nothing }' },
  'too many aliases': {
    query: `{ ${Array.from({ length: 201 }, (_, index) => `a${index}: __typename`).join(' ')} }`,
  },
  'no document': { variables: {} },
  'a document that is no text': { query: 1 },
  'an unknown parameter': { query: '{ __typename }', other: 1 },
  'an unknown parameter that is null': { query: '{ __typename }', other: null },
  'a batch': [{ query: '{ __typename }' }],
  'a text': 'text',
  null: null,
}

describe('a plain POST of JSON is answered as Yoga answers it', () => {
  test.each(Object.entries(requests))('with %s', async (_name, request) => {
    await expectSame(JSON.stringify(request))
    await expectSame(JSON.stringify(request), { Accept: 'application/graphql-response+json' })
  })

  test.each(['', '{', '\u0000', '{"query": "{ __typename }"} more'])('with the body %j', async (body) => {
    await expectSame(body)
  })

  test.each([
    ['*/*', 'application/json'],
    ['application/json', 'application/json'],
    ['application/json;charset=utf-8', 'application/json'],
    ['application/graphql-response+json', 'application/graphql-response+json'],
    ['application/graphql-response+json, application/json;q=0.9', 'application/graphql-response+json'],
    ['application/json, application/graphql-response+json', 'application/json'],
    ['text/event-stream, application/json', 'application/json'],
    ['application/json; charset=latin1, */*', 'application/json'],
  ])('accepting %s', async (accept, expected) => {
    const { type } = await expectSame(JSON.stringify({ query: '{ __typename }' }), { Accept: accept })
    expect(type).toBe(`${expected}; charset=utf-8`)
  })

  test('accepting no type that there is', async () => {
    const { status } = await expectSame(JSON.stringify({ query: '{ __typename }' }), { Accept: 'text/csv' })
    expect(status).toBe(406)
  })
})

describe('a page of another origin', () => {
  const origin = { Origin: 'https://example.com' }

  test('can read the response, but never with the cookies of the user', async () => {
    const body = JSON.stringify({ query: '{ __typename }' })
    for (const type of ['application/json', typeOfYoga]) {
      const { headers } = await fetch(`${app.url}/graphql`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': type, ...origin },
      })
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('access-control-allow-credentials')).toBeNull()
    }
  })

  test('may send a token and the headers of GraphQL clients', async () => {
    const { status, headers } = await fetch(`${app.url}/graphql`, {
      method: 'OPTIONS',
      headers: { ...origin, 'Access-Control-Request-Method': 'POST' },
    })
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-methods')).toContain('POST')
    expect(headers.get('access-control-allow-headers')).toBe('Authorization, *')
  })
})
