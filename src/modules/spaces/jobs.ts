import type { Database } from '../../database/client.ts'
import type { Jobs } from '../../database/jobs.ts'
import { purgeDeletedContent } from './purge.ts'

/** Returns the job that purges deleted spaces and collections after their retention period, every hour. */
export const spaceJobs = (database: Database): Jobs => ({
  tasks: {
    'purge-deleted-spaces': async () => {
      await purgeDeletedContent(database, new Date())
    },
  },
  crontab: '17 * * * * purge-deleted-spaces ?queue=purge-deleted-spaces&jobKey=purge-deleted-spaces&max=3',
})
