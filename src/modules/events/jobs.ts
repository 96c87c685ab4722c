import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/client.ts'
import type { Jobs } from '../../database/jobs.ts'
import { removeOldEvents } from './retention.ts'

interface Services {
  readonly config: Pick<Config, 'eventDays'>
  readonly database: Database
}

/** Returns the job that removes events after the time for which they are kept, every hour. */
export const eventJobs = ({ config, database }: Services): Jobs => ({
  tasks: {
    'remove-old-events': async () => {
      await removeOldEvents(database, config.eventDays)
    },
  },
  crontab: '11 * * * * remove-old-events ?jobKey=remove-old-events&max=3',
})
