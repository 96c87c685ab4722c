import { useState } from 'react'
import type { Role } from '../../generated/workspace-operations/graphql.ts'
import { gatheredAt } from '../app/faults.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { SelectField, TextField } from '../parts/fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { choiceOf, roleChoices, roleOf } from '../parts/roles.ts'
import { useField } from '../parts/use-field.ts'
import { type InvitationLink, LinksDialog } from './links-dialog.tsx'
import { InviteMembers } from './members-operations.ts'

interface Props {
  readonly organization: string
  readonly defaultRole: Role | null
  readonly onClose: () => void
}

export function InviteDialog({ organization, defaultRole, onClose }: Props) {
  const addresses = useField('')
  const role = useField(choiceOf(defaultRole))
  const invite = useAction(InviteMembers, { isInForm: true })
  const [links, setLinks] = useState<readonly InvitationLink[]>()
  const submit = async () => {
    const emails = addresses.value
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map((email) => ({ email }))
    const done = await invite.run({ organization, emails, role: roleOf(role.value) })
    if (!done?.inviteMembers) return
    showDone(text('members.invited', { count: done.inviteMembers.invitedCount }))
    const notSent = done.inviteMembers.invitations.filter(({ mail }) => mail !== 'SENT')
    if (notSent.length === 0) onClose()
    else setLinks(notSent.map(({ invite, link }) => ({ email: invite.email, link })))
  }
  if (links) return <LinksDialog links={links} onClose={onClose} />
  return (
    <FormDialog
      title={text('members.invite')}
      submitLabel={text('members.sendInvitations')}
      action={{ ...invite, fault: gatheredAt(invite.fault, 'emails') }}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="emails"
        label={text('members.addresses')}
        hint={text('members.addressesHint')}
        {...addresses}
        lines={3}
        isRequired
        autoFocus
      />
      <SelectField name="role" label={text('members.role')} {...role} choices={roleChoices()} />
    </FormDialog>
  )
}
