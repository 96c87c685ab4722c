import type { ReactNode } from 'react'
import type { OidcProviderFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import type { Action } from '../app/use-action.ts'
import { SelectField, TextField } from '../parts/fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { choiceOf, roleChoices, roleOf } from '../parts/roles.ts'
import { TeamField } from '../parts/team-field.tsx'
import { useField } from '../parts/use-field.ts'

/** The input that providers of both protocols have. */
export interface SharedInput {
  readonly label: string
  readonly defaultRole: ReturnType<typeof roleOf>
  readonly defaultTeam: string | null
}

interface Props {
  readonly organization: string
  /** The provider that is edited; none to add one. */
  readonly provider: Pick<OidcProviderFragment, 'label' | 'defaultRole' | 'defaultTeam'> | undefined
  readonly addTitle: string
  readonly action: Pick<Action<never, never>, 'isRunning' | 'fault'>
  /** Returns nothing if the write failed. */
  readonly write: (shared: SharedInput) => Promise<object | undefined>
  readonly onClose: () => void
  /** The fields of the protocol. */
  readonly children: ReactNode
}

/** Adds or edits an identity provider: its label, what its protocol needs, and what those get who become members by it. */
export function ProviderDialog(props: Props) {
  const { organization, provider, addTitle, action, write, onClose, children } = props
  const label = useField(provider?.label ?? '')
  const role = useField(choiceOf(provider?.defaultRole ?? null))
  const team = useField(provider?.defaultTeam ?? null)
  const submit = async () => {
    if (
      await write({
        label: label.value,
        defaultRole: roleOf(role.value),
        defaultTeam: team.value?.id ?? null,
      })
    )
      onClose()
  }
  return (
    <FormDialog
      title={provider ? text('signIn.editTitle', { label: provider.label }) : addTitle}
      submitLabel={text(provider ? 'signIn.save' : 'signIn.add')}
      action={action}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="label"
        label={text('signIn.label')}
        hint={text('signIn.labelHint')}
        {...label}
        maxLength={30}
        isRequired
        autoFocus
      />
      {children}
      <SelectField name="defaultRole" label={text('signIn.defaultRole')} {...role} choices={roleChoices()} />
      <TeamField
        name="defaultTeam"
        label={text('signIn.defaultTeam')}
        organization={organization}
        {...team}
      />
    </FormDialog>
  )
}
