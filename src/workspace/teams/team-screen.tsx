import pen from 'icon:pen'
import trash from 'icon:trash'
import { useState } from 'react'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { paths } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { useScreen } from '../app/use-screen.ts'
import { Menu } from '../parts/menu.tsx'
import { onDemand } from '../parts/on-demand.tsx'
import { NotFound, Waiting } from '../parts/waiting.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { GrantList } from './grant-list.tsx'
import { MemberList } from './member-list.tsx'
import { MembersOfTeam, TeamQuery } from './team-operations.ts'

const RenameTeamDialog = onDemand(() => import('./team-dialogs.tsx'), 'RenameTeamDialog')
const DeleteTeamDialog = onDemand(() => import('./team-dialogs.tsx'), 'DeleteTeamDialog')

interface Props {
  readonly organization: string
  readonly team: string
}

/** A team: who is in it, and what it has access to. */
export function TeamScreen({ organization, team: id }: Props) {
  const [dialog, setDialog] = useState<'rename' | 'delete'>()
  const { data, fault, refresh } = useScreen(TeamQuery, { organization, team: id })
  const shown = data?.organization
  if (!data || !shown) return <Waiting fault={fault} onRetry={refresh} />
  const { team } = data
  if (!team) return <NotFound />
  const close = () => setDialog(undefined)
  const choices = [
    team.permissions.admin && {
      id: 'rename',
      label: text('teams.rename'),
      icon: pen,
      act: () => setDialog('rename'),
    },
    shown.permissions.admin && {
      id: 'delete',
      label: text('teams.delete'),
      icon: trash,
      isDangerous: true,
      act: () => setDialog('delete'),
    },
  ]
  return (
    <SettingsFrame
      viewer={data.viewer}
      organization={shown}
      title={team.title}
      breadcrumbs={[{ title: text('teams.title'), href: paths.part(organization, 'teams') }]}
      actions={choices.some(Boolean) && <Menu label={text('teams.actions')} groups={[choices]} />}
    >
      <MemberList
        organization={organization}
        team={unmask(MembersOfTeam, team)}
        mayAdminister={team.permissions.admin}
        mayListMembers={shown.permissions.listMembers}
      />
      <GrantList organization={organization} grants={team.grants?.nodes ?? []} />
      {dialog === 'rename' && <RenameTeamDialog team={team} onClose={close} />}
      {dialog === 'delete' && <DeleteTeamDialog team={team} organization={organization} onClose={close} />}
    </SettingsFrame>
  )
}
