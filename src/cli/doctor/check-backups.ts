import { latestBackupTime } from '../../backups/stored-backups.ts'
import type { Config } from '../../base/config.ts'
import { withCommas } from '../../base/english.ts'
import { type Finding, findingsOf, reasonOf } from './finding.ts'

const { ok, warning, problem } = findingsOf('backups')

const hourMs = 3_600_000
/** A day or a month, and the time that a backup may take. */
const oldHours = { daily: 26, rarer: 32 * 24 }

/** Checks that the server makes backups by itself, and that the newest one is not old. */
export async function checkBackups(config: Config): Promise<Finding[]> {
  if (!config.backups)
    return [
      warning(
        'The server makes no backups by itself.',
        'Set BACKUP_URL, or let another program run npm run lectern -- backup.',
      ),
    ]
  try {
    const newest = await latestBackupTime(config)
    if (!newest)
      return [
        problem(
          'The place of the backups at BACKUP_URL has none.',
          'Make the first one with npm run lectern -- backups make, which says why it fails if it does.',
        ),
      ]
    const hours = Math.floor((Date.now() - newest.getTime()) / hourMs)
    const text = `The newest backup is ${withCommas(hours)} hours old.`
    return [
      hours > oldHours[isDaily(config.backups.schedule) ? 'daily' : 'rarer']
        ? problem(text, 'See the log of the server for why later ones failed.')
        : ok(text),
    ]
  } catch (error) {
    return [
      problem(
        `The place of the backups does not answer: ${reasonOf(error)}.`,
        'Check BACKUP_URL, the credentials and their permissions, and that it can be reached from this machine.',
      ),
    ]
  }
}

/** Returns whether a line of a crontab names each day. */
const isDaily = (schedule: string) => /^\S+ \S+ \* \* \*$/.test(schedule.replace(/\s+/g, ' '))
