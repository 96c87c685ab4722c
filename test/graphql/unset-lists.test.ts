import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('a list that was never set is empty by id, along an edge and in a list', async () => {
  const organization = await buildOrganization(app)
  const space = await buildSpace(app, organization)
  // As it is for rows that were created without a value.
  await app.database.pool.query('UPDATE "Organization" SET "emailDomains" = NULL WHERE id = $1', [
    organization.id,
  ])
  const { data, errors } = await app.as(organization.admin).gql(
    `query ($id: ID!, $space: ID!) {
      organization(id: $id) { emailDomains }
      space(id: $space) { organization { emailDomains } }
      organizations { nodes { emailDomains } }
    }`,
    { id: organization.id, space: space.id },
  )
  expect(errors).toBeUndefined()
  expect(data).toEqual({
    organization: { emailDomains: [] },
    space: { organization: { emailDomains: [] } },
    organizations: { nodes: [{ emailDomains: [] }] },
  })
})
