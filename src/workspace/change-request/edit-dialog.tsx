import { useState } from 'react'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { TextField } from '../parts/fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
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
  const edit = useAction(EditMutation, { isInForm: true })
  const submit = async () => {
    const input = {
      subject,
      ...(description !== before.description && { description: { markdown: description } }),
    }
    if (await edit.run({ id, input })) onClose()
  }
  return (
    <FormDialog
      title={text('changes.editTitle')}
      submitLabel={text('changes.save')}
      action={edit}
      onSubmit={submit}
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
    </FormDialog>
  )
}
