import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { bookFolder } from '../../support/book.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'

/** The queries that readers type, by the file of the chapter that they look for. */
const queries: Readonly<Record<string, readonly string[]>> = {
  'install-go': ['install go', 'how do I install go', 'debugging with delve', 'linting golangci'],
  'hello-world': ['hello world', 'subtests', 'switch statement language greeting', 'named return value'],
  integers: ['adder integers', 'testable examples', 'godoc'],
  iteration: ['benchmarking', 'repeat a character for loop', 'strings.Builder'],
  'arrays-and-slices': ['slices and arrays', 'test coverage', 'variadic functions', 'sum all tails'],
  'structs-methods-and-interfaces': ['table driven tests', 'shape area interface', 'rectangle perimeter'],
  'pointers-and-errors': [
    'bitcoin wallet',
    'pointer receiver',
    'unchecked errors errcheck',
    'withdraw insufficient funds',
  ],
  maps: ['dictionary', 'constant errors', 'delete a word'],
  'dependency-injection': ['dependency injection', 'io.Writer greet'],
  mocking: ['mocking', 'spy sleeper countdown', 'sleep'],
  concurrency: ['concurrency', 'goroutine channel race detector', 'website checker'],
  select: ['select', 'httptest server racer', 'timeout'],
  reflection: ['reflection', 'walk function reflect'],
  sync: ['sync', 'mutex counter', 'copying mutexes go vet'],
  context: ['context', 'cancel a request'],
  'roman-numerals': ['roman numerals', 'property based tests', 'quick check'],
  math: ['svg clock', 'radians hands'],
  'reading-files': ['reading files', 'fstest.MapFS', 'blog posts'],
  'html-templates': ['templates', 'approval tests'],
  generics: ['generics', 'stack type parameters'],
  'revisiting-arrays-and-slices-with-generics': ['reduce bank transactions'],
  'intro-to-acceptance-tests': ['acceptance tests', 'graceful shutdown'],
  'scaling-acceptance-tests': ['grpc driver docker', 'testcontainers'],
  'working-without-mocks': ['fakes and contracts'],
  'refactoring-checklist': ['refactoring'],
  'http-server': ['http server player score'],
  json: ['json league', 'embedding types'],
  io: ['sort league file', 'atomic writes tape'],
  'command-line': ['command line poker'],
  time: ['blind alerter'],
  websockets: ['websocket'],
  'os-exec': ['exec command xml'],
}

const spelledWrong: Readonly<Record<string, readonly string[]>> = {
  'dependency-injection': ['dependancy injection', 'waht is dependency injection'],
  mocking: ['mocking slepeer', 'hwo does mocking work'],
  concurrency: ['concurency website checker'],
  'roman-numerals': ['roman numreals'],
  maps: ['dictionnary'],
  'html-templates': ['aproval tests'],
}

let app: TestApp
let client: TestClient
let spaceId: string
const titles = new Map<string, string>()

beforeAll(async () => {
  app = await startTestApp()
  const organization = await buildOrganization(app)
  client = app.as(organization.admin)
  spaceId = (await client.post(`/orgs/${organization.id}/spaces`, { title: 'Book', empty: true })).body.id
  const summary = readFileSync(join(bookFolder, 'SUMMARY.md'), 'utf8')
  const written = (file: string) => existsSync(join(bookFolder, `${file}.md`))
  const listed = [...summary.matchAll(/^\* \[(.+)\]\((.+)\.md\)$/gm)]
  const chapters = listed.filter(([, , file = '']) => written(file))
  const changes = chapters.map(([, title = '', file = '']) => {
    titles.set(file, title)
    const markdown = readFileSync(join(bookFolder, `${file}.md`), 'utf8').replace(/^# .*\n/, '')
    return { operation: 'insert_page', title, document: { markdown } }
  })
  for (let start = 0; start < changes.length; start += 10)
    await client.post(`/spaces/${spaceId}/content`, { changes: changes.slice(start, start + 10) })
})
afterAll(() => app.close())

/** Returns the place of a chapter among the results of a query, and its reciprocal; zero if it is not among the first ten. */
async function reciprocalRank(file: string, query: string): Promise<number> {
  const { body } = await client.get(`/spaces/${spaceId}/search?limit=10&query=${encodeURIComponent(query)}`)
  const place = body.items.findIndex(({ title }: { title: string }) => title === titles.get(file))
  if (process.env.SHOW_RANKS && place !== 0) console.log(file, query, place)
  return place < 0 ? 0 : 1 / (place + 1)
}

/** Returns the mean of the reciprocal ranks. */
async function meanRank(expected: Readonly<Record<string, readonly string[]>>): Promise<number> {
  const ranks = await Promise.all(
    Object.entries(expected).flatMap(([file, queries]) =>
      queries.map((query) => reciprocalRank(file, query)),
    ),
  )
  return ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length
}

test.runIf(isLongRun)(
  'the chapter that readers of a book look for is the first or the second result',
  async () => {
    expect(await meanRank(queries)).toBeGreaterThan(0.9)
  },
)

test.runIf(isLongRun)('the chapter is found also if a word is spelled wrong, even a common one', async () => {
  expect(await meanRank(spelledWrong)).toBeGreaterThan(0.9)
})
