import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { Hint } from '../parts/hint.tsx'
import { MutationDialog } from '../parts/mutation-dialog.tsx'
import { RemoveMember } from './members-operations.ts'

interface Props {
  readonly organization: string
  readonly member: { readonly userId: string; readonly user: { readonly displayName: string } }
  readonly onRemoved: () => void
  readonly onClose: () => void
}

/** Removes a member, after it was said what they lose and what stays. */
export function RemoveDialog({ organization, member, onRemoved, onClose }: Props) {
  const name = member.user.displayName
  return (
    <MutationDialog
      title={text('members.removeTitle', { name })}
      submitLabel={text('members.remove')}
      isDangerous
      mutation={RemoveMember}
      variables={{ organization, user: member.userId }}
      onDone={() => {
        showDone(text('members.removed', { name }))
        onRemoved()
      }}
      onClose={onClose}
    >
      <Hint>{text('members.removeText')}</Hint>
    </MutationDialog>
  )
}
