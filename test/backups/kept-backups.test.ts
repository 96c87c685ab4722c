import { expect, test } from 'vitest'
import { expiredBackups } from '../../src/backups/kept-backups.ts'

const day = 86_400_000

/** Makes a backup each night for years, and deletes after each what need not be kept, as the server does. */
function keepFor(days: number, kept: Parameters<typeof expiredBackups>[1]): string[] {
  let backups: { createdAt: Date }[] = []
  const first = Date.UTC(2020, 0, 1, 3, 41)
  for (let night = 0; night < days; night += 1) {
    backups.push({ createdAt: new Date(first + night * day) })
    const expired = new Set(expiredBackups(backups, kept))
    backups = backups.filter((backup) => !expired.has(backup))
  }
  return backups.map(({ createdAt }) => createdAt.toISOString().slice(0, 10)).reverse()
}

test('of nightly backups, the newest of the last days, weeks, months and years are kept', () => {
  expect(keepFor(3 * 366, { days: 4, weeks: 3, months: 3, years: 10 })).toEqual([
    // The last four days.
    '2023-01-02',
    '2023-01-01',
    '2022-12-31',
    '2022-12-30',
    // The Sundays that end the weeks before, of which that of the first of January is kept already.
    '2022-12-25',
    // The ends of months, and of years.
    '2022-11-30',
    '2021-12-31',
    '2020-12-31',
  ])
})

test('the newest backup is kept whatever the numbers say, and none is deleted while there are few', () => {
  expect(keepFor(1, { days: 0, weeks: 0, months: 0, years: 1 })).toEqual(['2020-01-01'])
  expect(keepFor(5, { days: 7, weeks: 0, months: 0, years: 0 })).toHaveLength(5)
  expect(expiredBackups([], { days: 1, weeks: 1, months: 1, years: 1 })).toEqual([])
})
