import type { KeptBackups } from '../base/backup-config.ts'

const periods: Readonly<Record<keyof KeptBackups, (time: Date) => string>> = {
  days: (time) => time.toISOString().slice(0, 10),
  weeks: weekOf,
  months: (time) => time.toISOString().slice(0, 7),
  years: (time) => time.toISOString().slice(0, 4),
}

/** Returns the Monday with which the week of a time begins, in UTC. */
function weekOf(time: Date): string {
  const monday = new Date(time)
  monday.setUTCDate(time.getUTCDate() - ((time.getUTCDay() + 6) % 7))
  return monday.toISOString().slice(0, 10)
}

/**
 * Returns those of the backups that need not be kept: all but the newest one of each of the last days, weeks, months and years in
 * which there are any. The newest of all is always kept.
 */
export function expiredBackups<Backup extends { readonly createdAt: Date }>(
  backups: readonly Backup[],
  kept: KeptBackups,
): Backup[] {
  const newestFirst = [...backups].sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
  const wanted = new Set(newestFirst.slice(0, 1))
  for (const [period, count] of Object.entries(kept) as [keyof KeptBackups, number][]) {
    const seen = new Set<string>()
    for (const backup of newestFirst) {
      const name = periods[period](backup.createdAt)
      if (seen.has(name)) continue
      if (seen.size === count) break
      seen.add(name)
      wanted.add(backup)
    }
  }
  return newestFirst.filter((backup) => !wanted.has(backup))
}
