import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/client.ts'
import { type Jobs, logOfJob } from '../../database/jobs.ts'
import { sendDueMails } from './delivery.ts'
import { notificationTask } from './queue.ts'

interface Services {
  readonly config: Config
  readonly database: Database
}

/** Returns the job that sends the mails that tell users of what others did. The schedule finds what a stopped process has left. */
export const notificationJobs = (services: Services): Jobs => ({
  tasks: {
    [notificationTask]: (_payload, helpers) =>
      sendDueMails({ ...services, logger: logOfJob(helpers) }, helpers.abortSignal),
  },
  crontab: services.config.mail ? `* * * * * ${notificationTask} ?jobKey=${notificationTask}&max=3` : '',
})
