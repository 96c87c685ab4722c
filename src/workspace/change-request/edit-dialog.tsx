import { useState } from 'react'
import { text } from '../app/texts.ts'
import { TextField } from '../parts/fields.tsx'
import { MutationDialog } from '../parts/mutation-dialog.tsx'
import { EditMutation } from './change-request-data.ts'

interface Props {
  readonly id: string
  readonly subject: string
  readonly description: string
  readonly onClose: () => void
}

/** A form for the subject and the description of a change request. */
export function EditDialog({ id, onClose, ...before }: Props) {
  const [subject, setSubject] = useState(before.subject)
  const [description, setDescription] = useState(before.description)
  const input = {
    subject,
    ...(description !== before.description && { description: { markdown: description } }),
  }
  return (
    <MutationDialog
      title={text('changes.editTitle')}
      submitLabel={text('changes.save')}
      mutation={EditMutation}
      variables={{ id, input }}
      onClose={onClose}
    >
      <TextField
        name="subject"
        label={text('changes.subject')}
        value={subject}
        onChange={setSubject}
        maxLength={100}
        autoFocus
      />
      <TextField
        name="description.markdown"
        label={text('changes.description')}
        hint={text('changes.descriptionHint')}
        value={description}
        onChange={setDescription}
        lines={8}
      />
    </MutationDialog>
  )
}
