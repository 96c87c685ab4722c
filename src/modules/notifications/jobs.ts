import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/client.ts'
import type { Jobs } from '../../database/jobs.ts'
import { sendDueMails } from './delivery.ts'
import { notificationTask } from './queue.ts'

interface Services {
  readonly config: Config
  readonly database: Database
}

/** Returns the job that sends the mails that tell users of what others did. The schedule finds what a stopped process has left. */
export const notificationJobs = (services: Services): Jobs => ({
  tasks: {
    [notificationTask]: async (_payload, { logger, abortSignal }) => {
      const log = {
        info: (fields: object, message: string) => logger.info(message, { ...fields }),
        error: (fields: object, message: string) => logger.error(message, { ...fields }),
      }
      await sendDueMails({ ...services, logger: log }, abortSignal)
    },
  },
  crontab: services.config.mail ? `* * * * * ${notificationTask} ?jobKey=${notificationTask}&max=3` : '',
})
