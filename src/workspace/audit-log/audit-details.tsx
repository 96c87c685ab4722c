import type { AuditEventOfLogFragment } from '../../generated/workspace-operations/graphql.ts'
import { hasText, text } from '../app/texts.ts'
import { Button } from '../parts/button.tsx'
import { DetailsDialog } from '../parts/details-dialog.tsx'
import { exactTime } from '../parts/time.tsx'
import type { AuditFilters } from './audit-filters.ts'
import styles from './audit-log.module.css'
import { deedOf } from './audit-sentences.ts'

interface Props {
  readonly event: AuditEventOfLogFragment
  readonly label: string | undefined
  readonly onFilter: (changes: Partial<AuditFilters>) => void
  readonly onClose: () => void
}

/** Everything that an entry has recorded. */
export function AuditDetails({ event, label, onFilter, onClose }: Props) {
  const { actor, person, target, payload } = event
  const who = actor.label ?? text('audit.nobody')
  return (
    <DetailsDialog title={`${who} ${deedOf(event.action, label)}`} onClose={onClose}>
      <dl className={styles.facts}>
        <Fact name={text('audit.time')} value={exactTime(event.occurredAt)} />
        <Fact name={text('audit.way')} value={text(`audit.source.${event.source}`)} />
        {person?.label && <Fact name={text('audit.about')} value={person.label} />}
        {actor.address && <Fact name={text('audit.address')} value={actor.address} />}
        {actor.agent && <Fact name={text('audit.agent')} value={actor.agent} />}
        <Fact name={text('audit.object')} value={`${target.objectType} ${target.objectId}`} />
        <Fact name={text('audit.request')} value={event.requestId} />
      </dl>
      {payload.changes.map((change, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the changes of an event stay as they are, and some have no id.
        <Change key={index} change={change} />
      ))}
      {payload.omittedChanges > 0 && (
        <p className={styles.note}>{text('audit.omitted', { count: payload.omittedChanges })}</p>
      )}
      <div className={styles.buttons}>
        <Button onPress={() => onFilter({ actor: actor.userId })}>{text('audit.byThem')}</Button>
        <Button onPress={() => onFilter({ target: target.objectId })}>{text('audit.aboutObject')}</Button>
      </div>
    </DetailsDialog>
  )
}

const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)

type Row = Readonly<Record<string, unknown>>

/** The values of a row before and after, a line for each that is different. */
function Change({ change }: { readonly change: AuditEventOfLogFragment['payload']['changes'][number] }) {
  const [before, after] = [change.before, change.after] as (Row | null)[]
  const members = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const type = `audit.object.${change.objectType}`
  return (
    <section className={styles.change}>
      <h3>
        {hasText(type) ? text(type) : change.objectType}
        {change.userLabel && ` · ${change.userLabel}`}
      </h3>
      <div className={styles.table}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text('audit.member')}</th>
              {before && <th scope="col">{text('audit.before')}</th>}
              {after && <th scope="col">{text('audit.after')}</th>}
            </tr>
          </thead>
          <tbody>
            {members.map((member) => (
              <tr key={member}>
                <th scope="row">{member}</th>
                {before && <td>{shownValue(before[member])}</td>}
                {after && <td>{shownValue(after[member])}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const shownValue = (value: unknown): string =>
  value === undefined || value === null ? '–' : typeof value === 'string' ? value : JSON.stringify(value)
