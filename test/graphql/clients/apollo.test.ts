import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { buildWorld, possibleTypes, screensOf, type World, wire, withTypeNames } from './screens.ts'

let app: TestApp
let world: World
beforeAll(async () => {
  app = await startTestApp()
  world = await buildWorld(app)
})
afterAll(() => app.close())

test('the cache of Apollo Client gives what the server answers, for every screen after all others', async () => {
  const cache = new InMemoryCache({ possibleTypes })
  const headers = { Authorization: `Bearer ${world.user.token}` }
  const client = new ApolloClient({ cache, link: new HttpLink({ uri: `${app.url}/graphql`, headers }) })
  const shown = screensOf(world).flatMap(({ name, query, contexts }) =>
    contexts.map((variables) => ({ name, query: withTypeNames(query), variables })),
  )
  for (const { query, variables } of shown)
    await client.query({ query, variables, fetchPolicy: 'network-only' })
  for (const { name, query, variables } of shown) {
    const given = cache.readQuery({ query, variables })
    expect({ name, variables, given }).toEqual({
      name,
      variables,
      given: await wire(world.client, query, variables),
    })
  }
})
