import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { buildOrganization } from '../support/factories/organizations.ts'

let app: TestApp
let client: TestClient
const titles = ['One', 'Two', 'Three']

beforeAll(async () => {
  app = await startTestApp()
  const { admin } = await buildOrganization(app, { title: titles[0] })
  client = app.as(admin)
  for (const title of titles.slice(1))
    await client.gql(
      `mutation ($title: String!) {
    createOrganization(input: { title: $title }) { organization { id } } }`,
      { title },
    )
})
afterAll(() => app.close())

/** Returns an answer and the number of statements of a second one, for which everything is prepared. */
async function second<Answer>(read: () => Promise<Answer>) {
  let answer = await read()
  const { count } = await app.statements(async () => {
    answer = await read()
  })
  return { answer, count }
}

describe('a list of Query is counted in the statement that reads its rows', () => {
  test.each([1, 2, 3, 50])('of which %i are on its first page', async (first) => {
    const document = 'query ($first: Int) { organizations(first: $first) { totalCount nodes { title } } }'
    const { answer, count } = await second(() => client.gql(document, { first }))
    expect(answer.data).toEqual({
      organizations: { totalCount: 3, nodes: titles.slice(0, first).map((title) => ({ title })) },
    })
    expect(count).toBe(1)
  })

  test('after a cursor, and backward', async () => {
    const document = `query ($after: String, $before: String, $first: Int, $last: Int) {
      organizations(after: $after, before: $before, first: $first, last: $last) {
        totalCount edges { cursor node { title } } pageInfo { hasNextPage hasPreviousPage } } }`
    const { data } = await client.gql(document, { first: 1 })
    const after = data.organizations.edges[0].cursor
    const following = await second(() => client.gql(document, { first: 1, after }))
    expect(following.answer.data.organizations).toMatchObject({
      totalCount: 3,
      edges: [{ node: { title: 'Two' } }],
      pageInfo: { hasNextPage: true, hasPreviousPage: true },
    })
    expect(following.count).toBe(1)
    const last = await second(() => client.gql(document, { last: 2 }))
    expect(last.answer.data.organizations).toMatchObject({
      totalCount: 3,
      edges: [{ node: { title: 'Two' } }, { node: { title: 'Three' } }],
    })
    expect(last.count).toBe(1)
  })

  test('in REST, page by page', async () => {
    const one = await second(() => client.get('/orgs?limit=2'))
    expect(one.answer.body).toMatchObject({ count: 3, items: [{ title: 'One' }, { title: 'Two' }] })
    expect(one.count).toBe(1)
    const { page } = one.answer.body.next
    const two = await second(() => client.get(`/orgs?limit=2&page=${page}`))
    expect(two.answer.body).toMatchObject({ count: 3, items: [{ title: 'Three' }] })
    expect(two.answer.body.next).toBeUndefined()
    expect(two.count).toBe(1)
  })
})

test.each([
  { first: 50, statements: 1 },
  { first: 2, statements: 2 },
])(
  'beside code, $first rows of a counted list of Query are read with those below them, and counted only if more follow',
  async ({ first, statements }) => {
    const document = `query ($first: Int) { apiInformation { __typename } organizations(first: $first) {
      totalCount nodes { title spaces { totalCount nodes { title } } teams { nodes { title } } } } }`
    const { answer, count } = await second(() => client.gql(document, { first }))
    expect(answer.data.organizations).toMatchObject({
      totalCount: 3,
      nodes: titles.slice(0, first).map((title) => ({ title, teams: { nodes: [] } })),
    })
    expect(count).toBe(statements)
  },
)

test('only the count of a list of Query is read', async () => {
  const { data } = await client.gql('{ organizations { totalCount } }')
  expect(data).toEqual({ organizations: { totalCount: 3 } })
})
