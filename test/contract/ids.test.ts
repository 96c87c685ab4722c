import { afterAll, beforeAll, expect, test } from 'vitest'
import { Prisma } from '../../src/generated/prisma/client.ts'
import { columnNamesOf, hasIds } from '../../src/graph/sql/where.ts'
import type { TestApp } from '../support/app.ts'
import { startWorldApp } from './world.ts'

let app: TestApp
beforeAll(async () => {
  ;({ app } = await startWorldApp())
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
