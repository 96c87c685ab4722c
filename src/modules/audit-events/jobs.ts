import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/client.ts'
import type { Jobs } from '../../database/jobs.ts'
import { removeOldAuditEvents } from './retention.ts'

interface Services {
  readonly config: Pick<Config, 'auditDays'>
  readonly database: Database
}

/** Returns the job that removes audit events after the time for which they are kept, every day. */
export const auditEventJobs = ({ config, database }: Services): Jobs => ({
  tasks: {
    'remove-old-audit-events': async () => {
      await removeOldAuditEvents(database, config.auditDays, new Date())
    },
  },
  crontab:
    '41 3 * * * remove-old-audit-events ?queue=remove-old-audit-events&jobKey=remove-old-audit-events&max=3',
})
