import { expect, test } from 'vitest'
import { plansOfReads } from '../../src/cli/plans-of-reads.ts'
import { call, rowName, startWorldApp } from './world.ts'

test('the rows of which the documentation says so are answered by one statement', async () => {
  const { app, world } = await startWorldApp()
  const others: unknown[] = []
  for (const { row, statement } of plansOfReads()) {
    if (statement.reads !== 'all') continue
    const { route } = row
    const send = () => call(world.client, route, world.parametersFor(route), world.bodyFor(route))
    // The first request prepares what later ones share.
    await send()
    const { count } = await app.statements(async () => expect((await send()).status).toBe(200))
    if (count !== 1) others.push({ row: rowName(route), count })
  }
  expect(others).toEqual([])
  await app.close()
})
