import { Link } from 'react-aria-components'
import type { GitStateFragment, GitSyncState } from '../../generated/workspace-operations/graphql.ts'
import { paths } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { Badge } from '../parts/badge.tsx'
import { Button } from '../parts/button.tsx'
import { Section } from '../parts/form-section.tsx'
import { Hint } from '../parts/hint.tsx'
import { Ago } from '../parts/time.tsx'
import styles from './git.module.css'
import { Problems } from './problems.tsx'
import { useSync } from './use-sync.ts'

interface Props {
  readonly space: string
  readonly state: GitStateFragment
  /** Whether somebody has to begin the first sync. */
  readonly isWaiting: boolean
  readonly onJob: (job: string) => void
}

/** The states that ask for nothing, and those that somebody has to look at although both sides are in step. */
const neutral: ReadonlySet<GitSyncState> = new Set(['NOT_SYNCED_YET', 'PULL_ONLY', 'PUSH_ONLY'])
const toDecide: ReadonlySet<GitSyncState> = new Set(['CONFLICTS', 'HISTORY_REWRITTEN'])

const badgeOf = (code: GitSyncState) => {
  if (code === 'SYNCED') return 'good'
  if (neutral.has(code)) return 'plain'
  return toDecide.has(code) ? 'warning' : 'danger'
}

/** What the last sync left, and the button that begins the next. */
export function SyncState({ space, state: connection, isWaiting, onJob }: Props) {
  const { state, repository, branch, directory, isSyncing, commit, commitURL, syncedAt } = connection
  const { begin, isAsking } = useSync(space, onJob)
  return (
    <Section
      title={repository}
      hint={<bdi dir="ltr">{directory === '' ? branch : `${branch} · ${directory}`}</bdi>}
      actions={
        !isWaiting && (
          <Button
            kind="main"
            isPending={isAsking}
            onPress={() => void begin(connection.isPushing ? 'FROM_SPACE' : 'FROM_GIT')}
          >
            {text('git.sync')}
          </Button>
        )
      }
    >
      <div className={styles.state}>
        {isSyncing ? (
          <Badge kind="active">{text('git.syncing')}</Badge>
        ) : (
          <Badge kind={badgeOf(state.code)}>{text(`git.state.${state.code}`)}</Badge>
        )}
        {syncedAt && (
          <span className={styles.hint}>
            {text('git.syncedAt')} <Ago at={syncedAt} />
            {commit && (
              <>
                {' · '}
                {commitURL ? <a href={commitURL}>{commit.slice(0, 8)}</a> : commit.slice(0, 8)}
              </>
            )}
          </span>
        )}
      </div>
      {state.code !== 'SYNCED' && !isWaiting && (
        <div className={styles.stack}>
          <Hint>{text(`git.remedy.${state.code}`)}</Hint>
          {badgeOf(state.code) === 'danger' && (
            <p className={styles.detail}>
              {state.message} {state.file && placeOf(state.file, state.line)}
            </p>
          )}
        </div>
      )}
      {connection.conflictRequest && isUndecided(connection.conflictRequest.status) && (
        <Link
          href={paths.changeRequest(space, connection.conflictRequest.number)}
          className={styles.link as string}
        >
          {text('git.decide', { number: connection.conflictRequest.number })}
        </Link>
      )}
      <Problems problems={connection.problems} />
    </Section>
  )
}

const isUndecided = (status: string): boolean => status === 'OPEN' || status === 'DRAFT'

const placeOf = (file: string, line: number | null): string => (line === null ? file : `${file}:${line}`)
