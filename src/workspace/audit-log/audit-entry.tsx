import { Link } from 'react-aria-components'
import type { AuditEventOfLogFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { Avatar } from '../parts/person.tsx'
import { Ago } from '../parts/time.tsx'
import styles from './audit-log.module.css'
import { deedOf, objectNameOf, objectPathOf } from './audit-sentences.ts'

interface Props {
  readonly event: AuditEventOfLogFragment
  readonly organization: string
  readonly label: string | undefined
}

/** An entry in plain words: who did what, to what, and when. */
export function AuditEntry({ event, organization, label }: Props) {
  const who = event.actor.label ?? text('audit.nobody')
  const name = objectNameOf(event)
  const path = objectPathOf(organization, event)
  return (
    <>
      <Avatar person={{ displayName: who, photoURL: null }} />
      <span className={styles.what}>
        <strong>{who}</strong> {deedOf(event.action, label)}{' '}
        {path ? <Link href={path}>{name ?? text('audit.open')}</Link> : name && <em>{name}</em>}
      </span>
      <span className={styles.note}>
        {event.source !== 'UI' && `${text(`audit.source.${event.source}`)} · `}
        <Ago at={event.occurredAt} />
      </span>
    </>
  )
}
