import { serverAddress } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { TextField } from '../parts/fields.tsx'
import { MutationDialog } from '../parts/mutation-dialog.tsx'
import { useField } from '../parts/use-field.ts'
import { DeleteOrganization, LeaveOrganization } from './organization-operations.ts'

interface Props {
  readonly organization: { readonly id: string; readonly title: string }
  readonly onClose: () => void
}

/** Leads to the page of the organizations that are left. */
const leadAway = () => location.assign(serverAddress('/'))

export function LeaveDialog({ organization, user, onClose }: Props & { readonly user: string }) {
  return (
    <MutationDialog
      title={text('settings.leaveTitle', { title: organization.title })}
      submitLabel={text('settings.leave')}
      isDangerous
      mutation={LeaveOrganization}
      variables={{ organization: organization.id, user }}
      onDone={leadAway}
      onClose={onClose}
    >
      <p>{text('settings.leaveText')}</p>
    </MutationDialog>
  )
}

/** Deletes an organization, whose name is typed so that it is the one that is meant. */
export function DeleteDialog({ organization, onClose }: Props) {
  const title = useField('')
  return (
    <MutationDialog
      title={text('settings.deleteTitle', { title: organization.title })}
      submitLabel={text('settings.delete')}
      isDangerous
      mutation={DeleteOrganization}
      variables={{ organization: organization.id, title: title.value }}
      onDone={leadAway}
      onClose={onClose}
    >
      <p>{text('settings.deleteHint')}</p>
      <TextField name="title" label={text('settings.deleteName')} {...title} isRequired autoFocus />
    </MutationDialog>
  )
}
