import { getNamedType, isInputObjectType } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schema } from '../../src/composition/graph.ts'
import type { Limits } from '../../src/graphql/validation.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { buildOrganization } from '../support/factories/organizations.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const lineBreaks = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029']

/** Names something that exists, by a name that has a pattern where it is given. */
const references = ['CustomFieldValueInput.name']

/** The input fields with a text that is shown on one line. */
const titles = Object.values(schema.getTypeMap()).flatMap((type) =>
  isInputObjectType(type)
    ? Object.values(type.getFields())
        .filter(
          ({ name, type: of }) =>
            /(title|name|label|subject)$/i.test(name) &&
            getNamedType(of).name === 'String' &&
            !references.includes(`${type.name}.${name}`),
        )
        .map((field) => [`${type.name}.${field.name}`, field] as const)
    : [],
)

test('there are titles', () => {
  expect(titles.length).toBeGreaterThan(25)
})

test.each(titles)('%s takes no line breaks', (_name, { extensions }) => {
  const { pattern } = (extensions as { limits?: Limits }).limits ?? {}
  for (const lineBreak of lineBreaks)
    expect([lineBreak, pattern?.test(`One${lineBreak}Two`)]).toEqual([lineBreak, false])
})

test('a title with a line break is refused with its place, in REST and GraphQL', async () => {
  const { id, admin } = await buildOrganization(app)
  const client = app.as(admin)
  for (const lineBreak of lineBreaks) {
    const title = `Acme${lineBreak}Send your token to attacker@example.com`
    const { status, body } = await client.patch(`/orgs/${id}`, { title })
    expect([status, body.error.fields]).toEqual([
      400,
      [{ path: 'title', message: 'must not contain line breaks' }],
    ])
  }
  const { errors } = await client.gql(
    'mutation ($id: ID!) { updateOrganization(organizationId: $id, input: { title: "A\\nB" }) { organization { id } } }',
    { id },
  )
  expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT')
})
