import { useState } from 'react'
import type { SamlProviderFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { TextField } from '../parts/fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { choiceOf, roleOf } from '../parts/roles.ts'
import { NewMembersFields } from './new-members.tsx'
import { CreateSamlProvider, UpdateSamlProvider } from './sign-in-operations.ts'

interface Props {
  readonly organization: string
  /** The provider that is edited; none to add one. */
  readonly provider: SamlProviderFragment | undefined
  readonly onClose: () => void
}

/** Adds or edits an identity provider of SAML. */
export function SamlDialog({ organization, provider, onClose }: Props) {
  const create = useAction(CreateSamlProvider, { isInForm: true })
  const update = useAction(UpdateSamlProvider, { isInForm: true })
  const [label, setLabel] = useState(provider?.label ?? '')
  const [entityID, setEntityID] = useState(provider?.entityID ?? '')
  const [ssoURL, setSsoURL] = useState(provider?.ssoURL ?? '')
  const [singleLogoutURL, setLogoutURL] = useState(provider?.singleLogoutURL ?? '')
  const [certificate, setCertificate] = useState(provider?.certificate ?? '')
  const [role, setRole] = useState(choiceOf(provider?.defaultRole ?? null))
  const [team, setTeam] = useState(provider?.defaultTeam ?? null)
  const submit = async () => {
    const input = {
      label,
      entityID,
      ssoURL,
      singleLogoutURL,
      certificate,
      defaultRole: roleOf(role),
      defaultTeam: team?.id ?? null,
    }
    const done = provider
      ? await update.run({ provider: provider.id, input })
      : await create.run({ organization, input })
    if (done) onClose()
  }
  return (
    <FormDialog
      title={provider ? text('signIn.editTitle', { label: provider.label }) : text('signIn.addSaml')}
      submitLabel={text(provider ? 'signIn.save' : 'signIn.add')}
      action={provider ? update : create}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="label"
        label={text('signIn.label')}
        hint={text('signIn.labelHint')}
        value={label}
        onChange={setLabel}
        maxLength={30}
        isRequired
        autoFocus
      />
      <TextField name="entityID" label={text('signIn.entityID')} value={entityID} onChange={setEntityID} />
      <TextField name="ssoURL" type="url" label={text('signIn.ssoURL')} value={ssoURL} onChange={setSsoURL} />
      <TextField
        name="singleLogoutURL"
        type="url"
        label={text('signIn.singleLogoutURL')}
        hint={text('signIn.singleLogoutHint')}
        value={singleLogoutURL}
        onChange={setLogoutURL}
      />
      <TextField
        name="certificate"
        label={text('signIn.certificate')}
        hint={text('signIn.certificateHint')}
        value={certificate}
        onChange={setCertificate}
        lines={4}
      />
      <NewMembersFields
        organization={organization}
        role={role}
        onRole={setRole}
        team={team}
        onTeam={setTeam}
      />
    </FormDialog>
  )
}
