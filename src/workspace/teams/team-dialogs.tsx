import { paths } from '../app/addresses.ts'
import { useGo } from '../app/navigation.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { TextField } from '../parts/fields.tsx'
import { MutationDialog } from '../parts/mutation-dialog.tsx'
import { useField } from '../parts/use-field.ts'
import { CreateTeam, DeleteTeam, RenameTeam } from './team-operations.ts'

interface Props {
  readonly onClose: () => void
}

interface OfTeam extends Props {
  readonly team: { readonly id: string; readonly title: string }
}

/** Creates a team, and shows it, so that members can be added. */
export function CreateTeamDialog({ organization, onClose }: Props & { readonly organization: string }) {
  const title = useField('')
  const go = useGo()
  return (
    <MutationDialog
      title={text('teams.new')}
      submitLabel={text('teams.create')}
      mutation={CreateTeam}
      variables={{ organization, title: title.value }}
      onDone={({ createTeam }) => createTeam && go(paths.team(organization, createTeam.team.id))}
      onClose={onClose}
    >
      <TextField name="title" label={text('teams.name')} {...title} isRequired autoFocus maxLength={64} />
    </MutationDialog>
  )
}

export function RenameTeamDialog({ team, onClose }: OfTeam) {
  const title = useField(team.title)
  return (
    <MutationDialog
      title={text('teams.rename')}
      submitLabel={text('teams.save')}
      mutation={RenameTeam}
      variables={{ team: team.id, title: title.value }}
      onClose={onClose}
    >
      <TextField name="title" label={text('teams.name')} {...title} isRequired autoFocus maxLength={64} />
    </MutationDialog>
  )
}

/** Deletes a team, after it was said what its members lose. */
export function DeleteTeamDialog({
  team,
  organization,
  onClose,
}: OfTeam & { readonly organization: string }) {
  const go = useGo()
  return (
    <MutationDialog
      title={text('teams.deleteTitle', { title: team.title })}
      submitLabel={text('teams.delete')}
      isDangerous
      mutation={DeleteTeam}
      variables={{ team: team.id }}
      onDone={() => {
        showDone(text('teams.deleted', { title: team.title }))
        go(paths.part(organization, 'teams'))
      }}
      onClose={onClose}
    >
      <p>{text('teams.deleteText')}</p>
    </MutationDialog>
  )
}
