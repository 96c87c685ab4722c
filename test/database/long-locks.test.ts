import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadModule } from 'libpg-query'
import { beforeAll, describe, expect, test } from 'vitest'
import { migrationsFolder } from '../../src/database/migrate.ts'
import { Prisma } from '../../src/generated/prisma/client.ts'
import { largeTables, longLocksOf } from './long-locks.ts'

beforeAll(() => loadModule())

/** Migrations of before the rule, each with what was large in those days. */
const before: readonly string[] = ['20261128232000_change_requests_by_subject']

const migrations = readdirSync(migrationsFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort()

const sqlOf = (name: string) => readFileSync(join(migrationsFolder, name, 'migration.sql'), 'utf8')

describe('a migration', () => {
  test.each(migrations.filter((name) => !before.includes(name)))(
    'holds no lock on a large table for long: %s',
    (name) => {
      expect(longLocksOf(sqlOf(name))).toEqual([])
    },
  )

  test('of before the rule is left out only if the rule would refuse it', () => {
    for (const name of before) expect(longLocksOf(sqlOf(name))).not.toEqual([])
  })

  test('is looked at for tables that there are', () => {
    const models: readonly string[] = Object.values(Prisma.ModelName)
    expect([...largeTables].filter((name) => !models.includes(name))).toEqual([])
  })

  test.each([
    ['CREATE INDEX i ON "Revision" (id)', /CONCURRENTLY/],
    ['CREATE UNIQUE INDEX i ON "Event" (id)', /CONCURRENTLY/],
    ['UPDATE "PageVersion" SET title = lower(title)', /batches/],
    ['DELETE FROM "AuditEvent"', /batches/],
    [
      'ALTER TABLE "Revision" ADD COLUMN key TEXT NOT NULL DEFAULT gen_random_uuid()',
      /computed for each row/,
    ],
    ['ALTER TABLE "Revision" ADD COLUMN n INT GENERATED ALWAYS AS (1) STORED', /is computed/],
    ['ALTER TABLE "Revision" ALTER COLUMN message TYPE INT', /another type/],
    ['ALTER TABLE "Revision" ALTER COLUMN message SET NOT NULL', /NOT NULL/],
    ['ALTER TABLE "Revision" ADD CONSTRAINT c CHECK (id > 0)', /NOT VALID/],
    ['ALTER TABLE "Comment" ADD CONSTRAINT c FOREIGN KEY (a) REFERENCES "Space"(id)', /NOT VALID/],
    ['ALTER TABLE "Comment" ADD COLUMN a TEXT REFERENCES "Space"(id)', /NOT VALID/],
    ['ALTER TABLE "Comment" ADD CONSTRAINT c UNIQUE (a)', /USING INDEX/],
    [
      'ALTER TABLE "Comment" ADD CONSTRAINT c CHECK (a > 0) NOT VALID; ALTER TABLE "Comment" VALIDATE CONSTRAINT c',
      /next migration/,
    ],
  ])('is refused that does so: %s', (sql, reason) => {
    expect(longLocksOf(sql)).toEqual([expect.stringMatching(reason)])
  })

  test.each([
    'CREATE INDEX CONCURRENTLY i ON "Revision" (id)',
    'CREATE INDEX i ON "Team" (id)',
    'CREATE TABLE "Event" (id INT); CREATE INDEX i ON "Event" (id)',
    `ALTER TABLE "Revision" ADD COLUMN a TEXT, ADD COLUMN b TEXT NOT NULL DEFAULT '', ADD COLUMN c TEXT[] DEFAULT ARRAY[]::TEXT[]`,
    'ALTER TABLE "Revision" ADD COLUMN a TIMESTAMPTZ NOT NULL DEFAULT CURRENT_TIMESTAMP',
    'ALTER TABLE "Comment" ADD CONSTRAINT c CHECK (a > 0) NOT VALID',
    'ALTER TABLE "Comment" VALIDATE CONSTRAINT c',
    'ALTER TABLE "Comment" ADD CONSTRAINT c UNIQUE USING INDEX i',
    'ALTER TABLE "Comment" DROP COLUMN a',
  ])('is accepted that does not: %s', (sql) => {
    expect(longLocksOf(sql)).toEqual([])
  })
})
