import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { MutationDialog } from '../parts/mutation-dialog.tsx'
import { DisconnectGit } from './git-operations.ts'

interface Props {
  readonly space: string
  readonly onClose: () => void
}

export function DisconnectDialog({ space, onClose }: Props) {
  return (
    <MutationDialog
      title={text('git.disconnectTitle')}
      submitLabel={text('git.disconnectButton')}
      isDangerous
      mutation={DisconnectGit}
      variables={{ space }}
      onDone={() => showDone(text('git.disconnected'))}
      onClose={onClose}
    >
      <p>{text('git.disconnectHint')}</p>
    </MutationDialog>
  )
}
