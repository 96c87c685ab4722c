import trash from 'icon:trash'
import { useState } from 'react'
import { Link } from 'react-aria-components'
import type { MemberOfListFragment } from '../../generated/workspace-operations/graphql.ts'
import { paths } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { SelectField } from '../parts/fields.tsx'
import listStyles from '../parts/list.module.css'
import { Menu } from '../parts/menu.tsx'
import { Avatar } from '../parts/person.tsx'
import { choiceOf, roleChoices, roleOf } from '../parts/roles.ts'
import { Ago } from '../parts/time.tsx'
import { ChangeRole } from './members-operations.ts'
import styles from './members-screen.module.css'
import { RemoveDialog } from './remove-dialog.tsx'

interface Props {
  readonly organization: string
  readonly member: MemberOfListFragment
  readonly isSelf: boolean
  readonly mayAdminister: boolean
  readonly onRemoved: () => void
}

/** A member, whose role an admin can change. */
export function MemberRow({ organization, member, isSelf, mayAdminister, onRemoved }: Props) {
  const { user, userId, role, teamMemberships, lastSeenAt, usesSSO, isDisabled } = member
  const change = useAction(ChangeRole)
  const [isRemoving, setRemoving] = useState(false)
  const teams = teamMemberships.nodes.map(({ team }) => team.title).join(', ')
  return (
    <li className={styles.row}>
      <Avatar person={user} />
      <div className={listStyles.named}>
        <Link href={paths.member(organization, userId)} className={listStyles.name as string}>
          {user.displayName}
        </Link>
        <span>{[user.email, teams].filter(Boolean).join(' · ')}</span>
      </div>
      <div className={styles.notes}>
        {isSelf && <span>{text('members.you')}</span>}
        {usesSSO && <span>{text('members.usesSSO')}</span>}
        {isDisabled && <span>{text('members.disabled')}</span>}
        {lastSeenAt && <Ago at={lastSeenAt} />}
      </div>
      <div className={styles.role}>
        {mayAdminister ? (
          <SelectField
            name="role"
            label={text('members.roleOf', { name: user.displayName })}
            isLabelHidden
            value={choiceOf(role)}
            choices={roleChoices()}
            isDisabled={change.isRunning}
            onChange={(choice) => void change.run({ organization, user: userId, role: roleOf(choice) })}
          />
        ) : (
          text(`members.role.${choiceOf(role)}`)
        )}
      </div>
      {mayAdminister && (
        <Menu
          label={text('members.actionsFor', { name: user.displayName })}
          groups={[
            [
              {
                id: 'remove',
                label: text('members.remove'),
                icon: trash,
                isDangerous: true,
                act: () => setRemoving(true),
              },
            ],
          ]}
        />
      )}
      {isRemoving && (
        <RemoveDialog
          organization={organization}
          member={member}
          onRemoved={onRemoved}
          onClose={() => setRemoving(false)}
        />
      )}
    </li>
  )
}
