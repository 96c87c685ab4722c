import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { RemoveMember } from './members-operations.ts'
import styles from './members-screen.module.css'

interface Props {
  readonly organization: string
  readonly member: { readonly userId: string; readonly user: { readonly displayName: string } }
  readonly onRemoved: () => void
  readonly onClose: () => void
}

/** Removes a member, after it was said what they lose and what stays. */
export function RemoveDialog({ organization, member, onRemoved, onClose }: Props) {
  const remove = useAction(RemoveMember, { isInForm: true })
  const name = member.user.displayName
  const submit = async () => {
    if (!(await remove.run({ organization, user: member.userId }))) return
    showDone(text('members.removed', { name }))
    onClose()
    onRemoved()
  }
  return (
    <FormDialog
      title={text('members.removeTitle', { name })}
      submitLabel={text('members.remove')}
      isDangerous
      action={remove}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={styles.hint}>{text('members.removeText')}</p>
    </FormDialog>
  )
}
