import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { bytesOfCache } from '../../src/caches/cache-sizes.ts'
import { mapConcurrently } from '../../src/workers/map-concurrently.ts'
import { screens } from '../docs/screens.ts'
import { type LecternProcess, startLectern } from '../start/process.ts'
import { createClient, startOwnTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildSite, buildSiteSpace } from '../support/factories/sites.ts'
import { scriptParameters } from '../support/script-parameters.ts'

const documentCount = 4000

/** The caches that distinct documents fill. */
const filled = ['documents', 'plans', 'statements', 'statementTexts', 'statementNames'] as const

const reportHeap = fileURLToPath(new URL('../support/report-heap.cjs', import.meta.url))

describe.runIf(isLongRun)(`${documentCount} distinct documents`, () => {
  let app: TestApp
  let lectern: LecternProcess
  let client: TestClient
  let variables: Record<string, unknown>

  beforeAll(async () => {
    app = await startOwnTestApp()
    const site = await buildSite(app)
    const { space } = await buildSiteSpace(site, 'Guide')
    const { databaseUrl = '', dataDir } = app.config
    lectern = startLectern({
      environment: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, RATE_LIMIT: 'off', LOG_LEVEL: 'error' },
      command: [process.execPath, '-r', reportHeap, ...scriptParameters('start')],
    })
    client = createClient(await lectern.ready(), site.admin.token)
    variables = { org: site.organizationId, space: space.id, site: site.id, admin: true }
  }, 120_000)
  afterAll(async () => {
    lectern.child.kill('SIGKILL')
    await lectern.exit()
    await app.close()
  })

  /** Sends screens under names that no document had before. */
  async function send(from: number, count: number, concurrency = 4): Promise<void> {
    const chosen = screens().filter(({ name }) => /^(Home|Space|Site|Members)Screen$/.test(name))
    const numbers = Array.from({ length: count }, (_, index) => from + index)
    await mapConcurrently(numbers, concurrency, async (number) => {
      const { name, document } = chosen[number % chosen.length] as (typeof chosen)[number]
      const declared = [...document.matchAll(/\$(\w+):/g)].map(([, variable]) => variable as string)
      const given = Object.fromEntries(declared.map((variable) => [variable, variables[variable]]))
      const { errors } = await client.gql(document.replace(name, `${name}${number}`), given)
      expect(errors).toBeUndefined()
    })
  }

  /** Returns the bytes that are in use after a garbage collection. */
  async function bytesInUse(): Promise<number> {
    const reports = () => [...lectern.output().matchAll(/in use: (\d+)/g)]
    const { length } = reports()
    lectern.child.kill('SIGUSR2')
    await vi.waitFor(() => expect(reports().length).toBeGreaterThan(length), { timeout: 30_000 })
    return Number(reports().at(-1)?.[1])
  }

  test('take no more memory than their caches may', { timeout: 900_000 }, async () => {
    // The first ones load code. On a busy machine, connections that are opened meanwhile are given up.
    const warmUp = () =>
      send(0, 40, 1).then(
        () => true,
        () => false,
      )
    await expect.poll(warmUp, { timeout: 120_000 }).toBe(true)
    const before = await bytesInUse()
    await send(40, documentCount)
    const more = (await bytesInUse()) - before
    const allowed = filled.reduce((sum, name) => sum + bytesOfCache(name), 0)
    console.log(
      `${documentCount} documents take ${Math.round(more / 1e6)} MB of ${Math.round(allowed / 1e6)}`,
    )
    expect(more).toBeLessThan(allowed)
  })
})
