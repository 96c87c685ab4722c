import type { SamlProviderFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { TextField } from '../parts/fields.tsx'
import { useField } from '../parts/use-field.ts'
import { ProviderDialog, type SharedInput } from './provider-dialog.tsx'
import { CreateSamlProvider, UpdateSamlProvider } from './sign-in-operations.ts'

interface Props {
  readonly organization: string
  /** The provider that is edited; none to add one. */
  readonly provider: SamlProviderFragment | undefined
  readonly onClose: () => void
}

export function SamlDialog({ organization, provider, onClose }: Props) {
  const create = useAction(CreateSamlProvider, { isInForm: true })
  const update = useAction(UpdateSamlProvider, { isInForm: true })
  const entityID = useField(provider?.entityID ?? '')
  const ssoURL = useField(provider?.ssoURL ?? '')
  const singleLogoutURL = useField(provider?.singleLogoutURL ?? '')
  const certificate = useField(provider?.certificate ?? '')
  const write = (shared: SharedInput) => {
    const input = {
      ...shared,
      entityID: entityID.value,
      ssoURL: ssoURL.value,
      singleLogoutURL: singleLogoutURL.value,
      certificate: certificate.value,
    }
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
      <TextField name="entityID" label={text('signIn.entityID')} {...entityID} />
      <TextField name="ssoURL" type="url" label={text('signIn.ssoURL')} {...ssoURL} />
      <TextField
        name="singleLogoutURL"
        type="url"
        label={text('signIn.singleLogoutURL')}
        hint={text('signIn.singleLogoutHint')}
        {...singleLogoutURL}
      />
      <TextField
        name="certificate"
        label={text('signIn.certificate')}
        hint={text('signIn.certificateHint')}
        {...certificate}
        lines={4}
      />
    </ProviderDialog>
  )
}
