import type { QueryResultRow } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectedDatabase } from '../../src/database/client.ts'
import { addJobBy } from '../../src/database/jobs.ts'
import { installQueue, startJobs } from '../../src/database/queue.ts'
import { spaceJobs } from '../../src/modules/spaces/jobs.ts'
import { isLongRun } from '../support/budget.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'

let test: TestDatabase
let database: ConnectedDatabase
const logger = pino({ level: 'silent' })

beforeAll(async () => {
  test = await testDatabase()
  database = test.database
})
afterAll(() => test.drop())

/** Returns a task, and a promise that resolves when the task has run this number of times. */
function countedTask(times: number) {
  const { promise, resolve } = Promise.withResolvers<number[]>()
  const runs: number[] = []
  const task = async (payload: unknown) => {
    runs.push((payload as { number: number }).number)
    if (runs.length === times) resolve(runs)
  }
  return { task, done: promise }
}

describe('jobs', () => {
  it('run once in any number of replicas, which may start concurrently on an empty database', async () => {
    const { task, done } = countedTask(20)
    const options = { database, logger, tasks: { count: task }, crontab: '' }
    const startReplica = async () => {
      await installQueue(database)
      return startJobs(options)
    }
    const replicas = await Promise.all([startReplica(), startReplica(), startReplica()])
    for (let number = 0; number < 20; number++)
      await database.pool.query(`SELECT graphile_worker.add_job('count', $1::json)`, [
        JSON.stringify({ number }),
      ])
    const runs = await done
    await Promise.all(replicas.map((replica) => replica.stop()))
    expect(runs.sort((one, other) => one - other)).toEqual(Array.from({ length: 20 }, (_, index) => index))
  })

  it('of one task wait for each other, and those of other tasks do not', async () => {
    const released = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    let running = 0
    let most = 0
    const slow = async () => {
      running += 1
      most = Math.max(most, running)
      started.resolve()
      await released.promise
      running -= 1
    }
    const quick = countedTask(3)
    const jobs = await startJobs({ database, logger, tasks: { slow, quick: quick.task }, crontab: '' })
    for (const key of ['one', 'two']) await addJobBy(database.write, 'slow', {}, key)
    await started.promise
    for (let number = 0; number < 3; number++)
      await addJobBy(database.write, 'quick', { number }, `quick ${number}`)
    expect(await quick.done).toHaveLength(3)
    released.resolve()
    await jobs.stop()
    expect(most).toBe(1)
  })

  it('run although a process died with another one of the same task', async () => {
    await installQueue(database)
    const { task, done } = countedTask(1)
    await addJobBy(database.write, 'survives', { number: 1 }, 'first')
    for (const table of ['_private_jobs', '_private_job_queues'])
      await database.pool.query(
        `UPDATE graphile_worker.${table} SET locked_at = now(), locked_by = 'worker-of-a-dead-process'`,
      )
    await addJobBy(database.write, 'survives', { number: 2 }, 'second')
    const jobs = await startJobs({ database, logger, tasks: { survives: task }, crontab: '' })
    expect(await done).toEqual([2])
    await jobs.stop()
  })

  it.runIf(isLongRun)('of the start run soon after it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const tasks = { 'at-start': async () => resolve() }
    const jobs = await startJobs({ database, logger, tasks, crontab: '', atStart: ['at-start'] })
    await promise
    await jobs.stop()
  })

  it('keep the database usable after they have stopped', async () => {
    const jobs = await startJobs({ database, logger, tasks: {}, crontab: '' })
    await jobs.stop()
    expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })

  it('of spaces have a valid schedule for existing tasks', async () => {
    const jobs = await startJobs({ database, logger, ...spaceJobs(database) })
    await jobs.stop()
    const { rows } = await database.pool.query(
      'SELECT identifier FROM graphile_worker._private_known_crontabs',
    )
    expect(rows).toEqual([{ identifier: 'purge-deleted-spaces' }])
  })

  it('are kept when a statement fails that is sent after theirs', async () => {
    await installQueue(database)
    const run = <Row extends QueryResultRow>(text: string, values: readonly unknown[]) => {
      const result = database.write<Row>(text, values)
      database.query('SELECT 1 / $1::int', [0]).catch(() => undefined)
      return result
    }
    // Statements are sent together from their second use on.
    const keys = Array.from({ length: 5 }, (_, index) => `kept ${index}`)
    for (const key of keys) await addJobBy(run, 'kept', {}, key)
    const { rows } = await database.pool.query<{ key: string }>(
      `SELECT key FROM graphile_worker.jobs WHERE task_identifier = 'kept' ORDER BY key`,
    )
    expect(rows.map(({ key }) => key)).toEqual(keys)
  })
})
