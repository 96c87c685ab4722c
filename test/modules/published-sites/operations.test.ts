import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { processPendingSpecs } from '../../../src/modules/openapi-specs/processing.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { shop } from '../content/computed-sources.ts'
import { buildReadableSite, page, publishArticle, type ReadableSite, write } from './published-site.ts'

let app: TestApp
let site: ReadableSite

beforeAll(async () => {
  app = await startTestApp()
  site = await buildReadableSite(app)
  await write(site, site.guide.spaceId, page('Welcome', 'Hello'))
})
afterAll(() => app.close())

/** Publishes a page, and returns what is in its article. */
const articleOf = async (markdown: string) => (await publishArticle(site, markdown)).article

/** Inserts a file into the guide, and returns it. */
async function insertFile(name: string, contentType: string): Promise<{ readonly id: string }> {
  const { insertedFiles } = await write(site, site.guide.spaceId, {
    operation: 'insert_files',
    files: [{ name, base64: 'YQ==', contentType }],
  })
  return insertedFiles[0]
}

describe('a part of a specification on a page', () => {
  test('is shown with its parameters, its body, its responses and examples', async () => {
    const pet = { type: 'object', properties: { name: { type: 'string', example: 'Rex' } } }
    const document = shop({
      '/pets/{id}': {
        put: {
          summary: 'Change a pet',
          parameters: [
            { name: 'id', in: 'path', required: true, description: 'Which pet', schema: { type: 'string' } },
          ],
          requestBody: { content: { 'application/json': { schema: pet } } },
          responses: {
            200: { description: 'The changed pet', content: { 'application/json': { schema: pet } } },
          },
          callbacks: { moved: { '/nowhere': { get: { summary: 'The pet moved', responses: {} } } } },
        },
        delete: { summary: 'Remove a pet', responses: { 204: { description: 'Gone' } } },
      },
    })
    const source = { text: JSON.stringify(document) }
    await site.client.put(`/orgs/${site.organizationId}/openapi/animals`, { source })
    await processPendingSpecs(app)
    const tag = (path: string, method: string) =>
      `{% openapi-operation spec="animals" path="${path}" method="${method}" %}\n{% endopenapi-operation %}`
    const article = await articleOf(
      `## API\n\n${tag('/pets/{id}', 'put')}\n\n${tag('/nowhere', 'get')}\n\n{% openapi-schemas spec="animals" schemas="Pet" %}\n{% endopenapi-schemas %}`,
    )
    expect(article).toContain('<span class="method put">PUT</span> <code>/pets/{id}</code>')
    for (const shown of [
      'Change a pet',
      'Which pet',
      'Request body',
      'Responses',
      'The changed pet',
      'The pet moved',
    ])
      expect(article).toContain(shown)
    expect(article).toMatch(/<span class="l\d+ d\d+">"Rex"<\/span>/)
    expect(article).not.toContain('Remove a pet')
    expect(article).toContain('<span class="method get">GET</span> <code>/nowhere</code>')
    expect(article).toMatch(/<h\d id="schema-pet"/)
  })
})

describe('the name of an operation', () => {
  test('is told from other text: a method in bold and code, and nothing else', async () => {
    const article = await articleOf(
      '**PATCH** `/pets/{id}`\n\n**PATCH** `/pets` and more\n\n**Patch** `/pets`\n\nPATCH `/pets`',
    )
    expect(article.match(/<p class="card operation">.*?<\/p>/g)).toEqual([
      '<p class="card operation"><span class="method patch">PATCH</span> <code>/pets/{id}</code></p>',
    ])
  })

  test('stands beside a link to its specification, if that is a file or at an address', async () => {
    const { id } = await insertFile('pets.yaml', 'application/yaml')
    const tag = (src: string) => `{% openapi src="${src}" path="/pets" method="get" %}\n{% endopenapi %}`
    const article = await articleOf(
      [tag(`/files/${id}`), tag('https://example.com/all.json?v=2')].join('\n\n'),
    )
    const name = '<span class="method get">GET</span> <code>/pets</code>'
    const file = `<a href="${site.base}/~files/…/pets.yaml">pets.yaml</a>`
    const shown = article.replace(/flv\w+/, '…').match(/<p class="card operation">.*?<\/p>/g)
    expect(shown).toEqual([
      `<p class="card operation">${name} ${file}</p>`,
      `<p class="card operation">${name} <a href="https://example.com/all.json?v=2">all.json</a></p>`,
    ])
  })
})
