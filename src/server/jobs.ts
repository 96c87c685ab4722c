import { backupJobs } from '../backups/scheduled-backup.ts'
import { type Jobs, joinJobs } from '../database/jobs.ts'
import type { JobKind } from '../generated/prisma/enums.ts'
import { idempotencyJobs } from '../idempotency/jobs.ts'
import type { JobWork } from '../modules/jobs/runner.ts'
import type { JobsServices } from '../modules/module.ts'
import { modules } from './modules.ts'
import { organizationJobs } from './purge-organizations.ts'
import { sweepJobs } from './sweep.ts'

/** Returns the background jobs of all modules, and those that concern several of them. */
export const allJobs = (services: JobsServices): Jobs =>
  joinJobs(
    organizationJobs(services.database),
    idempotencyJobs(services.database),
    sweepJobs(services),
    backupJobs(services),
    ...modules.flatMap(({ jobs }) => (jobs ? [jobs(services)] : [])),
  )

/** The functions that run jobs of users, by kind: a test checks that each kind has one. */
export const jobWork = Object.assign({}, ...modules.map(({ work }) => work)) as Readonly<
  Record<JobKind, JobWork>
>
