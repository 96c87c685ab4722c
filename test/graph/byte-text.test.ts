import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServerBeside, startTestApp, type TestApp } from '../support/app.ts'
import { buildOrganization } from '../support/factories/organizations.ts'

let compiled: TestApp
let resolved: Awaited<ReturnType<typeof startServerBeside>>

beforeAll(async () => {
  compiled = await startTestApp()
  resolved = await startServerBeside(compiled, { config: { executor: 'resolvers' } })
})
afterAll(async () => {
  await resolved.close()
  await compiled.close()
})

describe('text that is not ASCII', () => {
  test.each([
    ['short', 1],
    ['long', 40],
  ])(
    'is the same in a %s answer, as SQL and as code write it, in GraphQL and in REST',
    async (_length, count) => {
      const { id, admin } = await buildOrganization(compiled)
      const client = compiled.as(admin)
      const title = 'Grüße, 日本 🚀 '
      for (let index = 0; index < count; index++)
        await client.post(`/orgs/${id}/spaces`, { title: title.repeat(1 + (index % 8)) })
      // SQL writes the title. Code gets the row with it, and writes the addresses.
      const text = `query ($id: ID!) { organization(id: $id) {
      spaces(first: 50) { nodes { title urls { app } permissions { view } } }
    } }`
      const [answer, expected] = await Promise.all(
        [compiled, resolved].map((server) => server.as(admin).gql(text, { id })),
      )
      expect(answer).toEqual(expected)
      expect(JSON.stringify(answer).split('日本')).not.toHaveLength(1)
      const lists = await Promise.all(
        [compiled, resolved].map((server) => server.as(admin).get(`/orgs/${id}/spaces?limit=50`)),
      )
      expect(lists[0]?.body).toEqual(lists[1]?.body)
    },
  )
})
