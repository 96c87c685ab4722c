import plus from 'icon:plus'
import { useDeferredValue, useState } from 'react'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import type { TeamOfListFragment } from '../../generated/workspace-operations/graphql.ts'
import { paths } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { usePages } from '../app/use-pages.ts'
import { useScreen } from '../app/use-screen.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { TextField } from '../parts/fields.tsx'
import listStyles from '../parts/list.module.css'
import { LongList } from '../parts/long-list.tsx'
import { onDemand } from '../parts/on-demand.tsx'
import { Avatar } from '../parts/person.tsx'
import { useField } from '../parts/use-field.ts'
import { NotFound, Waiting } from '../parts/waiting.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { TeamOfList, TeamsQuery } from './team-operations.ts'
import styles from './teams.module.css'

const CreateTeamDialog = onDemand(() => import('./team-dialogs.tsx'), 'CreateTeamDialog')

export function TeamsScreen({ organization }: { readonly organization: string }) {
  const search = useField('')
  const [isCreating, setCreating] = useState(false)
  const searched = useDeferredValue(search.value.trim())
  const variables = { organization, search: searched || null }
  const { data, fault, refresh } = useScreen(TeamsQuery, variables)
  const shown = data?.organization
  const pages = usePages({
    document: TeamsQuery,
    variables,
    first: shown?.teams ?? undefined,
    pageOf: (answer) => answer.organization?.teams,
  })
  if (!data || !shown) return <Waiting fault={fault} onRetry={refresh} />
  if (!shown.teams) return <NotFound />
  const rows = { ...pages, nodes: pages.nodes.map((node) => unmask(TeamOfList, node)) }
  const create = shown.permissions.admin && (
    <Button kind="main" icon={plus} onPress={() => setCreating(true)}>
      {text('teams.new')}
    </Button>
  )
  return (
    <SettingsFrame viewer={data.viewer} organization={shown} title={text('teams.title')} actions={create}>
      {(rows.nodes.length > 0 || search.value !== '') && (
        <div className={styles.search}>
          <TextField name="search" type="search" label={text('teams.search')} {...search} />
        </div>
      )}
      {rows.nodes.length > 0 ? (
        <LongList
          label={text('teams.title')}
          pages={rows}
          nameOf={({ title }) => title}
          hrefOf={({ id }) => paths.team(organization, id)}
        >
          {(team) => <TeamRow team={team} />}
        </LongList>
      ) : search.value === '' ? (
        <EmptyState title={text('teams.none')} hint={text('teams.noneHint')} />
      ) : (
        <EmptyState title={text('teams.nothingFound')} hint={text('teams.nothingFoundHint')} />
      )}
      {isCreating && <CreateTeamDialog organization={organization} onClose={() => setCreating(false)} />}
    </SettingsFrame>
  )
}

const TeamRow = ({ team }: { readonly team: TeamOfListFragment }) => (
  <div className={styles.team}>
    <div className={listStyles.named}>
      <strong>{team.title}</strong>
      <span>
        {text('teams.members', { count: team.memberCount })} ·{' '}
        {text('teams.spaces', { count: team.spaceCount })}
      </span>
    </div>
    <div className={styles.faces}>
      {team.members?.nodes.map(({ member: { id, user } }) => (
        <Avatar key={id} person={user} />
      ))}
    </div>
  </div>
)
