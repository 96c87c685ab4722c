import { useState } from 'react'
import type { SamlProviderFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { TextField } from '../parts/fields.tsx'
import { ProviderDialog, type SharedInput } from './provider-dialog.tsx'
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
  const [entityID, setEntityID] = useState(provider?.entityID ?? '')
  const [ssoURL, setSsoURL] = useState(provider?.ssoURL ?? '')
  const [singleLogoutURL, setLogoutURL] = useState(provider?.singleLogoutURL ?? '')
  const [certificate, setCertificate] = useState(provider?.certificate ?? '')
  const write = (shared: SharedInput) => {
    const input = { ...shared, entityID, ssoURL, singleLogoutURL, certificate }
    return provider ? update.run({ provider: provider.id, input }) : create.run({ organization, input })
  }
  return (
    <ProviderDialog
      organization={organization}
      provider={provider}
      addTitle={text('signIn.addSaml')}
      action={provider ? update : create}
      write={write}
      onClose={onClose}
    >
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
    </ProviderDialog>
  )
}
