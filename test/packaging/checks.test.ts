import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Checks, checkHeading, checksOfPages, withoutChecks } from '../docs/checks.ts'
import { documentationPages, filesOfSection } from '../docs/pages.ts'
import { type LecternProcess, startLectern } from '../start/process.ts'
import { startTestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { emptyDatabase } from '../support/database.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { makeFolder, removeFolder, temporaryFolder } from '../support/folders.ts'
import { startObjectStorage } from '../support/object-storage.ts'
import { freePort } from '../support/proxies.ts'
import { startReplicatedDatabase } from '../support/replicated-database.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
const pages = checksOfPages()

/** Where the commands of a page are run: the variables of an operator, who has a server. */
type Place = Readonly<Record<string, string>>

/** Takes what ends something. */
type Ends = (end: () => Promise<void>) => void

const token = 'lectern_token_of_the_checks'

/** Starts a server with the sample content, and returns the variables with which it runs. */
async function startServer(variables: Place, ends: Ends): Promise<Place> {
  const dataDir = await makeFolder(0o711)
  ends(() => removeFolder(dataDir))
  const port = String(await freePort())
  const place = {
    DATA_DIR: dataDir,
    PORT: port,
    BASE_URL: `http://localhost:${port}`,
    METRICS_TOKEN: 'a-token-of-20-letters',
    DRAIN_SECONDS: '0',
    SAMPLE_CONTENT: 'on',
    ...variables,
  }
  const server: LecternProcess = startLectern({ environment: { ...place, BOOTSTRAP_TOKEN: token } })
  ends(async () => {
    server.child.kill('SIGKILL')
    await server.exit()
  })
  await server.ready()
  return { ...place, TOKEN: token }
}

const ends: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

let shared: Promise<Place> | undefined

/** Returns the server of the pages that need nothing of their own. */
async function sharedServer(): Promise<Place> {
  shared ??= emptyDatabase().then((database) => {
    ends.push(() => database.drop())
    return startServer({ DATABASE_URL: database.url }, (end) => ends.push(end))
  })
  return shared
}

/** The variables of what pages need besides a server. */
const further: Readonly<Record<string, () => Promise<Place>>> = {
  'replicas.md': async () => {
    const servers = await startReplicatedDatabase()
    const variables = { DATABASE_URL: servers.primary, DATABASE_READ_URLS: servers.standby }
    const place = await startServer(variables, onTestFinished)
    const used = async () => (await (await fetch(`${place.BASE_URL}/readyz`)).json()).replicas.used
    await expect.poll(used, { timeout: 60_000 }).toBe(1)
    return place
  },
  'object-storage.md': async () => {
    const storage = await startObjectStorage()
    onTestFinished(() => storage.close())
    const { FILES_URL: BUCKET_URL = '', ...credentials } = storage.environment('checks')
    return { ...(await sharedServer()), ...credentials, BUCKET_URL }
  },
}

async function placeOf({ page, commands }: Checks): Promise<Place> {
  const place = await (further[page.split('/').at(-1) ?? ''] ?? sharedServer)()
  if (!commands.join().includes('OTHER_DATABASE_URL')) return place
  const other = await emptyDatabase()
  onTestFinished(() => other.drop())
  return { ...place, OTHER_DATABASE_URL: other.url }
}

/** Runs commands as an operator enters them, and returns what they said if one of them has failed. */
async function faultOf(commands: readonly string[], place: Place): Promise<string | null> {
  const second = String(await freePort())
  const work = await temporaryFolder(0o711)
  // On a busy machine a server may answer with 503 and when to try again, which curl then does.
  await writeFile(join(work, '.curlrc'), 'retry = 9\n')
  const here = commands
    .join('\n')
    .replaceAll('localhost:4000', new URL(place.BASE_URL as string).host)
    .replaceAll('4000', new URL(place.BASE_URL as string).port)
    .replaceAll('4001', second)
  const ended = "trap 'kill $(jobs -p) 2> /dev/null || true' EXIT"
  const shell = spawn('bash', ['-c', `${ended}\nset -exuo pipefail\n${here}`], {
    cwd: project,
    env: childEnvironment({ ...place, WORK: work, CURL_HOME: work }),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  onTestFinished(() => {
    // The shell and what it has started.
    if (shell.exitCode === null) process.kill(-(shell.pid as number), 'SIGKILL')
  })
  const [output, errors] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'close')])
  return shell.exitCode === 0 ? null : `${errors}\n${output}`
}

test('every page for operators ends with commands that check it, or tells in the test why it does not', () => {
  const all = filesOfSection('operating').map((file) => `src/docs/operating/${file}`)
  expect([...pages.map(({ page }) => page), ...Object.keys(withoutChecks)].sort()).toEqual(all)
  expect(pages.filter(({ commands }) => commands.length === 0)).toEqual([])
  for (const { path, text: page } of documentationPages())
    if (pages.some(({ page: name }) => name === path))
      expect([path, page.match(/^## .+$/gm)?.at(-1)]).toEqual([path, `## ${checkHeading}`])
})

/** Commands that ask the server alone, for what every server has. */
const asksOnly = ({ commands }: Checks) =>
  !/\bnpm |\bstart\b|DATA_DIR|METRICS_TOKEN|sites/.test(commands.join())

test.each(pages.filter(asksOnly))('the commands at the end of $page succeed', async ({ commands }) => {
  const app = await startTestApp()
  const { admin } = await buildOrganization(app)
  const place = { BASE_URL: app.url, TOKEN: admin.token as string }
  expect(await faultOf(commands, place)).toBeNull()
})

describe.runIf(isLongRun)('with a server of an operator', () => {
  test.each(pages.filter((page) => !asksOnly(page)))(
    'the commands at the end of $page succeed',
    async (checks) => {
      expect(await faultOf(checks.commands, await placeOf(checks))).toBeNull()
    },
    300_000,
  )
})
