import { useState } from 'react'
import type { GeneralSettingsFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { SelectField, SwitchField, TextField } from '../parts/fields.tsx'
import { FormSection } from '../parts/form-section.tsx'
import { ImageField } from '../parts/image-field.tsx'
import { choiceOf, roleChoices, roleOf } from '../parts/roles.ts'
import { useField } from '../parts/use-field.ts'
import { UpdateOrganization } from './organization-operations.ts'
import { sendLogo } from './send-logo.ts'

/** The name, the logo and the defaults of an organization. */
export function GeneralForm({ settings }: { readonly settings: GeneralSettingsFragment }) {
  const save = useAction(UpdateOrganization, { isInForm: true })
  const title = useField(settings.title)
  const [logo, setLogo] = useState(settings.urls.logo ?? '')
  const [savedLogo, setSavedLogo] = useState(settings.urls.logo ?? '')
  const hostname = useField(settings.hostname ?? '')
  const role = useField(choiceOf(settings.defaultRole))
  const [hasInviteLinks, setInviteLinks] = useState(settings.hasInviteLinksEnabled)
  const input = {
    ...(title.value !== settings.title && { title: title.value }),
    ...(logo !== savedLogo && { logo: logo || null }),
    ...(hostname.value !== (settings.hostname ?? '') && { hostname: hostname.value }),
    ...(roleOf(role.value) !== settings.defaultRole && { defaultRole: roleOf(role.value) }),
    ...(hasInviteLinks !== settings.hasInviteLinksEnabled && { hasInviteLinksEnabled: hasInviteLinks }),
  }
  const submit = async () => {
    if (!(await save.run({ organization: settings.id, input }))) return
    setSavedLogo(logo)
    showDone(text('settings.saved'))
  }
  const takeLogo = (address: string) => {
    setLogo(address)
    setSavedLogo(address)
    showDone(text('settings.saved'))
  }
  return (
    <FormSection
      title={text('settings.nameAndDefaults')}
      submitLabel={text('settings.save')}
      isChanged={Object.keys(input).length > 0}
      action={save}
      onSubmit={submit}
    >
      <TextField name="title" label={text('settings.name')} {...title} isRequired />
      <ImageField
        name="logo"
        label={text('settings.logo')}
        hint={text('settings.logoHint')}
        value={logo}
        send={sendLogo(settings.id)}
        onChange={setLogo}
        onUploaded={takeLogo}
      />
      <TextField
        name="hostname"
        label={text('settings.subdomain')}
        hint={text('settings.subdomainHint')}
        {...hostname}
      />
      <SelectField
        name="defaultRole"
        label={text('settings.defaultRole')}
        hint={text('settings.defaultRoleHint')}
        {...role}
        choices={roleChoices()}
      />
      <SwitchField isOn={hasInviteLinks} onChange={setInviteLinks}>
        {text('settings.inviteLinks')}
      </SwitchField>
    </FormSection>
  )
}
