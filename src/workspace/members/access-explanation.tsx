import check from 'icon:check'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import type { AccessFragment, Permission } from '../../generated/workspace-operations/graphql.ts'
import { type TextKey, text } from '../app/texts.ts'
import { useScreen } from '../app/use-screen.ts'
import { Icon } from '../parts/icon.tsx'
import { choiceOf } from '../parts/roles.ts'
import { Waiting } from '../parts/waiting.tsx'
import styles from './member-screen.module.css'
import { Access, ExplainAccess } from './members-operations.ts'

interface Props {
  /** The id of a space or a collection. */
  readonly content: string
  readonly user: string
  readonly name: string
}

/** Says what a member may do on a space or a collection, and through what. */
export function AccessExplanation({ content, user, name }: Props) {
  const { data, fault, refresh } = useScreen(ExplainAccess, { content, user })
  if (!data?.node || !('title' in data.node)) return <Waiting fault={fault} onRetry={refresh} />
  const { id, title, memberPermissions } = data.node
  const access = unmask(Access, memberPermissions?.nodes ?? [])[0]
  if (!access?.role) return <p className={styles.reason}>{text('access.none', { name, title })}</p>
  return (
    <div className={styles.explanation}>
      <p className={styles.verdict}>
        {text('access.role', { name, title, role: text(`members.role.${choiceOf(access.role)}`) })}
      </p>
      <p className={styles.reason}>{reasonOf(access, { id, name, title })}</p>
      <ul className={styles.grants} aria-label={text('access.grants', { name })}>
        {access.grants
          .flatMap((grant) => deeds[grant] ?? [])
          .map((key) => (
            <li key={key}>
              <Icon shape={check} />
              {text(key)}
            </li>
          ))}
      </ul>
    </div>
  )
}

interface Subject {
  readonly id: string
  readonly name: string
  readonly title: string
}

/** Returns a sentence on the grant that the role comes from, and one more where it was made on what the object is in. */
function reasonOf({ role, origin }: AccessFragment, { id, name, title }: Subject): string {
  const granted = origin.space ?? origin.collection ?? origin.organization
  const values = {
    name,
    role: text(`members.role.${choiceOf(role)}`),
    where: granted?.title ?? text('access.hidden'),
    team: origin.team?.title ?? text('access.hiddenTeam'),
  }
  const reason = text(`access.by.${origin.by}`, values)
  if (origin.by === 'ROLE' || granted?.id === id) return reason
  return `${reason} ${text('access.inherited', { title, where: values.where })}`
}

/** What permissions on content allow, in words. */
const deeds: Partial<Record<Permission, TextKey>> = {
  SPACE_VIEW: 'access.may.view',
  SPACE_COMMENT: 'access.may.comment',
  SPACE_EDIT: 'access.may.edit',
  SPACE_REVIEW: 'access.may.review',
  SPACE_MERGE: 'access.may.merge',
  SPACE_ADMINISTER: 'access.may.administer',
  COLLECTION_VIEW: 'access.may.view',
  COLLECTION_CREATE_CONTENT: 'access.may.create',
  COLLECTION_ADMINISTER: 'access.may.administer',
}
