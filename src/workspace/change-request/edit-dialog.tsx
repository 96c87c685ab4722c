import { useState } from 'react'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { TextField } from '../parts/fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { EditMutation } from './change-request-data.ts'

interface Props {
  readonly id: string
  readonly subject: string
  readonly onClose: () => void
}

/** A form for the subject of a change request. */
export function EditDialog({ id, onClose, ...props }: Props) {
  const [subject, setSubject] = useState(props.subject)
  const edit = useAction(EditMutation, { isInForm: true })
  const submit = async () => {
    if (await edit.run({ id, input: { subject } })) onClose()
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
    </FormDialog>
  )
}
