import type { JobKind, JobStatus } from '../../generated/prisma/enums.ts'
import { builder } from '../../graphql/builder.ts'
import { unended } from './unended-jobs.ts'

export const JobKindEnum = builder.enumType('JobKind', {
  description: 'The kind of a job.',
  values: {
    IMPORT: { description: 'Imports content from a source.' },
    EXPORT: { description: 'Exports content as Markdown.' },
    PDF: { description: 'Exports content as a PDF.' },
    GIT_SYNC: { description: 'Brings a space and a git branch in step.' },
  } as const satisfies Record<JobKind, object>,
})

const statuses = {
  PENDING: { description: 'The job waits to be started.' },
  IN_PROGRESS: { description: 'The job is running.' },
  COMPLETED: { description: 'The job ended with a result.' },
  FAILED: { description: 'The job ended with an error.' },
  CANCELLED: { description: 'The job was cancelled.' },
} as const satisfies Record<JobStatus, object>

export const JobStatusEnum = builder.enumType('JobStatus', {
  description: 'The status of a job.',
  values: statuses,
})

export const JobStatusFilter = builder.enumType('JobStatusFilter', {
  description: 'Selects jobs by their status.',
  values: { ACTIVE: { description: 'The job is pending or in progress.' }, ...statuses },
})

/** Returns the condition for jobs in one of the statuses. */
export const statusCondition = (statuses: readonly (JobStatus | 'ACTIVE')[] | null | undefined) =>
  statuses
    ? { in: statuses.flatMap((status) => (status === 'ACTIVE' ? unended.status.in : [status])) }
    : undefined
