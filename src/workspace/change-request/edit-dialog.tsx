import { text } from '../app/texts.ts'
import { TextField } from '../parts/fields.tsx'
import { MutationDialog } from '../parts/mutation-dialog.tsx'
import { useField } from '../parts/use-field.ts'
import { EditMutation } from './change-request-data.ts'

interface Props {
  readonly id: string
  readonly subject: string
  readonly description: string
  readonly onClose: () => void
}

export function EditDialog({ id, onClose, ...before }: Props) {
  const subject = useField(before.subject)
  const description = useField(before.description)
  const input = {
    subject: subject.value,
    ...(description.value !== before.description && { description: { markdown: description.value } }),
  }
  return (
    <MutationDialog
      title={text('changes.editTitle')}
      submitLabel={text('changes.save')}
      mutation={EditMutation}
      variables={{ id, input }}
      onClose={onClose}
    >
      <TextField name="subject" label={text('changes.subject')} {...subject} maxLength={100} autoFocus />
      <TextField
        name="description.markdown"
        label={text('changes.description')}
        hint={text('changes.descriptionHint')}
        {...description}
        lines={8}
      />
    </MutationDialog>
  )
}
