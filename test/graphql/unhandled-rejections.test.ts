import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { buildOrganization } from '../support/factories/organizations.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('a query whose items fail at different times leaves no error that nothing waits for', async () => {
  const unhandled: unknown[] = []
  const collect = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', collect)
  onTestFinished(() => void process.off('unhandledRejection', collect))
  const organization = await buildOrganization(app)
  const client = app.as(organization.admin)
  const space = (await client.post(`/orgs/${organization.id}/spaces`, {})).body
  await client.post(`/spaces/${space.id}/content`, {
    changes: [
      { operation: 'insert_page', title: 'Page', document: { markdown: '' } },
      {
        operation: 'insert_page',
        type: 'link',
        title: 'Link',
        target: { kind: 'url', url: 'https://example.com' },
      },
    ],
  })
  // graphql-js, which executes what selects a type, would forget the first item when the second throws.
  const answer = await client.gql(
    `{ __type(name: "Space") { name } space(id: "${space.id}") { revision { pages { nodes {
         ... on DocumentPage { markdown } children(first: 1, last: 1) { nodes { id } } } } } } }`,
  )
  expect(answer).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] })
  // Node reports rejections after the microtasks of the turn in which the forgotten promise settles.
  expect((await client.get('/user')).status).toBe(200)
  expect(unhandled).toEqual([])
})
