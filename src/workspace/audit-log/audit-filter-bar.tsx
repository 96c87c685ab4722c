import xmark from 'icon:xmark'
import { text } from '../app/texts.ts'
import { Button } from '../parts/button.tsx'
import { SelectField, TextField } from '../parts/fields.tsx'
import type { AuditFilters } from './audit-filters.ts'
import styles from './audit-log.module.css'
import { deedOf } from './audit-sentences.ts'

interface Props {
  readonly filters: AuditFilters
  readonly onChange: (changes: Partial<AuditFilters>) => void
  readonly actions: readonly { readonly name: string; readonly label: string }[]
  readonly people: readonly { readonly id: string; readonly displayName: string }[]
  readonly count: number
}

/** Stands for no filter, as a choice needs a value. */
const all = 'all'

export function AuditFilterBar({ filters, onChange, actions, people, count }: Props) {
  const { action, actor, target, from, to } = filters
  const isFiltered = Object.values(filters).some((value) => value !== null)
  const persons = people.map(({ id, displayName }) => ({ value: id, label: displayName }))
  // Somebody who is no member any more can be in the address.
  if (actor && !people.some(({ id }) => id === actor)) persons.push({ value: actor, label: actor })
  const deeds = actions.map(({ name, label }) => ({ value: name, label: capitalized(deedOf(name, label)) }))
  return (
    <div className={styles.filters}>
      <SelectField
        name="actor"
        label={text('audit.person')}
        value={actor ?? all}
        onChange={(value) => onChange({ actor: value === all ? null : value })}
        choices={[{ value: all, label: text('audit.everybody') }, ...persons]}
      />
      <SelectField
        name="action"
        label={text('audit.action')}
        value={action ?? all}
        onChange={(value) => onChange({ action: value === all ? null : value })}
        choices={[
          { value: all, label: text('audit.everything') },
          ...deeds.toSorted((one, other) => one.label.localeCompare(other.label)),
        ]}
      />
      <TextField
        name="from"
        type="date"
        label={text('audit.from')}
        value={from ?? ''}
        onChange={(value) => onChange({ from: value || null })}
      />
      <TextField
        name="to"
        type="date"
        label={text('audit.to')}
        value={to ?? ''}
        onChange={(value) => onChange({ to: value || null })}
      />
      <div className={styles.found}>
        <span role="status">{text('audit.count', { count })}</span>
        {target && (
          <Button kind="quiet" icon={xmark} onPress={() => onChange({ target: null })}>
            {text('audit.oneObject')}
          </Button>
        )}
        {isFiltered && (
          <Button
            kind="quiet"
            onPress={() => onChange({ action: null, actor: null, target: null, from: null, to: null })}
          >
            {text('audit.clear')}
          </Button>
        )}
      </div>
    </div>
  )
}

const capitalized = (words: string): string => words.charAt(0).toLocaleUpperCase() + words.slice(1)
