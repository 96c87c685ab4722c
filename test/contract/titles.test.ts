import { getNamedType, isInputObjectType } from 'graphql'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Limits } from '../../src/base/validation.ts'
import { schema } from '../../src/server/graph.ts'
import { zipOf } from '../fixtures/imports/docx/word-file.ts'
import { startSourceServer } from '../modules/imports/source-server.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'

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

const frontMatter = `---\ntitle: ${JSON.stringify(`One${lineBreaks.join('Two')}`)}\n---\n\nText`

test.each([
  ['page', 'markdown', 'page.md', async () => frontMatter, 'pages'],
  [
    'reusable content',
    'zip',
    'pages.zip',
    () => zipOf({ 'README.md': '', '.gitbook/includes/box.md': frontMatter }),
    'reusableContents',
  ],
] as const)(
  'the title of an imported %s with line breaks is put on one line',
  async (_what, source, name, file, list) => {
    const organization = await buildOrganization(app)
    const space = await buildSpace(app, organization)
    const client = app.as(organization.admin)
    const server = await startSourceServer()
    onTestFinished(() => server.close())
    const url = server.serve(`/${name}`, await file())
    const { status } = await client.post(`/spaces/${space.id}/content/import`, { url, source })
    expect(status).toBe(201)
    const [imported] = (await client.get(`/spaces/${space.id}/content`)).body[list]
    expect(imported.title).toMatch(/^One Two.*Two$/)
    for (const lineBreak of lineBreaks) expect(imported.title).not.toContain(lineBreak)
  },
)
