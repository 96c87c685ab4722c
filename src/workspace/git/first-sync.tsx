import type { GitJobFragment, GitStateFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { isActive } from '../jobs/job-badge.tsx'
import { JobFault } from '../jobs/job-fault.tsx'
import { Button } from '../parts/button.tsx'
import { Section } from '../parts/form-section.tsx'
import { Progress } from '../parts/progress.tsx'
import { Changes } from './changes.tsx'
import styles from './git.module.css'
import { ConnectGit } from './git-operations.ts'
import { StateDetail } from './state-detail.tsx'
import { useSync } from './use-sync.ts'

interface Props {
  readonly space: string
  readonly state: GitStateFragment
  readonly mayAdminister: boolean
  /** The job that finds out what the first sync changes. */
  readonly job: GitJobFragment | undefined
  readonly onJob: (job: string) => void
}

/** Shows what the first sync changes on which side, before somebody begins it. */
export function FirstSync({ space, state, mayAdminister, job, onJob }: Props) {
  const start = useAction(ConnectGit)
  const { begin, isAsking } = useSync(space, onJob)
  const found = job?.status === 'COMPLETED' ? job.gitSync : undefined
  const isSound = found !== undefined && found !== null && found.state.code === 'NOT_SYNCED_YET'
  return (
    <Section title={text('git.first')} hint={text(`git.directionHint.${state.direction}`)}>
      {job && isActive(job.status) && (
        <Progress label={text('git.trying')} done={job.progress.done} total={job.progress.total} />
      )}
      {job && <JobFault error={job.error} />}
      {found && (isSound ? <Changes sync={found} /> : <StateDetail {...found.state} />)}
      {mayAdminister && (
        <div className={styles.buttons}>
          <Button
            kind={isSound ? 'main' : 'plain'}
            isDisabled={!isSound}
            isPending={start.isRunning}
            onPress={() => void start.run({ space, input: { isPulling: true, isPushing: true } })}
          >
            {text('git.begin')}
          </Button>
          <Button isPending={isAsking} onPress={() => void begin(state.direction, { isDryRun: true })}>
            {text('git.try')}
          </Button>
        </div>
      )}
    </Section>
  )
}
