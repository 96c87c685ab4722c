import trash from 'icon:trash'
import { useState } from 'react'
import { Link } from 'react-aria-components'
import { paths } from '../app/addresses.ts'
import { useGo } from '../app/navigation.ts'
import { text } from '../app/texts.ts'
import { usePages } from '../app/use-pages.ts'
import { useScreen } from '../app/use-screen.ts'
import { Button } from '../parts/button.tsx'
import { Section } from '../parts/form-section.tsx'
import { Hint } from '../parts/hint.tsx'
import listStyles from '../parts/list.module.css'
import { onDemand } from '../parts/on-demand.tsx'
import { NotFound, Waiting } from '../parts/waiting.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { AccessCheck } from './access-check.tsx'
import styles from './member-screen.module.css'
import { MemberQuery } from './members-operations.ts'
import { Profile } from './profile.tsx'
import { SpacesOfMember } from './spaces-of-member.tsx'

const RemoveDialog = onDemand(() => import('./remove-dialog.tsx'), 'RemoveDialog')

interface Props {
  readonly organization: string
  readonly user: string
}

/** A member: their role, their teams, and what they may do, with the reason. */
export function MemberScreen({ organization, user }: Props) {
  const [isRemoving, setRemoving] = useState(false)
  const go = useGo()
  const variables = { organization, user }
  const { data, fault, refresh } = useScreen(MemberQuery, variables)
  const spaces = usePages({
    document: MemberQuery,
    variables,
    first: data?.member?.spacePermissions ?? undefined,
    pageOf: (answer) => answer.member?.spacePermissions,
  })
  const shown = data?.organization
  if (!data || !shown) return <Waiting fault={fault} onRetry={refresh} />
  const { member } = data
  if (!member) return <NotFound />
  const mayAdminister = shown.permissions.admin
  const name = member.user.displayName
  const teams = member.teamMemberships.nodes
  return (
    <SettingsFrame
      viewer={data.viewer}
      organization={shown}
      title={name}
      breadcrumbs={[{ title: text('members.title'), href: paths.part(organization, 'members') }]}
      actions={
        mayAdminister && (
          <Button kind="danger" icon={trash} onPress={() => setRemoving(true)}>
            {text('members.remove')}
          </Button>
        )
      }
    >
      <Profile organization={organization} member={member} mayAdminister={mayAdminister} />
      <AccessCheck organization={organization} user={member.userId} name={name} />
      <Section title={text('teams.title')}>
        {teams.length === 0 ? (
          <Hint>{text('member.noTeams')}</Hint>
        ) : (
          <ul className={listStyles.list} aria-label={text('teams.title')}>
            {teams.map(({ team, teamRole: { role } }) => (
              <li key={team.id} className={styles.row}>
                <Link href={paths.team(organization, team.id)} className={styles.name as string}>
                  {team.title}
                </Link>
                {role && <span className={styles.note}>{text(`teams.role.${role}`)}</span>}
              </li>
            ))}
          </ul>
        )}
      </Section>
      <SpacesOfMember
        user={member.userId}
        name={name}
        pages={spaces}
        count={member.spacePermissions?.totalCount ?? 0}
      />
      {isRemoving && (
        <RemoveDialog
          organization={organization}
          member={member}
          onRemoved={() => go(paths.part(organization, 'members'))}
          onClose={() => setRemoving(false)}
        />
      )}
    </SettingsFrame>
  )
}
