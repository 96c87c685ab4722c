import { readFileSync } from 'node:fs'
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

async function explained(token: string, header: Record<string, string>, query = document) {
  const answer = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...header },
    body: JSON.stringify({ query, variables: { id: organization.id } }),
  })
  return (await answer.json()) as {
    data: unknown
    extensions: {
      plan?: { field: string; kind: string; objects: number; statements: string[] }[]
      diagram?: string
    }
  }
}

test('an administrator who asks sees what an operation was compiled to', async () => {
  const { extensions } = await explained(organization.admin.token, { 'X-Explain': 'true' })
  const plan = new Map(extensions.plan?.map((field) => [field.field, field]))
  expect(plan.get('organization')).toMatchObject({ kind: 'single', objects: 1 })
  expect(plan.get('organization.spaces')).toMatchObject({ kind: 'list', statements: [] })
  expect(plan.get('organization.spaces.nodes.organization')).toMatchObject({ kind: 'one', statements: [] })
  // One statement for all levels, with the columns that are selected.
  const [statement, ...more] = plan.get('organization')?.statements ?? []
  expect(more).toEqual([])
  expect(statement).toContain('SELECT t."id" AS "id", t."title" AS "title" FROM "Organization"')
})

test('the plan is drawn for Mermaid, as in the README of the library', async () => {
  const { extensions } = await explained(organization.admin.token, { 'X-Explain': 'true' })
  const { diagram } = extensions
  expect(diagram).toBe(`flowchart TD
  f0[("Query.organization<br>single, 1 object")]
  f1["Organization.spaces<br>list, 3 objects"]
  f0 --> f1
  f2["Space.organization<br>one, 3 objects"]
  f1 --> f2`)
  expect(readFileSync('src/graph/README.md', 'utf8')).toContain(diagram)
})

test('a list of which only the number is selected is counted by the statement that answers', async () => {
  const { data, extensions } = await explained(
    organization.admin.token,
    { 'X-Explain': 'true' },
    '{ organizations { totalCount } others: organizations(first: 0) { totalCount __typename } }',
  )
  expect(data).toEqual({
    organizations: { totalCount: 1 },
    others: { totalCount: 1, __typename: 'OrganizationConnection' },
  })
  expect(extensions.plan).toMatchObject([
    { field: 'organizations', kind: 'list', statements: [expect.stringContaining('count(')] },
    { field: 'others', kind: 'list', statements: [] },
  ])
  const beside = '{ organizations { totalCount } others: organizations { nodes { id } } }'
  const { extensions: more } = await explained(organization.admin.token, { 'X-Explain': 'true' }, beside)
  expect(more.plan?.map(({ field, statements }) => [field, statements.length])).toEqual([
    ['others', 1],
    ['organizations', 0],
  ])
})

test('a list that is read backward is answered by the same statement', async () => {
  const backward = document.replace('spaces {', 'spaces(last: 2) {')
  const { data, extensions } = await explained(organization.admin.token, { 'X-Explain': 'true' }, backward)
  const { organization: found } = data as { organization: { spaces: { nodes: { title: string }[] } } }
  expect(found.spaces.nodes).toHaveLength(2)
  expect(extensions.plan?.flatMap(({ statements }) => statements)).toHaveLength(1)
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
