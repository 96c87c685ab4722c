import { readFileSync } from 'node:fs'
import { buildSchema, type GraphQLObjectType, getNamedType, isLeafType, isRequiredArgument } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { oneRowIn } from '../support/budget.ts'
import { buildCollection } from '../support/factories/collections.ts'
import { buildMember, buildOrganization, grant } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'

const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'))

/** Returns a selection of each field of a type by itself. */
function selectionsOf(type: string): string[] {
  const fields = Object.values((schema.getType(type) as GraphQLObjectType).getFields())
  return fields
    .filter(({ args }) => !args.some(isRequiredArgument))
    .map((field) => (isLeafType(getNamedType(field.type)) ? field.name : `${field.name} { __typename }`))
}

let app: TestApp
let organization: Awaited<ReturnType<typeof buildOrganization>>
let manager: Awaited<ReturnType<typeof buildMember>>
const ids: Record<string, string> = {}

beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
  manager = await buildMember(app, organization.id, null)
  const collection = await buildCollection(app, organization)
  const space = await buildSpace(app, organization, { parent: collection })
  Object.assign(ids, { Space: space.id, Collection: collection.id })
  await grant(app, manager, 'ADMIN', { collectionId: collection.id })
})
afterAll(() => app.close())

describe('an update returns the columns that are selected', () => {
  const cases = [
    {
      type: 'Space',
      read: 'space(id: $id)',
      write: 'updateSpace(spaceId: $id, input: { emoji: "📚" })',
      member: 'space',
    },
    {
      type: 'Collection',
      read: 'collection(id: $id)',
      write: 'updateCollection(collectionId: $id, input: { description: "Guides" })',
      member: 'collection',
    },
  ]
  for (const { type, read, write, member } of cases)
    test.each(oneRowIn(3, selectionsOf(type)))(
      `${type}.%s is the same as in a read after it`,
      async (selection) => {
        for (const holder of [organization.admin, manager]) {
          const client = app.as(holder)
          const written = await client.gql(
            `mutation ($id: ID!) { it: ${write} { ${member} { ${selection} } } }`,
            { id: ids[type] },
          )
          const found = await client.gql(`query ($id: ID!) { it: ${read} { ${selection} } }`, {
            id: ids[type],
          })
          expect(found.data.it).not.toBeNull()
          expect(written.data.it[member]).toEqual(found.data.it)
          expect(written.errors?.map(({ message }) => message)).toEqual(
            found.errors?.map(({ message }) => message),
          )
        }
      },
    )
})
