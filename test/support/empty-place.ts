import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import type { ConnectedDatabase } from '../../src/database/client.ts'
import { connectDatabase } from '../../src/database/connect.ts'
import { newDatabaseName } from './database.ts'
import { temporaryFolder } from './folders.ts'

/** A database without tables, and a folder without files. */
export interface EmptyPlace {
  readonly url: string
  readonly dataDir: string
  readonly database: ConnectedDatabase
}

/** Creates an empty place, which is removed after the test. */
export async function emptyPlace(): Promise<EmptyPlace> {
  const url = new URL(inject('templateDatabaseUrl'))
  const name = newDatabaseName()
  await administer(`CREATE DATABASE ${name}`)
  url.pathname = name
  const database = connectDatabase(url.href, console)
  onTestFinished(async () => {
    await database.close()
    await administer(`DROP DATABASE ${name} WITH (FORCE)`)
  })
  return { url: url.href, dataDir: await temporaryFolder(), database }
}

async function administer(statement: string): Promise<void> {
  const url = new URL(inject('templateDatabaseUrl'))
  url.pathname = 'postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
