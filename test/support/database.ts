import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { connectDatabase } from '../../src/database/client.ts'

export async function testDatabase() {
  const server = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:55999/postgres'
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = name
  const database = connectDatabase(url.href, console)
  for (const folder of readdirSync('prisma/migrations')
    .filter((f) => /^\d/.test(f))
    .sort())
    await database.pool.query(readFileSync(`prisma/migrations/${folder}/migration.sql`, 'utf8'))
  return {
    url: url.href,
    database,
    drop: async () => {
      await database.close()
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await admin.end()
    },
  }
}
