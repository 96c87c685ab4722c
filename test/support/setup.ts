import pg from 'pg'
import pino, { type Logger } from 'pino'
import type { TestProject } from 'vitest/node'
import { connectDatabase } from '../../src/database/connect.ts'
import { startTemporaryPostgres } from '../../src/database/embedded/temporary.ts'
import { applyMigrations } from '../../src/database/migrate.ts'
import { isLongRun } from './budget.ts'
import { processorSeconds } from './processor-time.ts'
import { leftovers, makeRunFolder, removeRunFolder } from './run-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A database that is migrated and empty, for each test file to copy. */
    templateDatabaseUrl: string
    /** The prefix of the names of the databases of this run. */
    databasePrefix: string
    /** The prefix of the names of the databases that the files of a worker share. */
    sharedDatabasePrefix: string
  }
}

interface TestServer {
  /** Of a database on which others can be made. */
  readonly url: string
  stop(): Promise<void>
}

/** For many short-lived databases on few processors. */
const serverSettings = {
  max_connections: '200',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  // The databases end before their statistics or dead rows matter; a test that needs either runs VACUUM ANALYZE.
  autovacuum: 'off',
  // Each connection plans a prepared statement once and not five times more. A long run plans as production does.
  ...(!isLongRun && { plan_cache_mode: 'force_generic_plan' }),
}

/** One real PostgreSQL for the whole run: the one of TEST_DATABASE_URL, else one that nothing outlives. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = pino({ level: 'warn' })
  const folder = makeRunFolder()
  const given = process.env.TEST_DATABASE_URL
  const server = given ? useServer(given) : await startTemporaryPostgres(log, serverSettings)
  const databasePrefix = `lectern_test_${process.pid}_`
  const sharedDatabasePrefix = `lectern_shared_${process.pid}_`
  const template = `${databasePrefix}template`
  const tearDown = async (): Promise<string[]> => {
    await administer(server.url, `DROP DATABASE ${template} WITH (FORCE)`)
    await dropDatabases(server.url, sharedDatabasePrefix)
    const left = await dropDatabases(server.url, databasePrefix)
    await server.stop()
    left.push(...leftovers(folder))
    removeRunFolder(folder)
    return left
  }
  await administer(server.url, `CREATE DATABASE ${template}`)
  const url = Object.assign(new URL(server.url), { pathname: template }).href
  try {
    await migrate(url, log)
  } catch (error) {
    await tearDown()
    throw error
  }
  project.provide('templateDatabaseUrl', url)
  project.provide('databasePrefix', databasePrefix)
  project.provide('sharedDatabasePrefix', sharedDatabasePrefix)
  return async () => {
    const left = await tearDown()
    console.log(`\nProcessor time: ${processorSeconds()?.toFixed() ?? 'unknown'} s`)
    if (left.length > 0) throw new Error(`the tests left behind:\n${left.join('\n')}`)
  }
}

async function migrate(url: string, log: Logger): Promise<void> {
  const database = connectDatabase(url, log)
  await applyMigrations(database)
  await database.close()
}

const useServer = (url: string): TestServer => ({ url, stop: async () => {} })

async function administer(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Drops the databases of the run and returns their names. */
async function dropDatabases(url: string, prefix: string): Promise<string[]> {
  const { rows } = await administer(
    url,
    `SELECT datname AS name FROM pg_database WHERE starts_with(datname, '${prefix}')`,
  )
  for (const { name } of rows) await administer(url, `DROP DATABASE ${name} WITH (FORCE)`)
  return rows.map(({ name }) => `the database ${name}`)
}
