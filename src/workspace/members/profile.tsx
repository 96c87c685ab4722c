import { Link } from 'react-aria-components'
import type { MemberScreenQuery } from '../../generated/workspace-operations/graphql.ts'
import { paths } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { Badge } from '../parts/badge.tsx'
import { SelectField } from '../parts/fields.tsx'
import { Section } from '../parts/form-section.tsx'
import { Avatar } from '../parts/person.tsx'
import { choiceOf, roleChoices, roleOf } from '../parts/roles.ts'
import { Ago } from '../parts/time.tsx'
import styles from './member-screen.module.css'
import { ChangeRole } from './members-operations.ts'

interface Props {
  readonly organization: string
  readonly member: NonNullable<MemberScreenQuery['member']>
  readonly mayAdminister: boolean
}

/** Who a member is, and their role in the organization, which admins change. */
export function Profile({ organization, member, mayAdminister }: Props) {
  const { user, userId, role, joinedAt, lastSeenAt, usesSSO, isDisabled } = member
  const change = useAction(ChangeRole)
  return (
    <Section title={text('member.profile')}>
      <div className={styles.person}>
        <Avatar person={user} />
        <div className={styles.what}>
          <strong>{user.displayName}</strong>
          {user.email && <span>{user.email}</span>}
        </div>
        {usesSSO && <Badge>{text('members.usesSSO')}</Badge>}
        {isDisabled && <Badge kind="warning">{text('members.disabled')}</Badge>}
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>{text('member.joined')}</dt>
          <dd>
            <Ago at={joinedAt} />
          </dd>
        </div>
        <div>
          <dt>{text('member.lastSeen')}</dt>
          <dd>{lastSeenAt ? <Ago at={lastSeenAt} /> : text('member.neverSeen')}</dd>
        </div>
        {!mayAdminister && (
          <div>
            <dt>{text('members.role')}</dt>
            <dd>{text(`members.role.${choiceOf(role)}`)}</dd>
          </div>
        )}
      </dl>
      {mayAdminister && (
        <>
          <div className={styles.field}>
            <SelectField
              name="role"
              label={text('member.role')}
              hint={text(`members.roleHint.${choiceOf(role)}`)}
              value={choiceOf(role)}
              choices={roleChoices()}
              isDisabled={change.isRunning}
              onChange={(choice) => void change.run({ organization, user: userId, role: roleOf(choice) })}
            />
          </div>
          <p className={styles.links}>
            <Link href={`${paths.part(organization, 'member-tokens')}?user=${userId}`}>
              {text('member.tokens')}
            </Link>
            <Link href={`${paths.part(organization, 'audit-log')}?actor=${userId}`}>
              {text('member.log')}
            </Link>
          </p>
        </>
      )}
    </Section>
  )
}
