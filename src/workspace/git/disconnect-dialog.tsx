import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { DisconnectGit } from './git-operations.ts'

interface Props {
  readonly space: string
  readonly onClose: () => void
}

/** Asks whether somebody wants to end the connection. */
export function DisconnectDialog({ space, onClose }: Props) {
  const disconnect = useAction(DisconnectGit, { isInForm: true })
  const submit = async () => {
    if (!(await disconnect.run({ space }))) return
    showDone(text('git.disconnected'))
    onClose()
  }
  return (
    <FormDialog
      title={text('git.disconnectTitle')}
      submitLabel={text('git.disconnectButton')}
      isDangerous
      action={disconnect}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{text('git.disconnectHint')}</p>
    </FormDialog>
  )
}
