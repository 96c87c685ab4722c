import { z } from 'zod'
import { JobKind } from '../generated/prisma/enums.ts'
import { entriesOf, entryList } from './config-values.ts'

/** The parts that a process can have in an installation: it answers requests, runs jobs, or does both. */
const serviceNames = ['web', 'jobs'] as const

export type ServiceName = (typeof serviceNames)[number]

/** The numbers of jobs of a kind that a process runs at once, for the kinds whose default was changed. */
export type JobConcurrency = Readonly<Partial<Record<JobKind, number>>>

const maximumConcurrency = 20

const isServiceName = (text: string): text is ServiceName =>
  (serviceNames as readonly string[]).includes(text)

const kinds = Object.values(JobKind).map((kind) => kind.toLowerCase())

const isEntry = (entry: string): boolean => {
  const [kind = '', count = ''] = entry.split('=')
  return kinds.includes(kind) && /^\d{1,2}$/.test(count) && Number(count) <= maximumConcurrency
}

const services = z
  .string()
  .default(serviceNames.join(','))
  .transform(entriesOf)
  .refine(
    (entries): entries is ServiceName[] => entries.length > 0 && entries.every(isServiceName),
    'must be web, jobs, or web,jobs',
  )
  .describe(
    '`web`, `jobs` or `web,jobs`: whether the process answers requests, runs [jobs](deployment.md#give-jobs-processes-of-their-own), or does both. One without the other needs `DATABASE_URL`.',
  )

const jobConcurrency = entryList
  .refine(
    (entries) => entries.every(isEntry),
    `must be numbers from 0 to ${maximumConcurrency} by kind (${kinds.join(', ')}), separated by commas, for example import=4,pdf=1`,
  )
  .transform(
    (entries): JobConcurrency =>
      Object.fromEntries(
        entries.map((entry) => {
          const [kind = '', count] = entry.split('=')
          return [kind.toUpperCase(), Number(count)]
        }),
      ),
  )
  .describe(
    `Jobs of a kind that the process runs at once, 0 to ${maximumConcurrency}, such as \`import=4,pdf=1\`. Kinds are ${kinds.map((kind) => `\`${kind}\``).join(', ')}. Those that it does not name have [their default](../api/limits.md#heavy-work).`,
  )

export const roleVariables = { SERVICES: services, JOB_CONCURRENCY: jobConcurrency }
