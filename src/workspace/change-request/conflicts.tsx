import { useState } from 'react'
import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import type {
  ConflictSideValueFragment,
  ShownChangeRequestFragment,
} from '../../generated/workspace-operations/graphql.ts'
import { type TextKey, text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { Button } from '../parts/button.tsx'
import { FaultMessage } from '../parts/fault-message.tsx'
import { TextField } from '../parts/fields.tsx'
import { type ChangesShown, ConflictSideValue, ResolveMutation } from './change-request-data.ts'
import styles from './conflicts.module.css'

type Conflict = ShownChangeRequestFragment['allConflicts'][number]

interface Props {
  readonly id: string
  /** Which changes the screen shows: they are read again with each decision. */
  readonly shown: ChangesShown
  readonly conflicts: readonly Conflict[]
  readonly canDecide: boolean
}

/** The conflicts between a change request and its space, each to be decided on. */
export function Conflicts({ conflicts, ...props }: Props) {
  if (conflicts.length === 0) return null
  return (
    <section className={styles.conflicts}>
      <h2>{text('conflict.count', { count: conflicts.length })}</h2>
      <p>{text('conflict.hint')}</p>
      {conflicts.map((conflict) => (
        <ConflictCard key={conflict.id} conflict={conflict} {...props} />
      ))}
    </section>
  )
}

function ConflictCard({ id, shown, conflict, canDecide }: Omit<Props, 'conflicts'> & { conflict: Conflict }) {
  const base = textOf(conflict.base)
  const ours = textOf(conflict.ours)
  const theirs = textOf(conflict.theirs)
  const [own, setOwn] = useState<string>()
  const resolve = useAction(ResolveMutation, { isInForm: true })
  const decide = (resolution: 'BASE' | 'OURS' | 'THEIRS' | 'TEXT', chosen?: string) => {
    const decision = { conflict: conflict.id, resolution, ...(chosen !== undefined && { text: chosen }) }
    return resolve.run({ id, ...shown, input: { decisions: [decision] } })
  }
  const isText = isTextual(conflict.ours) && isTextual(conflict.theirs)
  // A title has one line, which cannot hold both.
  const hasLines = isLines(conflict.ours) && isLines(conflict.theirs)
  const name = conflict.field ? `${conflict.title} · ${fieldName(conflict.field)}` : conflict.title
  return (
    <article className={styles.card} aria-label={name}>
      <h3>{name}</h3>
      <div className={styles.sides}>
        <Side label={text('conflict.base')} value={base} />
        <Side label={text('conflict.ours')} value={ours} />
        <Side label={text('conflict.theirs')} value={theirs} />
      </div>
      <FaultMessage fault={resolve.fault} />
      {own !== undefined && (
        <TextField
          name="text"
          label={text('conflict.own')}
          value={own}
          onChange={setOwn}
          lines={5}
          autoFocus
        />
      )}
      {canDecide && (
        <div className={styles.buttons}>
          <Button onPress={() => decide('OURS')} isDisabled={resolve.isRunning}>
            {text('conflict.takeOurs')}
          </Button>
          <Button onPress={() => decide('THEIRS')} isDisabled={resolve.isRunning}>
            {text('conflict.takeTheirs')}
          </Button>
          {hasLines && (
            <Button
              onPress={() => decide('TEXT', `${ours.trimEnd()}\n\n${theirs}`)}
              isDisabled={resolve.isRunning}
            >
              {text('conflict.takeBoth')}
            </Button>
          )}
          {isText && own === undefined && (
            <Button onPress={() => setOwn(theirs)}>{text('conflict.writeOwn')}</Button>
          )}
          {own !== undefined && (
            <Button kind="main" onPress={() => decide('TEXT', own)} isDisabled={resolve.isRunning}>
              {text('conflict.takeOwn')}
            </Button>
          )}
        </div>
      )}
    </article>
  )
}

/** The names of fields in plain words. A variable has the name that somebody gave it. */
const fieldNames: Readonly<Record<string, TextKey>> = {
  title: 'diff.attribute.title',
  slug: 'diff.attribute.slug',
  description: 'diff.attribute.description',
  emoji: 'diff.attribute.emoji',
  icon: 'diff.attribute.icon',
  cover: 'diff.attribute.cover',
  layout: 'diff.attribute.layout',
  target: 'diff.attribute.target',
  hidden: 'diff.attribute.isHidden',
  noIndex: 'diff.attribute.noIndex',
  noRobotsIndex: 'diff.attribute.noRobotsIndex',
  name: 'diff.attribute.name',
  contentType: 'diff.attribute.contentType',
  content: 'diff.attribute.content',
  place: 'diff.attribute.place',
  deleted: 'conflict.deleted',
  value: 'conflict.value',
}

function fieldName(field: string): string {
  const key = fieldNames[field]
  return key ? text(key) : field.replace(/^variables\./, '')
}

const Side = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div className={styles.side}>
    <h4>{label}</h4>
    <pre>{value || text('conflict.empty')}</pre>
  </div>
)

type MaskedValue = FragmentType<typeof ConflictSideValue> | null

const isTextual = (masked: MaskedValue): boolean =>
  ['ConflictLines', 'ConflictText'].includes(unmask(ConflictSideValue, masked)?.__typename ?? '')

const isLines = (masked: MaskedValue): boolean =>
  unmask(ConflictSideValue, masked)?.__typename === 'ConflictLines'

function textOf(masked: MaskedValue): string {
  const value: ConflictSideValueFragment | null = unmask(ConflictSideValue, masked)
  switch (value?.__typename) {
    case undefined:
      return ''
    case 'ConflictLines':
      return value.markdown
    case 'ConflictText':
      return value.text
    case 'ConflictNumber':
      return String(value.number)
    case 'ConflictFlag':
      return text(value.isSet ? 'diff.yes' : 'diff.no')
    case 'ConflictFields':
      return JSON.stringify(value.fields, null, 2)
    case 'ConflictPlace':
      return value.parentId ?? text('conflict.root')
    case 'ConflictFile':
      return value.name
    case 'ConflictReusableContent':
      return value.title
    default:
      return ''
  }
}
