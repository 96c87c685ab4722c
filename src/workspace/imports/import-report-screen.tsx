import arrowsRotate from 'icon:arrows-rotate'
import { Link } from 'react-aria-components'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { paths } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { useKeptError } from '../app/use-kept-error.ts'
import { useReturn } from '../app/use-return.ts'
import { useScreen } from '../app/use-screen.ts'
import { isActive, JobBadge } from '../jobs/job-badge.tsx'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import listStyles from '../parts/list.module.css'
import { Progress } from '../parts/progress.tsx'
import { exactTime } from '../parts/time.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { isUploaded, mayRepeat, sourceNameOf } from './import-names.ts'
import { ImportReportQuery, ImportRunOfList } from './import-operations.ts'
import { type ReportLine, ReportLines } from './import-report-lines.tsx'
import styles from './imports.module.css'
import { useImportActions } from './use-import-actions.ts'

interface Props {
  readonly organization: string
  readonly run: string
}

/** The report of an import: the files that it took and skipped, with the reasons, and its notes. */
export function ImportReportScreen({ organization, run }: Props) {
  const { data, fault, refresh } = useScreen(ImportReportQuery, { organization, run })
  const actions = useImportActions(organization)
  useReturn(refresh)
  const report = data?.importRun
  const failure = useKeptError(report && unmask(ImportRunOfList, report).job.error)
  if (!data?.organization || !report) return <Waiting fault={fault} onRetry={refresh} />
  const shown = unmask(ImportRunOfList, report)
  const { status, source, target, createdBy, job } = shown
  const lines: readonly ReportLine[] = [
    ...(report.skipped ?? []).map(({ kind, path, reason, named }) => ({
      kind: `SKIPPED_${kind}` as const,
      path,
      text: reason,
      named,
    })),
    ...(report.notes ?? []),
  ]
  return (
    <SettingsFrame
      viewer={data.viewer}
      organization={data.organization}
      title={sourceNameOf(source)}
      breadcrumbs={[{ title: text('imports.title'), href: paths.part(organization, 'imports') }]}
      actions={
        <>
          {isActive(status) && (
            <>
              <Button icon={arrowsRotate} onPress={refresh}>
                {text('jobs.refresh')}
              </Button>
              <Button onPress={() => actions.cancel(shown)}>{text('jobs.cancel')}</Button>
            </>
          )}
          {mayRepeat(shown) && !isActive(status) && (
            <Button onPress={() => actions.repeat(shown)}>{text('imports.retry')}</Button>
          )}
        </>
      }
    >
      <p className={styles.state}>
        <JobBadge status={status} />
        {status === 'IN_PROGRESS' && <Progress label={text('jobs.progress')} {...job.progress} />}
        {status === 'COMPLETED' && (
          <span>
            {text('imports.taken', { count: shown.importedResources ?? 0, total: shown.totalResources ?? 0 })}
          </span>
        )}
        {target.space && (
          <Link href={paths.space(target.space.id)}>
            {text('imports.openSpace', { title: target.space.title })}
          </Link>
        )}
        {target.space && target.changeRequest && (
          <Link href={paths.changeRequest(target.space.id, target.changeRequest.number)}>
            {text('imports.openChangeRequest', { number: target.changeRequest.number })}
          </Link>
        )}
      </p>
      <p className={listStyles.note}>
        {text(`imports.source.${source.type}`)} · {isUploaded(source) ? text('imports.uploaded') : source.url}
        <br />
        {createdBy && `${createdBy.displayName} · `}
        {exactTime(shown.createdAt)}
      </p>
      {failure && (
        <p role="alert" className={styles.reason}>
          {failure}
        </p>
      )}
      {status === 'COMPLETED' &&
        (lines.length === 0 ? (
          <EmptyState title={text('imports.flawless')} hint={text('imports.flawlessHint')} />
        ) : (
          <ReportLines lines={lines} />
        ))}
    </SettingsFrame>
  )
}
