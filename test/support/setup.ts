import { randomBytes } from 'node:crypto'
import pg from 'pg'
import pino, { type Logger } from 'pino'
import type { TestProject } from 'vitest/node'
import { connectDatabase } from '../../src/database/client.ts'
import { startTemporaryPostgres } from '../../src/database/embedded/temporary.ts'
import { applyMigrations } from '../../src/database/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A database that is migrated and empty, for each test file to copy. */
    templateDatabaseUrl: string
  }
}

interface TestServer {
  /** Of an empty database for this run. */
  readonly url: string
  stop(): Promise<void>
}

/** One real PostgreSQL for the whole run: the one of TEST_DATABASE_URL, else one that nothing outlives. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = pino({ level: 'warn' })
  const given = process.env.TEST_DATABASE_URL
  const server = given
    ? await useServer(given)
    : await startTemporaryPostgres(log, { max_connections: '200' })
  try {
    await migrate(server.url, log)
  } catch (error) {
    await server.stop()
    throw error
  }
  project.provide('templateDatabaseUrl', server.url)
  return () => server.stop()
}

async function migrate(url: string, log: Logger): Promise<void> {
  const database = connectDatabase(url, log)
  await applyMigrations(database.pool)
  await database.close()
}

async function useServer(address: string): Promise<TestServer> {
  const name = `template_${randomBytes(8).toString('hex')}`
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: address })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await administer(`CREATE DATABASE ${name}`)
  const url = new URL(address)
  url.pathname = `/${name}`
  return { url: url.href, stop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`) }
}
