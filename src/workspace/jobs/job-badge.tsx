import type { JobStatus } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { Badge } from '../parts/badge.tsx'

const kinds = {
  PENDING: 'plain',
  IN_PROGRESS: 'active',
  COMPLETED: 'good',
  FAILED: 'danger',
  CANCELLED: 'plain',
} as const satisfies Record<JobStatus, string>

export const JobBadge = ({ status }: { readonly status: JobStatus }) => (
  <Badge kind={kinds[status]}>{text(`jobs.status.${status}`)}</Badge>
)

/** Returns whether a job has not ended. */
export const isActive = (status: JobStatus): boolean => status === 'PENDING' || status === 'IN_PROGRESS'
