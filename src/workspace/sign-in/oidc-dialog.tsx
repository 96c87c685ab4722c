import { useState } from 'react'
import type { OidcProviderFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { TextField } from '../parts/fields.tsx'
import { useField } from '../parts/use-field.ts'
import { GroupMappings, mappingInputs, mappingsOf } from './group-mappings.tsx'
import { ProviderDialog, type SharedInput } from './provider-dialog.tsx'
import { CreateOidcProvider, UpdateOidcProvider } from './sign-in-operations.ts'

interface Props {
  readonly organization: string
  /** The provider that is edited; none to add one. */
  readonly provider: OidcProviderFragment | undefined
  readonly onClose: () => void
}

/** Adds or edits an identity provider of OpenID Connect. The secret is written, and never shown. */
export function OidcDialog({ organization, provider, onClose }: Props) {
  const create = useAction(CreateOidcProvider, { isInForm: true })
  const update = useAction(UpdateOidcProvider, { isInForm: true })
  const issuer = useField(provider?.issuer ?? '')
  const clientId = useField(provider?.clientId ?? '')
  const secret = useField('')
  const scopes = useField(provider?.scopes.join(' ') ?? 'openid profile email')
  const groupsClaim = useField(provider?.groupsClaim ?? '')
  const [mappings, setMappings] = useState(() => mappingsOf(provider?.groupMappings ?? []))
  const write = (shared: SharedInput) => {
    const input = {
      ...shared,
      issuer: issuer.value,
      clientId: clientId.value,
      ...(secret.value !== '' && { clientSecret: secret.value }),
      scopes: scopes.value.split(/[\s,]+/).filter(Boolean),
      groupsClaim: groupsClaim.value || null,
      groupMappings: mappingInputs(mappings),
    }
    return provider ? update.run({ provider: provider.id, input }) : create.run({ organization, input })
  }
  return (
    <ProviderDialog
      organization={organization}
      provider={provider}
      addTitle={text('signIn.addOidc')}
      action={provider ? update : create}
      write={write}
      onClose={onClose}
    >
      <TextField name="issuer" label={text('signIn.issuer')} hint={text('signIn.issuerHint')} {...issuer} />
      <TextField name="clientId" label={text('signIn.clientId')} {...clientId} />
      <TextField
        name="clientSecret"
        type="password"
        label={text('signIn.clientSecret')}
        hint={text(provider ? 'signIn.keepSecretHint' : 'signIn.clientSecretHint')}
        {...secret}
      />
      <TextField name="scopes" label={text('signIn.scopes')} {...scopes} />
      <TextField
        name="groupsClaim"
        label={text('signIn.groupsClaim')}
        hint={text('signIn.groupsClaimHint')}
        {...groupsClaim}
      />
      {groupsClaim.value !== '' && (
        <GroupMappings organization={organization} mappings={mappings} onChange={setMappings} />
      )}
    </ProviderDialog>
  )
}
