import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { buildMember } from '../support/factories/organizations.ts'
import { buildSite, buildSpace, type TestSite } from '../support/factories/sites.ts'

let app: TestApp
let site: TestSite
let space: { id: string }

beforeAll(async () => {
  app = await startTestApp()
  site = await buildSite(app)
  space = await buildSpace(site.client, site.organizationId, 'Open')
})
afterAll(() => app.close())

const codesByPath = (errors: { path?: (string | number)[]; extensions: Record<string, unknown> }[] = []) =>
  errors.map(({ path, extensions }) => [path?.join('.'), extensions.code])

test('a query that is not found leaves the other queries of its document', async () => {
  const { data, errors } = await site.client.gql(
    'query ($id: ID!) { here: space(id: $id) { title } nowhere: space(id: "unknown") { title } viewer { id } }',
    { id: space.id },
  )
  expect(data).toMatchObject({ here: { title: 'Open' }, nowhere: null, viewer: { id: expect.anything() } })
  expect(codesByPath(errors)).toEqual([['nowhere', 'NOT_FOUND']])
})

test('a mutation that is refused leaves those before it, and those after it still run', async () => {
  const other = await buildSpace(site.client, site.organizationId, 'Other')
  const reader = app.as(await buildMember(app, site.organizationId, 'READ'))
  const document = `mutation ($id: ID!, $other: ID!) {
    first: updateSpace(spaceId: $id, input: { title: "First" }) { __typename }
    unknown: updateSpace(spaceId: "unknown", input: { title: "Never" }) { __typename }
    last: updateSpace(spaceId: $other, input: { title: "Last" }) { __typename }
  }`
  const variables = { id: space.id, other: other.id }
  const refused = await reader.gql(document, variables)
  expect(refused.data).toEqual({ first: null, unknown: null, last: null })
  expect(codesByPath(refused.errors)).toEqual([
    ['first', 'FORBIDDEN'],
    ['unknown', 'NOT_FOUND'],
    ['last', 'FORBIDDEN'],
  ])
  const done = await site.client.gql(document, variables)
  expect(codesByPath(done.errors)).toEqual([['unknown', 'NOT_FOUND']])
  expect((await site.client.get(`/spaces/${space.id}`)).body.title).toBe('First')
  expect((await site.client.get(`/spaces/${other.id}`)).body.title).toBe('Last')
})

test('a field that requires a permission of its own is null without it, and its object keeps its other fields', async () => {
  const reader = app.as(await buildMember(app, site.organizationId, 'READ'))
  const { data, errors } = await reader.gql(
    'query ($id: ID!) { site(id: $id) { title publishingAuth { backend } } }',
    { id: site.id },
  )
  expect(data).toEqual({ site: { title: 'Docs', publishingAuth: null } })
  expect(codesByPath(errors)).toEqual([['site.publishingAuth', 'FORBIDDEN']])
})
