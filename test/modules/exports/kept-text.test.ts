import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { buildSpaceWith } from '../../support/factories/change-requests.ts'
import { sendChanges } from '../../support/factories/content.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const frontMatter = 'description: D\ntags: [a, "b"] # of the author\nnested:\n  key: 1'
const body =
  'Text.\n\n{% unknown key="a b" other %}\nInside.\n{% endunknown %}\n\n{% single arg="1" %}\n\nA {% inline x="y" %} line.\n\n{% method %}\n{% sample lang="js" %}\n```js\na\n```\n{% common %}\nb\n{% endmethod %}'

test('what nothing reads survives the export of a single page, and reading it as Markdown', async () => {
  const organization = await buildOrganization(app)
  const client = app.as(organization.admin)
  const space = await buildSpaceWith(client, organization.id, {})
  await sendChanges(client, space.id, {
    operation: 'insert_page',
    title: 'Page',
    document: { markdown: `---\n${frontMatter}\n---\n\n# Page\n\n${body}` },
  })
  const { body: content } = await client.get(`${space.address}/content`)
  const [{ id }] = content.pages
  const markdown = (await client.get(`${space.address}/content/page/${id}?format=markdown`)).body.markdown
  expect(markdown).toBe(body)
  const link = await client.get(`${space.address}/content/export?page=${id}&only=true`)
  const url = link.body.url ?? link.body.downloadURL
  const text = await (await fetch(url)).text()
  expect(text).toBe(`---\n${frontMatter}\n---\n\n# Page\n\n${body}`)
})
