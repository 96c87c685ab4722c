import users from 'icon:users'
import xmark from 'icon:xmark'
import type { Role, SharingOfSpaceFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { IconButton } from '../parts/button.tsx'
import { SelectField } from '../parts/fields.tsx'
import { Hint } from '../parts/hint.tsx'
import { Icon } from '../parts/icon.tsx'
import listStyles from '../parts/list.module.css'
import { Avatar } from '../parts/person.tsx'
import styles from './sharing.module.css'
import { spaceRoles } from './space-roles.ts'
import type { Grantee, SharingActions } from './use-sharing-actions.ts'

interface Props {
  readonly sharing: Pick<SharingOfSpaceFragment, 'userPermissions' | 'teamPermissions'>
  readonly actions: SharingActions
}

/** The roles that were given on the space itself, which can be changed and taken away here. */
export function Grants({ sharing, actions }: Props) {
  const teams = sharing.teamPermissions?.nodes ?? []
  const people = sharing.userPermissions?.nodes ?? []
  if (teams.length + people.length === 0) return <Hint>{text('sharing.noGrants')}</Hint>
  return (
    <ul className={listStyles.list}>
      {teams.map(({ role, team }) => (
        <Grant
          key={team.id}
          grantee={{ kind: 'team', id: team.id, name: team.title }}
          role={role}
          actions={actions}
          detail={text('sharing.memberCount', { count: team.memberCount })}
        >
          <span className={styles.team}>
            <Icon shape={users} />
          </span>
        </Grant>
      ))}
      {people.map(({ role, user }) => (
        <Grant
          key={user.id}
          grantee={{ kind: 'user', id: user.id, name: user.displayName }}
          role={role}
          actions={actions}
        >
          <Avatar person={user} />
        </Grant>
      ))}
    </ul>
  )
}

interface GrantProps {
  readonly grantee: Grantee
  readonly role: Role
  readonly actions: SharingActions
  readonly detail?: string
  /** The picture of the person or the team. */
  readonly children: React.ReactNode
}

const Grant = ({ grantee, role, actions, detail, children }: GrantProps) => (
  <li className={`${styles.row} ${styles.holder}`}>
    {children}
    <div className={styles.who}>
      {grantee.name}
      {detail && <div className={styles.detail}>{detail}</div>}
    </div>
    <div className={styles.given}>
      <div className={styles.role}>
        <SelectField
          name="role"
          label={text('members.roleOf', { name: grantee.name })}
          isLabelHidden
          value={role}
          choices={spaceRoles()}
          onChange={(chosen) => void actions.change(grantee, chosen)}
        />
      </div>
      <IconButton
        label={text('sharing.remove', { name: grantee.name })}
        icon={xmark}
        onPress={() => void actions.remove(grantee, role)}
      />
    </div>
  </li>
)
