import { describe, expect, test } from 'vitest'
import { routes } from '../../src/server/routes.ts'
import { call, endingLast, startWorldApp } from '../contract/world.ts'
import type { TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { isControl } from '../support/control-statements.ts'

/** Where the rows are that a statement reads or writes. */
type Place =
  | 'one organization'
  | 'one organization and what all share'
  | 'what all share'
  | 'several organizations'

/** Reads which tables have rows of one organization alone: those that name it, or lead to it by columns that must have a value. */
async function tablesOfOrganizations({ database }: TestApp): Promise<ReadonlySet<string>> {
  const references = await database.query<{ from: string; to: string }>(
    `SELECT c.conrelid::regclass::text AS "from", c.confrelid::regclass::text AS "to"
     FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY(c.conkey)
     WHERE c.contype = 'f' AND a.attnotnull AND c.connamespace = 'public'::regnamespace`,
    [],
  )
  const unquoted = (name: string) => name.replaceAll('"', '')
  const withColumn = await database.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'organizationId'`,
    [],
  )
  const owned = new Set(['Organization', ...withColumn.map(({ name }) => name)])
  for (let before = 0; before < owned.size; ) {
    before = owned.size
    for (const { from, to } of references) if (owned.has(unquoted(to))) owned.add(unquoted(from))
  }
  return owned
}

const tablesIn = (statement: string): string[] => [
  ...new Set(
    [
      ...statement.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE|USING)\s+(?:ONLY\s+)?(?:"?public"?\.)?"([A-Z]\w+)"/g),
    ].map(([, name]) => name as string),
  ),
]

/** Returns whether a row of REST is about one organization: its path names it, or something in it, and it moves nothing to another. */
const isAboutOne = (path: string): boolean =>
  /:(organization|space|site|collection|team|changeRequest|integration)\w*/i.test(path) &&
  !/transfer/.test(path)

function placeOf(tables: readonly string[], owned: ReadonlySet<string>, isOne: boolean): Place {
  const own = tables.filter((table) => owned.has(table))
  if (own.length === 0) return 'what all share'
  if (!isOne) return 'several organizations'
  return own.length === tables.length ? 'one organization' : 'one organization and what all share'
}

describe.runIf(isLongRun)('the statements of every row of REST', () => {
  test('touch one organization as often as the documentation says', { timeout: 300_000 }, async () => {
    const { app, world } = await startWorldApp()
    const { client } = world
    const owned = await tablesOfOrganizations(app)
    const counts = new Map<Place, number>()
    for (const route of endingLast(routes)) {
      const { texts } = await app.statements(() =>
        call(client, route, world.parametersFor(route), world.bodyFor(route)),
      )
      for (const text of texts) {
        const tables = tablesIn(text)
        if (isControl(text) || tables.length === 0) continue
        const place = placeOf(tables, owned, isAboutOne(route.path))
        counts.set(place, (counts.get(place) ?? 0) + 1)
      }
    }
    const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
    await app.close()
    const shareOf = (...places: Place[]) =>
      places.reduce((sum, place) => sum + (counts.get(place) ?? 0), 0) / all
    expect(all).toBeGreaterThan(1000)
    // The page on scaling says 60 %, 19 %, 17 % and 4 %.
    expect(shareOf('one organization')).toBeGreaterThan(0.55)
    expect(shareOf('several organizations')).toBeLessThan(0.06)
  })
})
