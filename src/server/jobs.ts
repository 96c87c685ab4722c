import type { Config } from '../base/config.ts'
import type { Database } from '../database/client.ts'
import { type Jobs, joinJobs } from '../database/jobs.ts'
import { idempotencyJobs } from '../idempotency/jobs.ts'
import { auditEventJobs } from '../modules/audit-events/jobs.ts'
import { type JobRunner, runnerJobs } from '../modules/jobs/jobs.ts'
import { linkJobs } from '../modules/links/jobs.ts'
import { openAPISpecJobs } from '../modules/openapi-specs/jobs.ts'
import { publishedSiteJobs } from '../modules/published-sites/jobs.ts'
import { searchJobs } from '../modules/search/jobs.ts'
import { spaceJobs } from '../modules/spaces/jobs.ts'
import { organizationJobs } from './purge-organizations.ts'
import { sweepJobs } from './sweep.ts'

interface JobsServices {
  readonly config: Config
  readonly database: Database
  readonly runner: JobRunner
}

/** Returns the background jobs of all modules. */
export const allJobs = ({ config, database, runner }: JobsServices): Jobs =>
  joinJobs(
    spaceJobs(database),
    organizationJobs(database),
    idempotencyJobs(database),
    linkJobs(database),
    searchJobs(database),
    openAPISpecJobs({ config, database }),
    publishedSiteJobs({ config, database }),
    sweepJobs({ config, database }),
    auditEventJobs({ config, database }),
    runnerJobs(runner),
  )
