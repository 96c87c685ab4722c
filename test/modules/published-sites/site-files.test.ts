import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minifyScript, minifyStyles } from '../../../src/sites/browser/minify.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { buildReadableSite, page, type ReadableSite, read, write } from './published-site.ts'

let app: TestApp
let site: ReadableSite
let text: string
let policy: string

beforeAll(async () => {
  app = await startTestApp()
  site = await buildReadableSite(app)
  await write(site, site.guide.spaceId, page('Welcome'))
  const answer = await read(site.address, { headers: { accept: 'text/html' } })
  text = answer.text
  policy = String(answer.headers['content-security-policy'])
})
afterAll(() => app.close())

const hashOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`
const between = (begin: string, end: string) => text.split(begin)[1]?.split(end)[0] ?? ''

/** Returns the paths of the stylesheet and the script, as a page names them. */
const stylesheet = () => /<link rel="stylesheet" href="([^"]+)">/.exec(text)?.[1] ?? ''
const script = () => /script\.src="([^"]+)"/.exec(text)?.[1] ?? ''

test('a page loads a stylesheet and a script of its site, which its policy allows by their hashes', async () => {
  expect(stylesheet()).toMatch(new RegExp(`^${site.base}/~static/site\\.[0-9a-f]{12}\\.css$`))
  expect(script()).toMatch(new RegExp(`^${site.base}/~static/site\\.[0-9a-f]{12}\\.js$`))
  expect(policy).toContain(`script-src ${hashOf(between('<script>', '</script>'))} 'strict-dynamic';`)
  expect(policy).toContain(`style-src ${hashOf(between('<style>', '</style>'))} 'self';`)
  expect(policy).not.toContain('unsafe-inline')
})

/** Returns the names of the stylesheets of the sites' own that a page loads, and what they and its script weigh. */
async function filesOf(address: string) {
  const shown = await read(address, { headers: { accept: 'text/html' } })
  const paths = [...shown.text.matchAll(/(?:<link rel="stylesheet" href|script\.src)="([^"]+)"/g)]
    .map(([, path]) => path ?? '')
    .filter((path) => /\/(site|search|rare-blocks)\./.test(path))
  const weights = { css: 0, js: 0 }
  for (const path of paths)
    weights[path.endsWith('.js') ? 'js' : 'css'] += gzipSync((await read(app.url + path)).text, {
      level: 9,
    }).length
  const names = paths.map((path) => /\/([\w-]+)\.[0-9a-f]+\.css$/.exec(path)?.[1]).filter(Boolean)
  return { names, weights }
}

test('a page of texts, code, tables, tabs and hints loads less than 8 kB of styles and 6 kB of script', async () => {
  const blocks =
    '## Part\n\n```js\n1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n{% hint style="info" %}\nx\n{% endhint %}'
  await write(site, site.guide.spaceId, page('Plain', blocks))
  const { names, weights } = await filesOf(`${site.address}/plain`)
  expect(names).toEqual(['site'])
  expect(weights.css).toBeLessThan(8000)
  expect(weights.js).toBeLessThan(6000)
})

test.each([
  [
    'cards',
    '<table data-view="cards"><thead><tr><th></th></tr></thead><tbody><tr><td>x</td></tr></tbody></table>',
  ],
  ['steps', '{% stepper %}\n{% step %}\nx\n{% endstep %}\n{% endstepper %}'],
  ['footnotes', 'Text[^1]\n\n[^1]: Note'],
  ['colors', '<mark style="color:red;">red</mark>'],
  ['formulas', '$$\na\n$$'],
  ['operations', '{% openapi src="x" path="/pets" method="get" %}\n{% endopenapi %}'],
])('a page with %s loads the styles of rare blocks', async (name, markdown) => {
  await write(site, site.guide.spaceId, page(`With ${name}`, markdown))
  expect((await filesOf(`${site.address}/with-${name}`)).names).toEqual(['site', 'rare-blocks'])
})

test('the results of a search, and a page for what is not there, load the styles of the search', async () => {
  for (const path of ['/~search?query=x', '/missing'])
    expect([path, (await filesOf(site.address + path)).names]).toEqual([path, ['site', 'search']])
})

test('the files of sites are cached for good, compressed, and sent without asking the database', async () => {
  const types = { [stylesheet()]: 'text/css; charset=utf-8', [script()]: 'text/javascript; charset=utf-8' }
  for (const [path, type] of Object.entries(types)) {
    const { count } = await app.statements(async () => {
      const file = await read(app.url + path)
      expect([path, file.status, file.headers['content-type']]).toEqual([path, 200, type])
      expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(file.headers['x-content-type-options']).toBe('nosniff')
      const known = { 'if-none-match': String(file.headers.etag) }
      expect((await read(app.url + path, { headers: known })).status).toBe(304)
      expect((await read(app.url + path, { method: 'HEAD' })).text).toBe('')
    })
    expect([path, count]).toEqual([path, 0])
  }
  const coded = await read(app.url + stylesheet(), { headers: { 'accept-encoding': 'gzip, br' } })
  expect(coded.headers['content-encoding']).toBe('br')
})

test('a page that another version of the server rendered gets the files of this one, for a short time', async () => {
  const current = await read(app.url + stylesheet())
  const earlier = await read(app.url + stylesheet().replace(/\.[0-9a-f]{12}\./, '.0123456789ab.'))
  expect([earlier.status, earlier.headers['cache-control']]).toEqual([200, 'public, max-age=60'])
  expect(earlier.text).toBe(current.text)
  for (const name of ['site.css', 'site.0123456789ab.html', 'constructor.0123456789ab', '..%2fsite-files.ts'])
    expect([name, (await read(`${site.address}/~static/${name}`)).status]).toEqual([name, 404])
})

test('styles and scripts lose comments and spaces, and nothing else', () => {
  expect(
    minifyStyles(`/* why */
.one,
.two > a:hover {
  margin: 0 calc(1px + 2px);
  content: "a b";
}
@media (min-width: 40rem) {
  :root { color: red }
}`),
  ).toBe(
    '.one,.two > a:hover{margin: 0 calc(1px + 2px);content: "a b"}@media (min-width: 40rem){:root{color: red}}',
  )
  expect(minifyScript('/** Why\n * so. */\nconst a = 1 // one\n\n  // only\n  call("/* no */")\n')).toBe(
    'const a = 1 // one\ncall("/* no */")',
  )
})
