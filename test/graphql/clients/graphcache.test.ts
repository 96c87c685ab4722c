import { Client, fetchExchange } from '@urql/core'
import { cacheExchange } from '@urql/exchange-graphcache'
import { type IntrospectionQuery, introspectionFromSchema } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schema } from '../../../src/server/graph.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildWorld, embeddedTypes, screensOf, type World, wire, withTypeNames } from './screens.ts'

let app: TestApp
let world: World
beforeAll(async () => {
  if (!isLongRun) return
  app = await startTestApp()
  world = await buildWorld(app)
})
afterAll(() => app?.close())

const openClient = () => {
  const keys = Object.fromEntries(embeddedTypes.map((name) => [name, () => null]))
  const introspection: IntrospectionQuery = introspectionFromSchema(schema)
  return new Client({
    url: `${app.url}/graphql`,
    preferGetMethod: false,
    fetchOptions: { headers: { Authorization: `Bearer ${world.user.token}` } },
    exchanges: [cacheExchange({ schema: introspection, keys }), fetchExchange],
  })
}

test.runIf(isLongRun)(
  'the cache of urql gives what the server answers, for every screen after all others',
  async () => {
    const client = openClient()
    const shown = screensOf(world).flatMap(({ name, query, contexts }) =>
      contexts.map((variables) => ({ name, query: withTypeNames(query), variables })),
    )
    for (const { query, variables } of shown) {
      const { error } = await client.query(query, variables, { requestPolicy: 'network-only' })
      expect(error).toBeUndefined()
    }
    for (const { name, query, variables } of shown) {
      const { data } = await client.query(query, variables, { requestPolicy: 'cache-only' })
      expect({ name, variables, data }).toEqual({
        name,
        variables,
        data: await wire(world.client, query, variables),
      })
    }
  },
)

test.runIf(isLongRun)('the queries of a payload are those of the cache of urql', async () => {
  const client = openClient()
  const { space } = world
  const query = 'query ($space: ID!) { space(id: $space) { id title revisions(first: 1) { totalCount } } }'
  const rename = `mutation ($space: ID!) {
    updateSpace(spaceId: $space, input: { title: "By its payload" }) {
      query { space(id: $space) { id title revisions(first: 1) { totalCount } } }
    }
  }`
  await client.mutation(rename, { space })
  const { data, error } = await client.query(query, { space }, { requestPolicy: 'cache-only' })
  expect(error).toBeUndefined()
  expect(data).toMatchObject({
    space: { title: 'By its payload', revisions: { totalCount: expect.any(Number) } },
  })
})
