import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import type { ConnectedDatabase } from '../../src/database/client.ts'
import { connectDatabase } from '../../src/database/connect.ts'

export interface TestDatabase {
  readonly url: string
  readonly database: ConnectedDatabase
  drop(): Promise<void>
}

/** Returns a database of its own for a test file, migrated and empty. */
export const testDatabase = (): Promise<TestDatabase> => copyTemplate(newDatabaseName())

/** Returns a database of its own that is a copy of another one, to which nothing is connected. */
export const testDatabaseFrom = (original: string): Promise<TestDatabase> =>
  copyDatabase(original, newDatabaseName())

/** Returns a database that the files of a worker share. It is dropped at the end of the run. */
export const sharedTestDatabase = (): Promise<TestDatabase> =>
  copyTemplate(`${inject('sharedDatabasePrefix')}${process.pid}`)

/** Returns a database that others are copied from once it is closed. It is dropped at the end of the run. */
export async function templateTestDatabase(name: string): Promise<TestDatabase & { readonly name: string }> {
  const fullName = `${inject('sharedDatabasePrefix')}${name}`
  return { ...(await copyTemplate(fullName)), name: fullName }
}

const copyTemplate = (name: string): Promise<TestDatabase> =>
  copyDatabase(new URL(inject('templateDatabaseUrl')).pathname.slice(1), name)

async function copyDatabase(original: string, name: string): Promise<TestDatabase> {
  const template = new URL(inject('templateDatabaseUrl'))
  // For a small template this takes a third of the time that writing the copy to the log takes.
  await administer(template, `CREATE DATABASE ${name} TEMPLATE ${original} STRATEGY FILE_COPY`)
  const url = new URL(template)
  url.pathname = name
  const database = connectDatabase(url.href, console)
  return {
    url: url.href,
    database,
    drop: async () => {
      await database.close()
      await administer(template, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

/** An empty database on the server of the tests. */
export async function emptyDatabase(parameters = ''): Promise<{ url: string; drop(): Promise<void> }> {
  const template = new URL(inject('templateDatabaseUrl'))
  const name = newDatabaseName()
  await administer(template, `CREATE DATABASE ${name} ${parameters}`)
  return {
    url: Object.assign(new URL(template), { pathname: name }).href,
    drop: () => administer(template, `DROP DATABASE ${name} WITH (FORCE)`),
  }
}

/** Returns a name that no database has, and that tells which run it belongs to. */
export const newDatabaseName = (): string => `${inject('databasePrefix')}${randomBytes(8).toString('hex')}`

/** Two copies of one template cannot be made at the same instant: creation waits its turn. */
async function administer(template: URL, statement: string): Promise<void> {
  const url = new URL(template)
  url.pathname = 'postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock(1)')
    await client.query(statement)
  } finally {
    await client.end()
  }
}
