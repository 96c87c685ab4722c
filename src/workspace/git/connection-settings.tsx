import { useState } from 'react'
import type { GitSettingsFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { SwitchField, TextField } from '../parts/fields.tsx'
import { FormSection } from '../parts/form-section.tsx'
import { useField } from '../parts/use-field.ts'
import { ConnectionFields } from './connection-fields.tsx'
import { ConnectGit } from './git-operations.ts'

interface Props {
  readonly space: string
  readonly settings: GitSettingsFragment
}

/** Changes where the branch is, what goes in which direction, and how often it is looked at. */
export function ConnectionSettings({ space, settings }: Props) {
  const { hasToken } = settings
  const [place, setPlace] = useState({
    url: settings.url,
    branch: settings.branch,
    directory: settings.directory,
    token: '',
  })
  const [direction, setDirection] = useState(settings.direction)
  const [changedPull, setPull] = useState<boolean>()
  const [changedPush, setPush] = useState<boolean>()
  const poll = useField(settings.pollMinutes?.toString() ?? '')
  const save = useAction(ConnectGit, { isInForm: true })
  const pull = changedPull ?? settings.isPulling
  const push = changedPush ?? settings.isPushing
  const isChanged =
    place.token !== '' ||
    (['url', 'branch', 'directory'] as const).some((name) => place[name] !== settings[name]) ||
    direction !== settings.direction ||
    pull !== settings.isPulling ||
    push !== settings.isPushing ||
    poll.value !== (settings.pollMinutes?.toString() ?? '')
  const submit = async () => {
    const { token, ...rest } = place
    const input = {
      ...rest,
      direction,
      isPulling: pull,
      isPushing: push,
      pollMinutes: poll.value === '' ? null : Number(poll.value),
      ...(token !== '' && { token }),
    }
    if (!(await save.run({ space, input }))) return
    setPlace({ ...place, token: '' })
    showDone(text('git.saved'))
  }
  return (
    <FormSection
      title={text('git.settings')}
      hint={text('git.settingsHint')}
      submitLabel={text('git.save')}
      isChanged={isChanged}
      action={save}
      onSubmit={submit}
    >
      <ConnectionFields
        place={place}
        direction={direction}
        hasToken={hasToken}
        onPlace={setPlace}
        onDirection={setDirection}
      />
      <SwitchField isOn={pull} onChange={setPull}>
        {text('git.pull')}
      </SwitchField>
      <SwitchField isOn={push} onChange={setPush}>
        {text('git.push')}
      </SwitchField>
      <TextField
        name="pollMinutes"
        type="number"
        label={text('git.poll')}
        hint={text('git.pollHint')}
        {...poll}
      />
    </FormSection>
  )
}
