import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentXml, wordParts, zipOf } from '../../fixtures/imports/docx/word-file.ts'
import { startOwnTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { budget, isLongRun, oneInTurn, oneRowIn, takingTurns } from '../../support/budget.ts'
import { buildSpaceWith } from '../../support/factories/change-requests.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'
import { hostileZips, lyingZip, nestedZip } from './hostile-zips.ts'
import { type SourceServer, startSourceServer } from './source-server.ts'

let app: TestApp
let client: TestClient
let content: string
let server: SourceServer

beforeAll(async () => {
  app = await startOwnTestApp()
  const { id, admin } = await buildOrganization(app)
  client = app.as(admin)
  content = `${(await buildSpaceWith(client, id, { Welcome: 'Hello.' })).address}/content`
  server = await startSourceServer()
})
afterAll(async () => {
  server.close()
  await app.close()
})

/** The tables that an import writes to. */
const tables = [
  ...['Revision', 'PageVersion', 'Document', 'FileVersion', 'Blob'],
  ...['DocumentLink', 'SearchPage', 'SearchSection'],
] as const

async function rowCounts() {
  const counts = tables.map((table) => `(SELECT count(*)::int FROM "${table}") AS "${table}"`)
  const { rows } = await app.database.pool.query(`SELECT ${counts.join(', ')}`)
  return rows[0]
}

/** Asserts that the import is rejected with a reason, writes nothing, and that the server keeps responding. */
async function expectRefusal(source: string, url: string, reason: RegExp, status = 400) {
  const before = await rowCounts()
  const answer = await client.post(`${content}/import`, { url, source })
  const message = answer.body.error?.message ?? JSON.stringify(answer.body)
  expect({ status: answer.status, message }).toEqual({ status, message: expect.stringMatching(reason) })
  expect(message.length).toBeLessThan(1000)
  expect(await rowCounts()).toEqual(before)
  const health = await fetch(`${app.url}/healthz`, { signal: AbortSignal.timeout(10_000) })
  expect(health.status).toBe(200)
}

let served = 0
const serve = (name: string, body: Buffer | string) => server.serve(`/${++served}/${name}`, body)

const archiveSources = ['zip', 'markdown', 'html', 'notion', 'confluence', 'github-wiki', 'google-docs']

/** All sources read archives by the same code, so in `npm test` each archive is tried as one of them. */
const zipsInTurn = takingTurns(hostileZips, Math.ceil(hostileZips.length / 8))

describe.each([...archiveSources, 'docx'])('as %s, an archive is rejected if it has', (source) => {
  test.each(zipsInTurn())('%s', async (_what, make, reason) => {
    await expectRefusal(source, serve('archive.docx', await make()), reason)
  })
})

/** In `npm test` each hostile input is tried as one of the sources that read it, another each time. */
const inTurn = oneInTurn()

test.each(inTurn(['zip', 'markdown', 'github-wiki']))(
  'as %s, an entry larger than declared is rejected',
  async (source) => {
    await expectRefusal(source, serve('archive.zip', await lyingZip('liar.md')), /"liar\.md" cannot be read/)
  },
)

describe('nested archives', async () => {
  const archive = await nestedZip(30)
  test.each(inTurn(archiveSources))('as %s, are refused, however many there are', async (source) => {
    await expectRefusal(source, serve('nested.zip', archive), /contains no/)
  })
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('an image is rejected', () => {
  test.each(
    oneRowIn(5, [
      ['zip', /is not a zip archive/],
      ['notion', /is not a zip archive/],
      ['confluence', /is not a zip archive/],
      ['github-wiki', /is not a zip archive/],
      ['docx', /picture\.png\S* is not a Word document/],
      ['open-api', /picture\.png/],
      ['website', /picture\.png/],
      ['markdown', /picture\.png/],
      ['html', /picture\.png/],
      ['google-docs', /picture\.png/],
    ]),
  )('as %s', async (source, reason) => {
    await expectRefusal(source, serve('picture.png', png), reason)
  })
})

const deepYaml = `openapi: 3.0.0\nx: ${'['.repeat(10_000)}${']'.repeat(10_000)}\n`
const aliasBomb = `openapi: 3.0.0\na: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
  .split('')
  .map((name, index) => {
    const alias = `*${'abcdefghi'[index]}`
    return `${name}: &${name} [${Array(9).fill(alias).join(',')}]\n`
  })
  .join('')}`
const deepJson = `{"openapi":"3.0.0","info":{"title":"Deep","version":"1"},"paths":{},"x":${'['.repeat(budget(20_000, 100_000))}`
const deepSchema = `{"openapi":"3.0.0","info":{"title":"Deep","version":"1"},"paths":{},"components":{"schemas":{"A":${'{"type":"object","properties":{"a":'.repeat(10_000)}{}${'}}'.repeat(10_000)}}}}`

const tenMegabytes = 10 * 1024 * 1024
const line = 'A sentence that says nothing in particular. '
const largeMarkdown = `# Large\n\n${line.repeat(tenMegabytes / line.length)}`
const largeHtml = `<html><body><p>${`${line}</p><p>`.repeat(tenMegabytes / (line.length + 7))}</p></body></html>`
const deepHtml = `<html><body>${'<div>'.repeat(budget(10_000, 100_000))}deep`

type HostileText = [source: string, name: string, text: string]

/** The text as what one of the sources reads, or in a long run as what each of them does. */
const asOneOf = (sources: readonly string[], name: string, text: string): HostileText[] =>
  inTurn(sources).map((source) => [source, name, text])

describe('a text that is deeper or larger than documents may be is rejected', () => {
  const texts: [...HostileText, reason: RegExp][] = [
    ['markdown', 'deep.md', `# Deep\n\n${'>'.repeat(10_000)} deep`, /deep\.md.*(deep|inside|nest)/],
    ['markdown', 'large.md', largeMarkdown, /large\.md.*(large|long|characters)/],
    ['markdown', 'code.md', '`x` and '.repeat(20_000), /code\.md.*backticks/],
    ['open-api', 'deep.yaml', deepYaml, /deep\.yaml/],
    ['open-api', 'bomb.yaml', aliasBomb, /bomb\.yaml/],
    ['open-api', 'deep.json', deepJson, /deep\.json/],
    [
      'open-api',
      'large.yaml',
      `openapi: 3.0.0\nx: ${line.repeat(tenMegabytes / line.length)}`,
      /large\.yaml is larger/,
    ],
  ]
  for (const hostile of asOneOf(['html', 'google-docs', 'website'], 'deep.html', deepHtml))
    texts.push([...hostile, /deep\.html.*(deep|nest)/])
  for (const hostile of asOneOf(['html', 'google-docs', 'website'], 'large.html', largeHtml))
    texts.push([...hostile, /large\.html/])

  test.each(oneRowIn(4, texts))('as %s: %s', async (source, name, text, reason) => {
    const url = serve(name, text)
    if (name.endsWith('.html'))
      server.answer(new URL(url).pathname, (_request, response) => {
        response.writeHead(200, { 'Content-Type': 'text/html' }).end(text)
      })
    await expectRefusal(source, url, reason)
  })

  test.each(
    oneRowIn(3, [
      ...asOneOf(['zip'], 'large.md', largeMarkdown),
      ...asOneOf(['zip', 'notion', 'github-wiki'], 'deep.md', `${'>'.repeat(10_000)} deep`),
      ...asOneOf(['html', 'notion', 'google-docs'], 'deep.html', deepHtml),
    ]),
  )('as %s: %s in an archive, together with all valid entries', async (source, name, text) => {
    // Random bytes, without which the archive would be a zip bomb.
    const archive = await zipOf({ [`good.${name.split('.')[1]}`]: 'Good', [name]: text })
    await expectRefusal(source, serve('archive.zip', archive), new RegExp(name.replace('.', '\\.')))
  })

  test.runIf(isLongRun)('as open-api: nested schemas are written up to a readable depth', async () => {
    const url = serve('schema.json', deepSchema)
    const { status, body } = await client.post(`${content}/import`, { url, source: 'open-api' })
    expect({ status, body }).toMatchObject({ status: 201, body: { skipped: [] } })
    const { rows } = await app.database.pool.query('SELECT max(length(markdown)) AS longest FROM "Document"')
    expect(rows[0].longest).toBeLessThan(100_000)
  })

  test.runIf(isLongRun)('as confluence: a page of its index', async () => {
    const archive = await zipOf({
      'index.html': '<ul><li><a href="deep.html">Deep</a></li></ul>',
      'deep.html': deepHtml,
    })
    await expectRefusal('confluence', serve('archive.zip', archive), /deep\.html/)
  })
})

describe('a Word document is rejected if it has', () => {
  const part = 'word/document.xml'
  const declared = (declaration: string) =>
    documentXml('<w:p><w:r><w:t>&x;</w:t></w:r></w:p>').replace(
      /(<\?xml[^>]*\?>)?/,
      `$1<!DOCTYPE d [${declaration}]>`,
    )
  const laughs = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
  )

  test.each(
    oneRowIn(2, [
      ['an entity of a file', declared('<!ENTITY x SYSTEM "file:///etc/passwd">')],
      ['an entity of an address', declared('<!ENTITY x SYSTEM "http://169.254.169.254/latest/meta-data/">')],
      ['entities of entities', declared(`<!ENTITY l0 "ha">${laughs.join('')}<!ENTITY x "&l9;">`)],
      ['a parameter entity', declared('<!ENTITY % p SYSTEM "http://127.0.0.1/evil.dtd"> %p;')],
      ['100,000 levels of nested elements', documentXml('<w:ins>'.repeat(100_000))],
    ]),
  )('%s', async (_what, xml) => {
    const document = await zipOf({ ...wordParts({ body: '' }), [part]: xml })
    for (const source of inTurn(['docx', 'google-docs']))
      await expectRefusal(
        source,
        serve('letter.docx', document),
        /letter\.docx: the part word\/document\.xml (declares a DOCTYPE|has more than 500 levels)/,
      )
  })
})
