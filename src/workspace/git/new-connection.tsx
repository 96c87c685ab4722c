import { useState } from 'react'
import type { GitDirection } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { FormSection } from '../parts/form-section.tsx'
import { ConnectionFields, emptyPlace } from './connection-fields.tsx'
import { ConnectGit } from './git-operations.ts'
import { useSync } from './use-sync.ts'

interface Props {
  readonly space: string
  readonly mayAdminister: boolean
  readonly onJob: (job: string) => void
  readonly onSecret: (secret: string) => void
}

/** Connects a space with a branch. Nothing is synced before somebody has seen what the first sync changes. */
export function NewConnection({ space, mayAdminister, onJob, onSecret }: Props) {
  const [place, setPlace] = useState(emptyPlace)
  const [direction, setDirection] = useState<GitDirection>('FROM_GIT')
  const connect = useAction(ConnectGit, { isInForm: true })
  const { begin } = useSync(space, onJob)
  if (!mayAdminister) return <EmptyState title={text('git.none')} hint={text('git.noneHint')} />
  const submit = async () => {
    const { token, ...rest } = place
    const done = await connect.run({
      space,
      input: { ...rest, direction, isPulling: false, isPushing: false, ...(token !== '' && { token }) },
    })
    if (!done?.connectGit) return
    if (done.connectGit.webhookSecret) onSecret(done.connectGit.webhookSecret)
    await begin(direction, { isDryRun: true })
  }
  return (
    <FormSection
      title={text('git.connect')}
      hint={text('git.connectHint')}
      submitLabel={text('git.connectButton')}
      isChanged={place.url.trim() !== ''}
      action={connect}
      onSubmit={submit}
    >
      <ConnectionFields
        place={place}
        direction={direction}
        hasToken={false}
        onPlace={setPlace}
        onDirection={setDirection}
      />
    </FormSection>
  )
}
