import type { GitJobFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { isActive, JobBadge } from '../jobs/job-badge.tsx'
import { JobFault } from '../jobs/job-fault.tsx'
import { Section } from '../parts/form-section.tsx'
import { Progress } from '../parts/progress.tsx'
import { Changes } from './changes.tsx'

/** A sync that was started here: how far it is, and what it changed. */
export const SyncJob = ({ job }: { readonly job: GitJobFragment }) => (
  <Section title={text('git.lastSync')} actions={<JobBadge status={job.status} />}>
    {isActive(job.status) && (
      <Progress label={text('git.syncing')} done={job.progress.done} total={job.progress.total} />
    )}
    <JobFault error={job.error} />
    {job.gitSync && <Changes sync={job.gitSync} />}
  </Section>
)
