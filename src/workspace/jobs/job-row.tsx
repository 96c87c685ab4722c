import download from 'icon:download'
import { Link } from 'react-aria-components'
import type { JobOfListFragment } from '../../generated/workspace-operations/graphql.ts'
import { paths } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { Button } from '../parts/button.tsx'
import listStyles from '../parts/list.module.css'
import { Progress } from '../parts/progress.tsx'
import { Ago } from '../parts/time.tsx'
import { isActive, JobBadge } from './job-badge.tsx'
import { JobFault } from './job-fault.tsx'

interface Props {
  readonly organization: string
  readonly job: JobOfListFragment
  readonly onCancel: (job: JobOfListFragment) => void
  readonly onRepeat: (job: JobOfListFragment) => void
}

/** A job: what it does where, how far it is, and what can be done about it. */
export function JobRow({ organization, job, onCancel, onRepeat }: Props) {
  const { kind, status, space, changeRequest, requestedBy, progress, error, resultURL, createdAt } = job
  const hasEndedWithout = status === 'FAILED' || status === 'CANCELLED'
  return (
    <>
      <div className={listStyles.what}>
        <span>
          <strong>{text(`jobs.kind.${kind}`)}</strong> ·{' '}
          <Link href={paths.space(space.id)}>{space.title}</Link>
          {changeRequest && (
            <>
              {' · '}
              <Link href={paths.changeRequest(space.id, changeRequest.number)}>#{changeRequest.number}</Link>
            </>
          )}
        </span>
        <span className={listStyles.note}>
          {requestedBy && `${requestedBy.displayName} · `}
          <Ago at={createdAt} />
        </span>
        <JobFault error={error} />
      </div>
      {status === 'IN_PROGRESS' && <Progress label={text('jobs.progress')} {...progress} />}
      <JobBadge status={status} />
      {isActive(status) && <Button onPress={() => onCancel(job)}>{text('jobs.cancel')}</Button>}
      {resultURL && (
        <Button icon={download} onPress={() => location.assign(resultURL)}>
          {text('jobs.download')}
        </Button>
      )}
      {kind === 'IMPORT' && !isActive(status) && (
        <Link href={paths.importRun(organization, job.id)}>{text('jobs.report')}</Link>
      )}
      {(kind === 'EXPORT' || kind === 'PDF') &&
        (hasEndedWithout || (status === 'COMPLETED' && !resultURL)) && (
          <Button onPress={() => onRepeat(job)}>{text('jobs.repeat')}</Button>
        )}
    </>
  )
}
