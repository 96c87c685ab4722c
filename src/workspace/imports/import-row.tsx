import { Link } from 'react-aria-components'
import type { ImportRunOfListFragment } from '../../generated/workspace-operations/graphql.ts'
import { paths } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { isActive, JobBadge } from '../jobs/job-badge.tsx'
import { JobFault } from '../jobs/job-fault.tsx'
import { Button } from '../parts/button.tsx'
import listStyles from '../parts/list.module.css'
import { Progress } from '../parts/progress.tsx'
import { Ago } from '../parts/time.tsx'
import { mayRepeat, sourceNameOf, sumOf } from './import-names.ts'
import styles from './imports.module.css'
import type { ImportActions } from './use-import-actions.ts'

interface Props {
  readonly organization: string
  readonly run: ImportRunOfListFragment
  readonly actions: ImportActions
}

/** An import: where from, where to, how far it is, and what it took. */
export function ImportRow({ organization, run, actions }: Props) {
  const { status, target, createdBy, createdAt, job } = run
  return (
    <>
      <div className={listStyles.what}>
        <span>
          <Link href={paths.importRun(organization, run.jobId)} className={styles.title as string}>
            {sourceNameOf(run.source)}
          </Link>
          {target.space && (
            <>
              {' → '}
              <Link href={paths.space(target.space.id)}>{target.space.title}</Link>
            </>
          )}
          {target.space && target.changeRequest && (
            <>
              {' · '}
              <Link href={paths.changeRequest(target.space.id, target.changeRequest.number)}>
                #{target.changeRequest.number}
              </Link>
            </>
          )}
        </span>
        <span className={listStyles.note}>
          {text(`imports.source.${run.source.type}`)}
          {createdBy && ` · ${createdBy.displayName}`} · <Ago at={createdAt} />
        </span>
        {status === 'COMPLETED' && <Counts run={run} />}
        <JobFault error={job.error} />
      </div>
      {status === 'IN_PROGRESS' && <Progress label={text('jobs.progress')} {...job.progress} />}
      <JobBadge status={status} />
      {isActive(status) && <Button onPress={() => actions.cancel(run)}>{text('jobs.cancel')}</Button>}
      {mayRepeat(run) && (status === 'FAILED' || status === 'CANCELLED') && (
        <Button onPress={() => actions.repeat(run)}>{text('imports.retry')}</Button>
      )}
    </>
  )
}

const Counts = ({ run }: Pick<Props, 'run'>) => {
  const skipped = sumOf(run.skipCounts)
  const notes = sumOf(run.noteCounts)
  return (
    <span className={listStyles.note}>
      {text('imports.taken', { count: run.importedResources ?? 0, total: run.totalResources ?? 0 })}
      {skipped > 0 && ` · ${text('imports.skipped', { count: skipped })}`}
      {notes > 0 && ` · ${text('imports.notes', { count: notes })}`}
    </span>
  )
}
