import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bootstrap } from '../../src/bootstrap.ts'
import { createLogger } from '../../src/logger.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type CodeBlock, codeBlocks, documentationPages } from './pages.ts'
import { openShell, type Shell } from './shell.ts'
import { differenceFromShown } from './shown-response.ts'

/** Commands that the test cannot run, each with the reason. */
const notRun: Readonly<Record<string, string>> = {
  'npm ci && npm start': 'installs packages and starts a server that does not end',
  'npm ci && npm test': 'runs all tests, this one included',
  'npm ci --omit=dev': 'installs packages',
  'npm start': 'starts a server that does not end; test/start has its tests',
  'PORT=8080 DATA_DIR=/srv/lectern npm start': 'starts a server that does not end; test/start has its tests',
  'DATABASE_URL=postgres://lectern:secret@db.example.com:5432/lectern BASE_URL=https://docs.example.com npm start':
    'needs the database of the example; test/start has its tests',
  'npm run import -- test/fixtures/learn-go-with-tests --new "Learn Go with tests"':
    'takes seconds; the README runs the same import',
  'npm run check': 'runs all tests, this one included',
  'npx vitest run test/modules/spaces': 'runs tests inside of a test',
  'npm run migrations -- new archive_space':
    'writes to the source; test/cli/migrations.test.ts has its tests',
  'npm run migrations -- drift': 'starts another PostgreSQL; test/cli/migrations.test.ts has its tests',
  'pg_dump --format=custom --file=lectern.dump "$DATABASE_URL"\ntar --create --gzip --file=files.tar.gz --directory="$DATA_DIR" files':
    'needs the client programs of PostgreSQL',
}

/** Of the programs of this project only the import is run: others install, start servers or write to the source. */
const isRefused = ({ text }: CodeBlock) => /\bnpx\b|\bnpm (?!run (-s )?import\b)/.test(text)

const blocks = documentationPages().flatMap(codeBlocks)
const isSkipped = (block: CodeBlock) => Object.hasOwn(notRun, block.text.trim())
const executable = blocks.filter((block) => ['bash', 'graphql'].includes(block.language) && !isSkipped(block))
const run = executable.filter((block) => !isRefused(block))

const token = 'lectern_token_of_the_documentation'
const hasCurl = spawnSync('curl', ['--version']).status === 0

let app: TestApp
let shell: Shell

beforeAll(async () => {
  app = await startTestApp({ BOOTSTRAP_TOKEN: token, SAMPLE_CONTENT: 'on' })
  await bootstrap({ config: app.config, database: app.database, logger: createLogger('error') })
  shell = await openShell({
    DATABASE_URL: app.config.databaseUrl as string,
    DATA_DIR: app.config.dataDir,
    API: `${app.url}/v1`,
    TOKEN: token,
  })
})

afterAll(async () => {
  await shell.close()
  await app.close()
})

test('every command that is not run still occurs', () => {
  const shown = blocks.map(({ text }) => text.trim())
  expect(Object.keys(notRun).filter((command) => !shown.includes(command))).toEqual([])
})

test('every command that is not run is listed with the reason', () => {
  expect(executable.filter(isRefused).map(({ page, line, text }) => ({ page, line, text }))).toEqual([])
})

test('every response and every other JSON is well-formed', () => {
  const texts = blocks.flatMap(({ language, text, response }) => [
    ...(language === 'json' ? [text] : []),
    ...(response === undefined ? [] : [response]),
  ])
  for (const text of texts) expect(() => JSON.parse(text)).not.toThrow()
})

/** The variable that the id of an object of this type is in afterwards. */
const variableOf: Readonly<Record<string, string>> = {
  organization: 'ORG',
  space: 'SPACE',
  collection: 'COLLECTION',
  site: 'SITE',
  'change-request': 'CHANGE_REQUEST',
  team: 'TEAM',
  user: 'USER_ID',
}

// biome-ignore lint/suspicious/noExplicitAny: a response, of the shape that its operation has
type Answer = any

/** Commands of one page depend on those before them, and pages on the pages before them. */
describe.runIf(hasCurl)('the commands and queries of the documentation', () => {
  test.each(run.map((block) => [`${block.page}:${block.line}`, block] as const))(
    '%s',
    async (_place, block) => {
      const shown = block.response === undefined ? undefined : JSON.parse(here(block.response))
      const answers = block.language === 'graphql' ? [await query(block)] : await command(block, shown)
      for (const answer of answers) await capture(answer)
      if (shown !== undefined) expect(differenceFromShown(shown, answers.at(-1))).toBeNull()
    },
  )
})

/** The documentation says where a server is by default. */
const here = (text: string) => text.replaceAll('localhost:4000', new URL(app.url).host)

async function command(block: CodeBlock, shown: Answer): Promise<Answer[]> {
  const { output, errors, succeeded } = await shell.run(here(block.text))
  expect(succeeded, `${errors}\n${output.slice(0, 2000)}`).toBe(shown?.error === undefined)
  return output.split('\n').flatMap((line) => (/^(\{"|\[\{)/.test(line) ? [JSON.parse(line)] : []))
}

async function query(block: CodeBlock): Promise<Answer> {
  const names = [...block.text.matchAll(/\$(\w+):/g)].map(([, name]) => name as string)
  const variables: Record<string, string> = {}
  for (const name of names)
    variables[name] = await shell.get(name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase())
  const answer = await app.as({ token }).gql(block.text, variables)
  expect(answer.errors).toBeUndefined()
  return answer
}

async function capture(answer: Answer): Promise<void> {
  const variable = variableOf[answer.object]
  if (variable) await shell.set(variable, answer.id)
  if (answer.object === 'site' && answer.urls.published)
    await shell.set('PUBLISHED_URL', answer.urls.published)
}
