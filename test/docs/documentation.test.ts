import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLogger } from '../../src/base/logger.ts'
import { EventRelay } from '../../src/modules/events/relay.ts'
import { bootstrap } from '../../src/server/bootstrap.ts'
import { startOwnTestApp, type TestApp } from '../support/app.ts'
import { bookFolder, withChapters } from '../support/book.ts'
import { budget, isLongRun } from '../support/budget.ts'
import { isCheck } from './checks.ts'
import { type CodeBlock, codeBlocks, documentationPages, filesOfSection, sections } from './pages.ts'
import { screensPage } from './screens.ts'
import { openShell, type Shell } from './shell.ts'
import { differenceFromShown } from './shown-response.ts'
import { stepsPage } from './steps.ts'

/** Commands that the test cannot run, each with the reason. */
const notRun: Readonly<Record<string, string>> = {
  'npm ci && npm start': 'installs packages and starts a server that does not end',
  'npm ci && npm test': 'runs all tests, this one included',
  'mkdir -p lectern && tar xzf lectern-0.1.0.tgz -C lectern --strip-components 1\ncd lectern && npm ci --omit=dev':
    'installs packages; test/cli/install.test.ts has its tests',
  'docker build --file src/packaging/docker/Dockerfile --tag lectern .':
    'needs Docker; test/packaging has the tests of the file',
  'cd src/packaging/docker\nopenssl rand -hex 24 > database-password\necho "postgres://lectern:$(cat database-password)@database:5432/lectern" > database-url\ndocker compose up --detach\ndocker compose logs lectern\ndocker compose exec lectern lectern doctor':
    'needs Docker; test/packaging has the tests of the files',
  'kubectl apply --filename src/packaging/kubernetes/namespace.yaml\nkubectl --namespace lectern create secret generic lectern --from-literal=database-url="$DATABASE_URL"\nkubectl apply --kustomize src/packaging/kubernetes':
    'needs a cluster; test/packaging has the tests of the files',
  'sudo install -d -m 0700 /etc/lectern\nsudo install -m 0600 /dev/stdin /etc/lectern/database-url <<< "$DATABASE_URL"\necho \'BASE_URL=https://docs.example.com\' | sudo tee /etc/lectern/environment\nsudo install -m 0644 src/packaging/systemd/lectern.service /etc/systemd/system/lectern.service\nsudo systemctl daemon-reload\nsudo systemctl enable --now lectern\njournalctl --unit lectern --follow':
    'needs systemd and root; test/packaging has the tests of the file',
  'npm run lectern -- licences\nnpm run --silent lectern -- sbom > lectern.cdx.json':
    'writes to the project; test/cli/install.test.ts has its tests',
  'npm start': 'starts a server that does not end; test/start has its tests',
  'PORT=8080 DATA_DIR=/srv/lectern npm start': 'starts a server that does not end; test/start has its tests',
  'export DATABASE_URL=postgres://lectern:secret@db.example.com:5432/lectern\nexport BASE_URL=https://docs.example.com\nnpm start':
    'needs the database of the example; test/start has its tests',
  'export DATABASE_URL=postgres://lectern:secret@pooler.example.com:6432/lectern\nexport DATABASE_DIRECT_URL=postgres://lectern:secret@db.example.com:5432/lectern\nnpm start':
    'needs the database of the example; test/start/pooler.test.ts has its tests',
  'export DATABASE_URL=postgres://lectern:secret@db.example.com:5432/lectern\nexport DATABASE_READ_URLS=postgres://lectern:secret@replica-1.example.com:5432/lectern,postgres://lectern:secret@replica-2.example.com:5432/lectern\nnpm start':
    'needs the databases of the example; test/database/read-replicas.test.ts has its tests',
  'export MODE=read\nexport DATABASE_READ_URLS=postgres://lectern:secret@replica.eu.example.com:5432/lectern\nexport WRITE_URL=https://docs.example.com\nexport BASE_URL=https://docs.eu.example.com\nnpm start':
    'needs the replica of the example; test/database/read-replicas.test.ts has its tests',
  'DATABASE_URL_FILE=/run/secrets/database-url npm start':
    'starts a server that does not end; test/base/config.test.ts has its tests',
  'SERVICES=web npm start\nSERVICES=jobs npm start':
    'starts servers that do not end; test/server/roles.test.ts and test/faults/roles.test.ts have their tests',
  'SERVICES=jobs JOB_CONCURRENCY=pdf=0 npm start\nSERVICES=jobs JOB_CONCURRENCY=pdf=4,import=0,export=0 npm start':
    'starts servers that do not end; test/server/roles.test.ts has their test',
  'export OTEL_EXPORTER_OTLP_ENDPOINT=http://collector.internal:4318\nexport OTEL_TRACES_SAMPLER=parentbased_traceidratio OTEL_TRACES_SAMPLER_ARG=0.1\nnpm start':
    'needs the collector of the example; test/tracing has its tests',
  'SOAK_MINUTES=120 RECORD_SOAK=1 TEST_BUDGET=long npx vitest run test/faults/soak.test.ts':
    'takes two hours',
  'export TRUSTED_PROXIES=10.0.0.0/8\nexport RATE_LIMIT=6000\nexport RATE_LIMIT_ADDRESS=1200\nnpm start':
    'starts a server that does not end; test/start has its tests',
  'npm run lectern -- import test/fixtures/learn-go-with-tests --new "Learn Go with tests"':
    'takes seconds; the README runs the same import',
  'npm run lectern -- import path/to/repository --site "Our docs" --sitemap https://docs.example.com/sitemap.xml':
    'needs the repository and the site of the example; test/cli/site-import.test.ts has its tests',
  "export FILES_URL='s3://lectern-files/docs?region=eu-central-1'\nexport AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE\nexport AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY\nnpm start":
    'needs the bucket of the example; test/storage has its tests',
  "export BACKUP_URL='s3://lectern-backups/docs?region=eu-central-1'\nexport BACKUP_RECIPIENTS=age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p\nnpm start":
    'needs the bucket of the example; test/backups has its tests',
  'npm run lectern -- backups make\nnpm run lectern -- backups list': 'test/backups runs both',
  'npm run lectern -- restore lectern.backup --verify-only': 'test/backups runs it',
  'export SWEEP_DAYS=15\nnpm start':
    'starts a server that does not end; test/server/sweep.test.ts has its tests',
  'npm run lectern -- organization export acme.organization --organization "$ORGANIZATION_ID"':
    'needs an organization; test/backups/organizations.test.ts runs it',
  'npm run lectern -- organization import acme.organization':
    'needs another installation; test/backups/organizations.test.ts runs it',
  'export DATABASE_ARCHIVE=/mnt/archive\nexport SWEEP_DAYS=15\nnpm start':
    'starts a server that does not end; test/backups/point-in-time.test.ts has its test',
  'npm run lectern -- backups base': 'needs an embedded database; test/backups/point-in-time.test.ts runs it',
  'npm run lectern -- recover --time 2026-11-28T14:05:00Z':
    'needs an archive; test/backups/point-in-time.test.ts runs it',
  'npm run bench': 'measures for minutes; test/bench has its tests',
  'npm run growth': 'measures for half an hour; test/scale/heavy-skew.test.ts measures the same requests',
  'npm run seed -- --pages 1000000': 'takes minutes; test/bench/add-pages.test.ts has its tests',
  'mutation ($org: ID!) { deleteOrganization(organizationId: $org, input: { title: "My organization" }) { deletedOrganizationId } }':
    'deletes what the other blocks read; test/modules/organizations/deletion.test.ts has its tests',
  'npm run check': 'runs all tests, this one included',
  'npm run test:long': 'runs all tests, this one included',
  'npx vitest run test/modules/spaces': 'runs tests inside of a test',
  "ROWS='orgs/:organizationId/teams$' VIEWER=member SHOW_PLANS=0.05 npx vitest run test/scale/heavy-skew":
    'runs tests inside of a test',
  'GIT_SEED=1 GIT_ROUNDS=40 TEST_BUDGET=long npx vitest run test/faults/git-sync':
    'runs tests inside of a test',
  'npm run migrations -- new archive_space':
    'writes to the source; test/cli/migrations.test.ts has its tests',
  'node test/upgrades/record.ts f6086db9 "$PWD/node_modules"':
    'runs the code of an earlier commit; test/upgrades has the tests of what it makes',
  'npm run migrations -- drift': 'starts another PostgreSQL; test/cli/migrations.test.ts has its tests',
  'npm run lectern -- backup lectern.backup': 'test/cli/backup.test.ts runs it',
  'npm run lectern -- restore lectern.backup': 'test/cli/backup.test.ts runs it',
  'npm run lectern -- files move': 'needs a bucket; test/storage/move-files.test.ts runs it',
  'npm run lectern -- files check': 'needs a bucket; test/storage/move-files.test.ts runs it',
  'npm run lectern -- adopt-files': 'test/server/file-store.test.ts has its tests',
  'npm run lectern -- doctor': 'asks BASE_URL, where no server runs; test/cli/doctor.test.ts has its tests',
  'npm run lectern -- sweep': 'test/server/sweep.test.ts has its tests',
  'npm run --silent database-url': 'prints a password; test/cli/backup.test.ts runs it',
  'pg_dump --format=custom --file=lectern.dump "$(npm run --silent database-url)"':
    'needs the client programs of PostgreSQL',
}

/** Of the programs of this project only some commands are run: others install, start servers or write to the source. */
const isRefused = ({ text }: CodeBlock) =>
  /\bnpx\b|\bnpm (?!run lectern -- (import|user|token|sign-in-link)\b)/.test(text)

const blocks = documentationPages().flatMap(codeBlocks)
/** The screens are run in test/docs/screens.test.ts, for each viewer, and what is for operators in test/packaging. */
const isSkipped = (block: CodeBlock) =>
  [screensPage, stepsPage].includes(block.page) || isCheck(block) || Object.hasOwn(notRun, block.text.trim())
const executable = blocks.filter((block) => ['bash', 'graphql'].includes(block.language) && !isSkipped(block))
/** Each starts a process. In `npm test` test/cli/users-and-tokens.test.ts alone runs such a command. */
const isOfLongRun = ({ text }: CodeBlock) => /\bnpm run lectern -- (user|token list)\b/.test(text)
const run = executable.filter((block) => !isRefused(block) && (isLongRun || !isOfLongRun(block)))

const token = 'lectern_token_of_the_documentation'
const hasCurl = spawnSync('curl', ['--version']).status === 0

// biome-ignore lint/suspicious/noExplicitAny: a response, of the shape that its operation has
type Answer = any

let app: TestApp
let relay: EventRelay
let shell: Shell
let book: string
let address: string

beforeAll(async () => {
  app = await startOwnTestApp({ BOOTSTRAP_TOKEN: token, SAMPLE_CONTENT: 'on' })
  const { config, database } = app
  const started = await bootstrap({ config, database, logger: createLogger('error') })
  address = started.sampleSite as string
  book = await copyOfBook()
  relay = new EventRelay({ database, logger: createLogger('error') })
  relay.start()
  shell = await openShell({
    DATABASE_URL: config.databaseUrl as string,
    DATA_DIR: config.dataDir,
    API: `${app.url}/v1`,
    TOKEN: token,
  })
})

afterAll(async () => {
  await shell.close()
  await relay.stop()
  await rm(book, { recursive: true })
  await app.close()
})

/** Copies the book that commands import: in a long run all of it, otherwise one of its chapters. */
async function copyOfBook(): Promise<string> {
  const summary = await readFile(join(bookFolder, 'SUMMARY.md'), 'utf8')
  const kept = isLongRun ? summary : withChapters(summary, ['Meta'])
  const isKept = (path: string) => !path.endsWith('.md') || kept.includes(`(${basename(path)})`)
  const folder = await mkdtemp(join(tmpdir(), 'lectern-book-'))
  await cp(bookFolder, folder, { recursive: true, filter: isKept })
  await writeFile(join(folder, 'SUMMARY.md'), kept)
  return folder
}

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

describe('the sample content', () => {
  test('the first start publishes a space for each section of the documentation', async () => {
    expect(address).toMatch(new RegExp(`^${app.url}/sites/org[0-9a-z]+/docs$`))
    expect((await sampleSpaces()).map(({ title }) => title.toLowerCase()).sort()).toEqual(
      [...sections].sort(),
    )
  })

  test('every page is listed in a table of contents and imported', async () => {
    const listed = documentationPages().map(({ path }) => path)
    for (const section of sections) {
      const files = filesOfSection(section).map((file) => `src/docs/${section}/${file}`)
      expect(listed.filter((path) => path.startsWith(`src/docs/${section}/`)).sort()).toEqual(files)
    }
    for (const { id, title } of await sampleSpaces()) {
      const { body } = await app.as({ token }).get(`/spaces/${id}/content/pages?limit=1000`)
      const documents = (pages: Answer[]): string[] =>
        pages.flatMap((page) => [...(page.git ? [page.git.path] : []), ...documents(page.pages ?? [])])
      const section = title.toLowerCase()
      const files = filesOfSection(section).map((file) => `${section}/${file}`)
      expect(documents(body.pages ?? body.items).sort()).toEqual(files)
    }
  })

  test('no space has a broken link', async () => {
    for (const { id, title } of await sampleSpaces()) {
      const { body } = await app.as({ token }).get(`/spaces/${id}/links?status=broken`)
      expect({ title, broken: body.items }).toEqual({ title, broken: [] })
    }
  })

  // Links of the sources are tested in each run.
  test.runIf(isLongRun)('every link and anchor of the published site leads somewhere', async () => {
    const texts = new Map<string, string>()
    const pending = [address]
    let asMarkdown = 0
    for (let page = pending.pop(); page; page = pending.pop()) {
      if (texts.has(page)) continue
      // In a long run the Markdown of every page, otherwise of one in twelve.
      if (page.endsWith('.md') && asMarkdown++ % budget(12, 1) > 0) continue
      const answer = await fetch(page, { headers: { 'Accept-Encoding': 'identity' } })
      expect({ page, status: answer.status }).toEqual({ page, status: 200 })
      const text = await answer.text()
      texts.set(page, text)
      // The links of the Markdown of a page are those of its HTML.
      if (!answer.headers.get('content-type')?.startsWith('text/html')) continue
      const links = [...text.matchAll(/<a [^>]*href="([^"]+)"/g)].map(
        ([, href]) => new URL(href as string, page),
      )
      for (const link of links) {
        link.hash = ''
        if (link.href.startsWith(address)) pending.push(link.href)
      }
    }
    expect(texts.size).toBeGreaterThan(documentationPages().length - 5)
    for (const [page, text] of texts)
      for (const [, href] of text.matchAll(/<a [^>]*href="([^"]*#[^"]+)"/g)) {
        const target = new URL(href as string, page)
        const anchor = decodeURIComponent(target.hash.slice(1))
        target.hash = ''
        const there = texts.get(target.href)
        if (there !== undefined)
          expect({ page, href, found: there.includes(`id="${anchor}"`) }).toMatchObject({ found: true })
      }
  })

  test('the relative links of the README and the pages lead to files, which code hosts follow', () => {
    const root = new URL('../../', import.meta.url)
    for (const { path, text } of documentationPages())
      for (const [, target] of text
        .replace(/^```[\s\S]*?^```$/gm, '')
        .matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g))
        expect(
          () => readFileSync(new URL(target as string, new URL(path, root))),
          `${path}: ${target}`,
        ).not.toThrow()
  })
})

/** Returns the spaces of the sections of the site that the first start published. */
async function sampleSpaces(): Promise<{ id: string; title: string }[]> {
  const query = `{ organizations(first: 1) { nodes { sites(first: 9) { nodes { basename
    sections(first: 9) { nodes { siteSpaces(first: 1) { nodes { space { id title } } } } } } } } } }`
  const { data } = await app.as({ token }).gql(query)
  const site = data.organizations.nodes[0].sites.nodes.find((one: Answer) => one.basename === 'docs')
  return site.sections.nodes.map((section: Answer) => section.siteSpaces.nodes[0].space)
}

/** The variable that the id of an object of this type is in afterwards. */
const variableOf: Readonly<Record<string, string>> = {
  organization: 'ORG',
  space: 'SPACE',
  site: 'SITE',
  'site-space': 'SITE_SPACE',
  user: 'USER_ID',
  webhook: 'WEBHOOK',
  'webhook-delivery': 'DELIVERY',
}

/** One test, because commands use what the commands before them created. */
test.runIf(hasCurl)(
  'every command and query succeeds with the response that is shown, in order',
  async () => {
    const faults: string[] = []
    for (const block of run) {
      const fault = await faultOf(block)
      if (fault) faults.push(`${block.page}:${block.line}: ${fault}`)
    }
    expect(run.length).toBeGreaterThan(40)
    expect(faults).toEqual([])
  },
  // One of the commands imports a whole book, which takes long on a busy machine.
  180_000,
)

async function faultOf(block: CodeBlock): Promise<string | null> {
  const shown = block.response === undefined ? undefined : JSON.parse(here(block.response))
  const { answers, fault } =
    block.language === 'graphql' ? await query(block) : await command(block, shown?.error !== undefined)
  for (const answer of answers) await capture(answer)
  return fault ?? (shown === undefined ? null : differenceFromShown(shown, answers.at(-1)))
}

interface Outcome {
  readonly answers: readonly Answer[]
  readonly fault: string | null
}

/** Puts the address, the token and the book of the test in the place of those that a page shows. */
const here = (text: string) =>
  text
    .replaceAll('localhost:4000', new URL(app.url).host)
    .replaceAll('lectern_…', token)
    .replaceAll('test/fixtures/learn-go-with-tests', book)

async function command(block: CodeBlock, isRefusal: boolean): Promise<Outcome> {
  const { output, errors, succeeded } = await shell.run(here(block.text))
  const answers = output.split('\n').flatMap((line) => (/^(\{"|\[\{)/.test(line) ? [JSON.parse(line)] : []))
  return { answers, fault: succeeded === isRefusal ? `${errors}\n${output.slice(0, 2000)}` : null }
}

async function query(block: CodeBlock): Promise<Outcome> {
  const variables: Record<string, string> = {}
  for (const [, name = ''] of block.text.matchAll(/\$(\w+):/g))
    variables[name] = await shell.get(name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase())
  const answer = await app.as({ token }).gql(block.text, variables)
  return { answers: [answer], fault: answer.errors ? JSON.stringify(answer.errors) : null }
}

async function capture(answer: Answer): Promise<void> {
  const variable = variableOf[answer.object]
  if (variable) await shell.set(variable, answer.id)
  if (answer.next) await shell.set('PAGE', answer.next.page)
  if (answer.object === 'site' && answer.urls.published)
    await shell.set('PUBLISHED_URL', answer.urls.published)
}
