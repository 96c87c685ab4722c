import { useState } from 'react'
import { serverAddress } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { TextField } from '../parts/fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { DeleteOrganization, LeaveOrganization } from './organization-operations.ts'

interface Props {
  readonly organization: { readonly id: string; readonly title: string }
  readonly onClose: () => void
}

/** Leads to the page of the organizations that are left. */
const leadAway = () => location.assign(serverAddress('/'))

/** Asks whether somebody wants to leave their organization. */
export function LeaveDialog({ organization, user, onClose }: Props & { readonly user: string }) {
  const leave = useAction(LeaveOrganization, { isInForm: true })
  const submit = async () => {
    if (await leave.run({ organization: organization.id, user })) leadAway()
  }
  return (
    <FormDialog
      title={text('settings.leaveTitle', { title: organization.title })}
      submitLabel={text('settings.leave')}
      isDangerous
      action={leave}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{text('settings.leaveText')}</p>
    </FormDialog>
  )
}

/** Deletes an organization, whose name is typed so that it is the one that is meant. */
export function DeleteDialog({ organization, onClose }: Props) {
  const [title, setTitle] = useState('')
  const remove = useAction(DeleteOrganization, { isInForm: true })
  const submit = async () => {
    if (await remove.run({ organization: organization.id, title })) leadAway()
  }
  return (
    <FormDialog
      title={text('settings.deleteTitle', { title: organization.title })}
      submitLabel={text('settings.delete')}
      isDangerous
      action={remove}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{text('settings.deleteHint')}</p>
      <TextField
        name="title"
        label={text('settings.deleteName')}
        value={title}
        onChange={setTitle}
        isRequired
        autoFocus
      />
    </FormDialog>
  )
}
