import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'

const folder = fileURLToPath(new URL('../../prisma/functions', import.meta.url))

/** The definitions of the functions and triggers of Lectern, without those of extensions. */
async function definitions(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ definition: string }>(
    `SELECT pg_get_functiondef(oid) AS definition FROM pg_proc WHERE oid IN (${ownFunctions})
     UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`,
  )
  return rows.map(({ definition }) => definition)
}

const ownFunctions = `SELECT p.oid FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace
  AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`

test('prisma/functions has the current text of all functions and triggers', async () => {
  const { database, drop } = await testDatabase()
  const client = await database.pool.connect()
  const ofMigrations = await definitions(client)
  const { rows } = await client.query<{ name: string }>(
    `SELECT oid::regprocedure::text AS name FROM pg_proc WHERE oid IN (${ownFunctions})`,
  )
  // One that another calls takes that with it.
  for (const { name } of rows) await client.query(`DROP FUNCTION IF EXISTS ${name} CASCADE`)
  expect(await definitions(client)).toEqual([])
  for (const name of await readdir(folder)) await client.query(await readFile(join(folder, name), 'utf8'))
  expect(await definitions(client)).toEqual(ofMigrations)
  client.release()
  await drop()
})
