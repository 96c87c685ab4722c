import type { Database } from '../database/client.ts'
import type { Jobs } from '../database/jobs.ts'
import { sweepAnswers } from './kept-answers.ts'

/** Deletes, every hour, the answers of requests with an `Idempotency-Key` that are not kept any longer. */
export const idempotencyJobs = (database: Database): Jobs => ({
  tasks: { 'sweep-kept-answers': () => sweepAnswers(database) },
  crontab: '23 * * * * sweep-kept-answers ?jobKey=sweep-kept-answers&max=3',
})
