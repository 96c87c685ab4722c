import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOwnTestApp, type TestApp } from '../support/app.ts'
import { buildOrganization } from '../support/factories/organizations.ts'

let app: TestApp
beforeAll(async () => {
  app = await startOwnTestApp()
})
afterAll(() => app.close())

test('an internal error exposes no details, only the request id', async () => {
  const { id, admin } = await buildOrganization(app)
  const client = app.as(admin)
  const space = (await client.post(`/orgs/${id}/spaces`, {})).body
  // Causes a real internal error by dropping a table.
  await app.database.pool.query('ALTER TABLE "Comment" RENAME TO "Vanished"')
  try {
    const answer = await client.get(`/spaces/${space.id}/comments`)
    expect(answer.status).toBe(500)
    expect(answer.body.error).toEqual({
      code: 500,
      message: 'Something went wrong on our side.',
      requestId: answer.headers.get('x-request-id'),
    })
    const { errors } = await client.gql('query ($id: ID!) { space(id: $id) { comments { totalCount } } }', {
      id: space.id,
    })
    expect(errors).toMatchObject([
      {
        message: 'Something went wrong on our side.',
        extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      },
    ])
    expect(JSON.stringify(errors)).not.toContain('Vanished')
  } finally {
    await app.database.pool.query('ALTER TABLE "Vanished" RENAME TO "Comment"')
  }
})
