import xmark from 'icon:xmark'
import { Link } from 'react-aria-components'
import type { MembersOfTeamFragment, TeamRole } from '../../generated/workspace-operations/graphql.ts'
import { paths } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { IconButton } from '../parts/button.tsx'
import { SelectField } from '../parts/fields.tsx'
import { Section } from '../parts/form-section.tsx'
import { Hint } from '../parts/hint.tsx'
import listStyles from '../parts/list.module.css'
import { Avatar } from '../parts/person.tsx'
import { PersonField } from '../parts/person-field.tsx'
import { AddTeamMember, RemoveTeamMember } from './team-operations.ts'
import styles from './teams.module.css'

interface Props {
  readonly organization: string
  readonly team: MembersOfTeamFragment
  readonly mayAdminister: boolean
  /** Whether people can be found to add them, and their screens opened. */
  readonly mayListMembers: boolean
}

export function MemberList({ organization, team, mayAdminister, mayListMembers }: Props) {
  const add = useAction(AddTeamMember)
  const remove = useAction(RemoveTeamMember)
  const members = team.members?.nodes ?? []
  const addMember = async (user: string, name: string) => {
    if (await add.run({ team: team.id, user })) showDone(text('teams.added', { name }))
  }
  const removeMember = async (user: string, name: string, role: TeamRole | null) => {
    if (!(await remove.run({ team: team.id, user }))) return
    showDone(text('teams.removed', { name }), () => void add.run({ team: team.id, user, role }))
  }
  return (
    <Section title={text('teams.members', { count: team.memberCount })}>
      {mayAdminister && mayListMembers && (
        <div className={styles.adding}>
          <PersonField
            name="user"
            label={text('teams.add')}
            organization={organization}
            except={new Set(members.map(({ member }) => member.userId))}
            onChoose={(user, name) => void addMember(user, name)}
          />
        </div>
      )}
      {members.length === 0 ? (
        <Hint>{text('teams.nobody')}</Hint>
      ) : (
        <ul className={`${listStyles.list} ${styles.list}`} aria-label={text('teams.membersLabel')}>
          {members.map(({ member: { id, userId, user }, teamRole: { role } }) => (
            <li key={id} className={styles.row}>
              <Avatar person={user} />
              <div className={listStyles.named}>
                {mayListMembers ? (
                  <Link href={paths.member(organization, userId)} className={listStyles.name as string}>
                    {user.displayName}
                  </Link>
                ) : (
                  <strong>{user.displayName}</strong>
                )}
                <span>{user.email}</span>
              </div>
              {mayAdminister ? (
                <>
                  <div className={styles.role}>
                    <SelectField
                      name="role"
                      label={text('teams.roleOf', { name: user.displayName })}
                      isLabelHidden
                      value={role}
                      choices={[
                        { value: 'MEMBER', label: text('teams.role.MEMBER') },
                        { value: 'OWNER', label: text('teams.role.OWNER'), hint: text('teams.ownerHint') },
                      ]}
                      onChange={(chosen) => void add.run({ team: team.id, user: userId, role: chosen })}
                    />
                  </div>
                  <IconButton
                    label={text('teams.remove', { name: user.displayName })}
                    icon={xmark}
                    onPress={() => void removeMember(userId, user.displayName, role)}
                  />
                </>
              ) : (
                role && <span className={styles.note}>{text(`teams.role.${role}`)}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
