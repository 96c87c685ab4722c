import { afterAll, beforeAll, expect, test } from 'vitest'
import { Prisma } from '../../src/generated/prisma/client.ts'
import { columnNamesOf, hasIds } from '../../src/graph/sql/where.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { sharedWorld } from './world.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await sharedWorld(app)
})
afterAll(() => app.close())

const columnsOfIds = Object.values(Prisma.ModelName).flatMap((table) =>
  columnNamesOf(table)
    .filter((column) => hasIds(table, column))
    .map((column) => ({ table, column })),
)

test.each(columnsOfIds)('$table has ids in $column that are the same in JSON', async ({ table, column }) => {
  const { rows } = await app.database.pool.query<{ id: string }>(
    `SELECT "${column}" AS id FROM "${table}" WHERE to_json("${column}")::text <> '"' || "${column}" || '"' LIMIT 1`,
  )
  expect(rows).toEqual([])
})
