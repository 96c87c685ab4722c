import type { Jobs } from '../../database/jobs.ts'
import type { JobRunner } from './runner.ts'

export type { JobRunner }

/** The task that is added with each job. The process that gets it takes jobs; the others look for them now and then. */
export const runJobsTask = 'run-jobs'

export const runnerJobs = (runner: JobRunner): Jobs => ({
  tasks: { [runJobsTask]: () => runner.wake() },
  crontab: '',
})
