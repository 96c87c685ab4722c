import arrowsRotate from 'icon:arrows-rotate'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import type {
  JobKind,
  JobOfListFragment,
  JobStatusFilter,
} from '../../generated/workspace-operations/graphql.ts'
import { useJobProgress } from '../app/live.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { usePages } from '../app/use-pages.ts'
import { useReturn } from '../app/use-return.ts'
import { useScreen } from '../app/use-screen.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { SelectField } from '../parts/fields.tsx'
import { LongList } from '../parts/long-list.tsx'
import { useField } from '../parts/use-field.ts'
import { Loading, Waiting } from '../parts/waiting.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { isActive } from './job-badge.tsx'
import {
  CancelJob,
  JobOfList,
  JobsOfOrganization,
  JobsQuery,
  RepeatExport,
  RepeatPdf,
} from './job-operations.ts'
import { JobRow } from './job-row.tsx'
import styles from './jobs.module.css'

/** Stands for no filter, as a choice needs a value. */
const all = 'ALL'

const kinds: readonly JobKind[] = ['IMPORT', 'EXPORT', 'PDF', 'GIT_SYNC']
const statuses: readonly JobStatusFilter[] = ['ACTIVE', 'COMPLETED', 'FAILED', 'CANCELLED']

/** The number of jobs whose progress is followed. */
const followed = 5

const activeJobs = (jobs: readonly JobOfListFragment[]) =>
  jobs.filter(({ status }) => isActive(status)).slice(0, followed)

/** The jobs of an organization: imports, exports and PDFs that the server makes in the background. */
export function JobsScreen({ organization }: { readonly organization: string }) {
  const kind = useField<JobKind | typeof all>(all)
  const status = useField<JobStatusFilter | typeof all>(all)
  const variables = {
    organization,
    ...(kind.value !== all && { kind: kind.value }),
    ...(status.value !== all && { status: [status.value] }),
  }
  const { data, fault, refresh } = useScreen(JobsQuery, variables)
  const jobs = unmask(JobsOfOrganization, data?.organization)?.jobs ?? undefined
  const pages = usePages({
    document: JobsQuery,
    variables,
    first: jobs,
    pageOf: (answer) => unmask(JobsOfOrganization, answer.organization)?.jobs,
  })
  const cancel = useAction(CancelJob)
  const repeatExport = useAction(RepeatExport)
  const repeatPdf = useAction(RepeatPdf)
  useReturn(refresh)
  useJobProgress(activeJobs(pages.nodes.map((node) => unmask(JobOfList, node))), refresh)
  if (!data?.organization) return <Waiting fault={fault} onRetry={refresh} />
  const rows = { ...pages, nodes: pages.nodes.map((node) => unmask(JobOfList, node)) }
  const repeat = async (job: JobOfListFragment) => {
    const { run } = job.kind === 'PDF' ? repeatPdf : repeatExport
    const done = await run({
      ...variables,
      space: job.space.id,
      changeRequest: job.changeRequest?.id ?? null,
    })
    if (done) showDone(text('jobs.repeated'))
  }
  return (
    <SettingsFrame
      viewer={data.viewer}
      organization={data.organization}
      title={text('jobs.title')}
      actions={
        <Button icon={arrowsRotate} onPress={refresh}>
          {text('jobs.refresh')}
        </Button>
      }
    >
      <div className={styles.filters}>
        <SelectField
          name="kind"
          label={text('jobs.kind')}
          {...kind}
          choices={[
            { value: all, label: text('jobs.allKinds') },
            ...kinds.map((value) => ({ value, label: text(`jobs.kind.${value}`) })),
          ]}
        />
        <SelectField
          name="status"
          label={text('jobs.status')}
          {...status}
          choices={[
            { value: all, label: text('jobs.allStatuses') },
            ...statuses.map((value) => ({ value, label: text(`jobs.status.${value}`) })),
          ]}
        />
      </div>
      {!jobs && <Loading />}
      {jobs?.nodes.length === 0 && (
        <EmptyState title={text('jobs.nothing')} hint={text('jobs.nothingHint')} />
      )}
      {rows.nodes.length > 0 && (
        <LongList
          label={text('jobs.title')}
          pages={rows}
          nameOf={(job) => `${text(`jobs.kind.${job.kind}`)} ${job.space.title}`}
        >
          {(job) => (
            <JobRow
              organization={organization}
              job={job}
              onCancel={({ id }) => void cancel.run({ job: id })}
              onRepeat={(failed) => void repeat(failed)}
            />
          )}
        </LongList>
      )}
    </SettingsFrame>
  )
}
