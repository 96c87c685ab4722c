import type { JobModule, ModuleJob } from './module-job.ts'
import { serveJobs } from './serve-jobs.ts'

serveJobs(async ({ module, input }: ModuleJob, _parts, ask) => {
  const { run } = (await import(module)) as JobModule<unknown, unknown>
  return run(input, ask)
})
