import { useState } from 'react'
import { paths } from '../app/addresses.ts'
import { useGo } from '../app/navigation.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { TextField } from '../parts/fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { CreateTeam, DeleteTeam, RenameTeam } from './team-operations.ts'

interface Props {
  readonly onClose: () => void
}

interface OfTeam extends Props {
  readonly team: { readonly id: string; readonly title: string }
}

/** Creates a team, and shows it, so that members can be added. */
export function CreateTeamDialog({ organization, onClose }: Props & { readonly organization: string }) {
  const [title, setTitle] = useState('')
  const create = useAction(CreateTeam, { isInForm: true })
  const go = useGo()
  const submit = async () => {
    const done = await create.run({ organization, title })
    if (done?.createTeam) go(paths.team(organization, done.createTeam.team.id))
  }
  return (
    <FormDialog
      title={text('teams.new')}
      submitLabel={text('teams.create')}
      action={create}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="title"
        label={text('teams.name')}
        value={title}
        onChange={setTitle}
        isRequired
        autoFocus
        maxLength={64}
      />
    </FormDialog>
  )
}

export function RenameTeamDialog({ team, onClose }: OfTeam) {
  const [title, setTitle] = useState(team.title)
  const rename = useAction(RenameTeam, { isInForm: true })
  const submit = async () => {
    if (await rename.run({ team: team.id, title })) onClose()
  }
  return (
    <FormDialog
      title={text('teams.rename')}
      submitLabel={text('teams.save')}
      action={rename}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="title"
        label={text('teams.name')}
        value={title}
        onChange={setTitle}
        isRequired
        autoFocus
        maxLength={64}
      />
    </FormDialog>
  )
}

/** Deletes a team, after it was said what its members lose. */
export function DeleteTeamDialog({
  team,
  organization,
  onClose,
}: OfTeam & { readonly organization: string }) {
  const remove = useAction(DeleteTeam, { isInForm: true })
  const go = useGo()
  const submit = async () => {
    if (!(await remove.run({ team: team.id }))) return
    showDone(text('teams.deleted', { title: team.title }))
    go(paths.part(organization, 'teams'))
  }
  return (
    <FormDialog
      title={text('teams.deleteTitle', { title: team.title })}
      submitLabel={text('teams.delete')}
      isDangerous
      action={remove}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{text('teams.deleteText')}</p>
    </FormDialog>
  )
}
