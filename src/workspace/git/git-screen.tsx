import { useState } from 'react'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { useJobProgress } from '../app/live.ts'
import { useReturn } from '../app/use-return.ts'
import { useScreen } from '../app/use-screen.ts'
import { isActive } from '../jobs/job-badge.tsx'
import { SecretDialog } from '../parts/secret-dialog.tsx'
import { NotFound, Waiting } from '../parts/waiting.tsx'
import { SpaceFrame } from '../space/space-frame.tsx'
import { Connection } from './connection.tsx'
import { GitConnectionOfScreen, GitJob, GitOfSpace, GitQuery } from './git-operations.ts'
import { NewConnection } from './new-connection.tsx'

/** The git branch of a space: connecting it, what the last sync left, and what is to be decided. */
export function GitScreen({ space: id }: { readonly space: string }) {
  const [jobId, setJobId] = useState<string>()
  const [secret, setSecret] = useState<string>()
  const { data, fault, refresh } = useScreen(GitQuery, {
    space: id,
    job: jobId ?? '',
    hasJob: jobId !== undefined,
  })
  const job = unmask(GitJob, data?.job) ?? undefined
  useReturn(refresh)
  useJobProgress(job && isActive(job.status) ? [job] : [], refresh)
  const space = data?.space
  if (!space) return <Waiting fault={fault} onRetry={refresh} />
  const { permissions } = space
  if (!permissions.admin && !permissions.triggerGitSync) return <NotFound />
  const connection = unmask(GitConnectionOfScreen, unmask(GitOfSpace, space).gitLink)
  return (
    <SpaceFrame viewer={data.viewer} space={space} part="git">
      {connection ? (
        <Connection
          space={id}
          connection={connection}
          mayAdminister={permissions.admin}
          job={job}
          onJob={setJobId}
          onSecret={setSecret}
        />
      ) : (
        <NewConnection space={id} mayAdminister={permissions.admin} onJob={setJobId} onSecret={setSecret} />
      )}
      {secret !== undefined && <SecretDialog of="git" secret={secret} onClose={() => setSecret(undefined)} />}
    </SpaceFrame>
  )
}
