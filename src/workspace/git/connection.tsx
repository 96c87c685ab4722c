import { useState } from 'react'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import type {
  GitConnectionOfScreenFragment,
  GitJobFragment,
} from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { Button } from '../parts/button.tsx'
import { Section } from '../parts/form-section.tsx'
import { ConnectionSettings } from './connection-settings.tsx'
import { DisconnectDialog } from './disconnect-dialog.tsx'
import { FirstSync } from './first-sync.tsx'
import { GitSettings, GitState } from './git-operations.ts'
import { RefPreviews } from './ref-previews.tsx'
import { SyncJob } from './sync-job.tsx'
import { SyncState } from './sync-state.tsx'
import { WebhookSection } from './webhook-section.tsx'

interface Props {
  readonly space: string
  readonly connection: GitConnectionOfScreenFragment
  readonly mayAdminister: boolean
  /** The sync that somebody has started here. */
  readonly job: GitJobFragment | undefined
  readonly onJob: (job: string) => void
  readonly onSecret: (secret: string) => void
}

export function Connection({ space, connection, mayAdminister, job, onJob, onSecret }: Props) {
  const [isLeaving, setLeaving] = useState(false)
  const state = unmask(GitState, connection)
  const isWaiting = state.commit === null && !state.isPulling && !state.isPushing
  return (
    <>
      <SyncState space={space} state={state} isWaiting={isWaiting} onJob={onJob} />
      {isWaiting ? (
        <FirstSync space={space} state={state} mayAdminister={mayAdminister} job={job} onJob={onJob} />
      ) : (
        job && <SyncJob job={job} />
      )}
      {!isWaiting && <RefPreviews space={space} previews={connection.previews.nodes} />}
      {mayAdminister && (
        <>
          {!isWaiting && (
            <WebhookSection space={space} address={connection.urls.webhook} onSecret={onSecret} />
          )}
          <ConnectionSettings key={connection.id} space={space} settings={unmask(GitSettings, connection)} />
          <Section
            title={text('git.disconnect')}
            hint={text('git.disconnectHint')}
            actions={
              <Button kind="danger" onPress={() => setLeaving(true)}>
                {text('git.disconnectButton')}
              </Button>
            }
          />
        </>
      )}
      {isLeaving && <DisconnectDialog space={space} onClose={() => setLeaving(false)} />}
    </>
  )
}
