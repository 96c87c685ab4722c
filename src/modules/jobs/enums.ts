import type { JobKind, JobStatus } from '../../generated/prisma/enums.ts'
import { enumType } from '../../graphql/enum-type.ts'
import { unended } from './unended-jobs.ts'

export const JobKindEnum = enumType('JobKind', 'The kind of a job.', {
  IMPORT: 'Imports content from a source.',
  EXPORT: 'Exports content as Markdown.',
  PDF: 'Exports content as a PDF.',
  GIT_SYNC: 'Brings a space and a git branch in step.',
} satisfies Record<JobKind, string>)

const statuses = {
  PENDING: 'The job waits to be started.',
  IN_PROGRESS: 'The job is running.',
  COMPLETED: 'The job ended with a result.',
  FAILED: 'The job ended with an error.',
  CANCELLED: 'The job was cancelled.',
} satisfies Record<JobStatus, string>

export const JobStatusEnum = enumType('JobStatus', 'The status of a job.', statuses)

export const JobStatusFilter = enumType('JobStatusFilter', 'Selects jobs by their status.', {
  ACTIVE: 'The job is pending or in progress.',
  ...statuses,
})

export const statusCondition = (statuses: readonly (JobStatus | 'ACTIVE')[] | null | undefined) =>
  statuses
    ? { in: statuses.flatMap((status) => (status === 'ACTIVE' ? unended.status.in : [status])) }
    : undefined
