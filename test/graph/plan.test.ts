import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { buildMember, buildOrganization } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'

let app: TestApp
let organization: Awaited<ReturnType<typeof buildOrganization>>

beforeAll(async () => {
  app = await startTestApp()
  organization = await buildOrganization(app)
  for (let index = 0; index < 3; index++) await buildSpace(app, organization)
})
afterAll(() => app.close())

const document = `query ($id: ID!) { organization(id: $id) { spaces { nodes { title organization { title } } } } }`

async function explained(token: string, header: Record<string, string>) {
  const answer = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...header },
    body: JSON.stringify({ query: document, variables: { id: organization.id } }),
  })
  return (await answer.json()) as {
    data: unknown
    extensions: { plan?: { field: string; way: string; objects: number; statements: string[] }[] }
  }
}

test('an administrator who asks sees what an operation was compiled to', async () => {
  const { extensions } = await explained(organization.admin.token, { 'X-Explain': 'true' })
  const plan = new Map(extensions.plan?.map((field) => [field.field, field]))
  expect(plan.get('organization')).toMatchObject({ way: 'single', objects: 1 })
  expect(plan.get('organization.spaces')).toMatchObject({ way: 'list', statements: [] })
  expect(plan.get('organization.spaces.nodes.organization')).toMatchObject({ way: 'one', statements: [] })
  // One statement for all levels, with the columns that are selected.
  const [statement, ...more] = plan.get('organization')?.statements ?? []
  expect(more).toEqual([])
  expect(statement).toContain('SELECT t."id" AS "id", t."title" AS "title" FROM "Organization"')
})

test('no other caller sees it, and nobody who does not ask', async () => {
  const member = await buildMember(app, organization.id, 'CREATE')
  for (const answer of [
    await explained(member.token, { 'X-Explain': 'true' }),
    await explained(organization.admin.token, {}),
  ]) {
    expect(answer.data).toMatchObject({ organization: { spaces: expect.anything() } })
    expect(answer.extensions?.plan).toBeUndefined()
  }
})
