import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isRequiredArgument,
} from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { processPendingSpecs } from '../../src/modules/openapi-specs/processing.ts'
import { schema } from '../../src/server/graph.ts'
import { inserted, shop } from '../modules/content/computed-sources.ts'
import { startServerBeside, startTestApp, type TestApp } from '../support/app.ts'
import { oneRowIn } from '../support/budget.ts'
import { buildPage, sendChanges } from '../support/factories/content.ts'
import { buildOrganization, type TestUser } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'

// A field of Query that finds a row leaves it to code to find what no row is, such as a page that a source generates.

let compiled: TestApp
let resolved: Awaited<ReturnType<typeof startServerBeside>>
let admin: TestUser
let byPath: string
let byId: string

beforeAll(async () => {
  compiled = await startTestApp()
  resolved = await startServerBeside(compiled, { config: { executor: 'resolvers' } })
  const organization = await buildOrganization(compiled)
  admin = organization.admin
  const client = compiled.as(admin)
  const { id } = await buildSpace(compiled, organization)
  const page = await buildPage(client, id, { title: 'C' })
  await client.put(`/orgs/${organization.id}/openapi/shop`, { source: { text: JSON.stringify(shop()) } })
  await processPendingSpecs(compiled)
  await sendChanges(client, id, inserted('shop', { into: page }))
  byPath = `pageByPath(spaceId: "${id}", path: "c/pets")`
  const { pageId } = (await client.gql(`{ page: ${byPath} { pageId } }`)).data.page
  byId = `page(spaceId: "${id}", pageId: "${pageId}")`
})
afterAll(async () => {
  await resolved.close()
  await compiled.close()
})

const askBoth = (document: string) =>
  Promise.all([compiled, resolved].map((app) => app.as(admin).gql(document, {}, { 'X-Cost': 'true' })))

function selectionOf(type: GraphQLNamedType): string {
  if (isLeafType(type)) return ''
  return type.name.endsWith('Connection') ? '{ totalCount nodes { __typename } }' : '{ __typename }'
}

/** All fields of a page that need no arguments. */
const fields = Object.values((schema.getType('DocumentPage') as GraphQLObjectType).getFields())
  .filter(({ args }) => !args.some(isRequiredArgument))
  .map(({ name, type }) => `${name} ${selectionOf(getNamedType(type))}`)

/** Code that waits, around which a statement reads the rows. */
const waiting = 'apiInformation { __typename }'

test.each(oneRowIn(4, fields))(
  'a generated page has, beside code that waits, its %s as by resolvers',
  async (field) => {
    for (const root of [byPath, byId]) {
      const [one, other] = await askBoth(`{ page: ${root} { ... on DocumentPage { ${field} } } ${waiting} }`)
      expect(one).toEqual(other)
      expect(one?.data.page).not.toBeNull()
    }
  },
)

test('a generated page has subpages in pages that one statement could not read', async () => {
  const many =
    'children(first: 1000) { nodes { title ... on ParentPage { children(first: 1000) { nodes { title } } } } }'
  const [one, other] = await askBoth(`{ page: ${byPath} { title ${many} } }`)
  expect(one).toEqual(other)
  expect(one?.data.page.children.nodes).toMatchObject([{ title: 'Toys' }])
})
