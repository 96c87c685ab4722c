import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createLogger } from '../../src/base/logger.ts'
import { bootstrap } from '../../src/server/bootstrap.ts'
import { purgeDeletedOrganizations } from '../../src/server/purge-organizations.ts'
import { startWorldApp, type World } from '../contract/world.ts'
import type { TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { LockHolder } from '../support/lock-holder.ts'
import { scriptParameters } from '../support/script-parameters.ts'
import { storedRows } from '../support/snapshot.ts'

/** The tables of no organization, and of what outlives one. In all other tables a purge leaves nothing of an organization. */
const keptTables = [
  ['_prisma_migrations', 'the schema'],
  ['ApiToken', 'of users'],
  ['AuditEvent', 'kept for AUDIT_DAYS'],
  ['Blob', 'deleted by the sweep once nothing refers to it'],
  ['Document', 'deleted by the sweep once nothing refers to it'],
  ['DocumentLink', 'deleted with the documents'],
  ['EventPosition', 'one number of the server'],
  ['InstallationSecret', 'of the server'],
  ['KeptAnswer', 'kept for a day'],
  ['RateLimitCount', 'of users'],
  ['RightsVersion', 'numbers that must never come back'],
  ['SearchWord', 'deleted by the sweep once nothing refers to it'],
  ['StoreId', 'of the server'],
  ['SweepPosition', 'of the server'],
  ['User', 'who may have other organizations'],
  ['WritePosition', 'deleted after an hour'],
  ['WebhookCursor', 'one position of the server'],
] as const

let app: TestApp
let world: World
beforeAll(async () => {
  ;({ app, world } = await startWorldApp())
}, 60_000)
afterAll(() => app.close())

const later = () => new Date(Date.now() + 8 * 86_400_000)

/** Deletes an organization, and all others that the admin has. */
async function deleteAll(): Promise<void> {
  const { items } = (await world.client.get('/orgs')).body
  for (const { id, title } of items) await world.client.delete(`/orgs/${id}?title=${title}`)
}

/** Runs the command of the operator that purges the organization of the world. */
function purgeByCommand() {
  const parameters = ['purge', '--title', 'Acme', '--organization', world.organizationId]
  const child = spawn(process.execPath, [...scriptParameters('organization'), ...parameters], {
    cwd: new URL('../..', import.meta.url).pathname,
    env: childEnvironment({ DATABASE_URL: app.config.databaseUrl, DATA_DIR: app.config.dataDir }),
    stdio: 'inherit',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Kills the command that purges the organization of the world half way, after which nobody gets the other half back. */
async function killPurge(): Promise<void> {
  const { prisma } = app.database
  const where = { organizationId: world.organizationId }
  const last = await prisma.space.findFirstOrThrow({ where, orderBy: { id: 'desc' } })
  const holder = await LockHolder.connect(app.config.databaseUrl as string)
  onTestFinished(() => holder.end())
  await holder.query('BEGIN')
  await holder.query('SELECT 1 FROM "Space" WHERE id = $1 FOR UPDATE', [last.id])
  const child = purgeByCommand()
  const ended = once(child, 'exit')
  await vi.waitFor(async () => expect(await holder.waiting()).toHaveLength(1), 60_000)
  child.kill('SIGKILL')
  await ended
  await holder.query('ROLLBACK')
  expect(await prisma.site.count({ where })).toBe(0)
  expect(await prisma.space.count({ where })).toBeGreaterThan(0)
  expect((await world.client.post(`/orgs/${world.organizationId}/restore`)).status).toBe(404)
}

describe('the purge of deleted organizations', () => {
  test('leaves those alone that can be restored, and organizations that are not deleted', async () => {
    const before = await storedRows(app)
    expect(await purgeDeletedOrganizations(app.database, new Date())).toEqual([])
    expect(await storedRows(app)).toEqual(before)
  })

  test('leaves no row of any table, also where it was killed half way', async () => {
    await deleteAll()
    if (isLongRun) await killPurge()
    const purged = await purgeDeletedOrganizations(app.database, later())
    expect(purged).toContain(world.organizationId)
    expect(await app.database.prisma.organization.count()).toBe(0)
    const left = [...(await storedRows(app)).keys()].map((name) => name.replaceAll('"', ''))
    const kept: readonly string[] = keptTables.map(([name]) => name)
    expect(left.filter((name) => !kept.includes(name))).toEqual([])
    // Nothing that is left keeps a file or a body from the sweep.
    expect(left).toEqual(expect.arrayContaining(['AuditEvent', 'Blob', 'Document', 'User']))
    expect((await world.client.get('/user')).status).toBe(200)
    expect((await world.client.get('/trash/orgs')).body).toEqual({ items: [], count: 0 })
  }, 180_000)

  test('lets the next start create nothing where the last organization was purged', async () => {
    const { config, database } = app
    await deleteAll()
    await purgeDeletedOrganizations(database, later())
    const users = await database.prisma.user.count()
    expect(await bootstrap({ config, database, logger: createLogger('silent') })).toEqual({})
    expect(await database.prisma.organization.count()).toBe(0)
    expect(await database.prisma.user.count()).toBe(users)
  })
})
