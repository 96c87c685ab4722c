import { Link } from 'react-aria-components'
import { text } from '../app/texts.ts'
import { countLines, type DiffHunk, type DiffLayout } from './change.ts'
import styles from './change-card.module.css'
import { Hunks } from './hunks.tsx'

/** What happened to a page, a file, or another object of the content. */
export type ChangeType =
  | 'FILE_CREATED'
  | 'FILE_DELETED'
  | 'FILE_EDITED'
  | 'PAGE_CREATED'
  | 'PAGE_DELETED'
  | 'PAGE_EDITED'
  | 'PAGE_MOVED'
  | 'REUSABLE_CONTENT_CREATED'
  | 'REUSABLE_CONTENT_DELETED'
  | 'REUSABLE_CONTENT_EDITED'
  | 'VARIABLES_EDITED'

/** A value of an object that was changed, as texts. */
export interface ChangedValue {
  readonly name: string
  readonly before: string
  readonly after: string
}

interface Props {
  readonly type: ChangeType
  readonly title: string
  /** The pages above, outermost first. */
  readonly place: readonly string[]
  readonly href?: string | undefined
  readonly values: readonly ChangedValue[]
  readonly hunks: readonly DiffHunk[]
  /** Whether the bodies are too large to be compared. */
  readonly isTooLarge: boolean
  readonly layout: DiffLayout
}

/** What changed in one object of the content. */
export function ChangeCard({ type, title, place, href, values, hunks, isTooLarge, layout }: Props) {
  const { added, removed } = countLines(hunks)
  return (
    <article className={styles.card}>
      <header className={styles.header}>
        <div className={styles.what}>
          {place.length > 0 && <div className={styles.place}>{place.join(' / ')}</div>}
          <h3>{href ? <Link href={href}>{title}</Link> : title}</h3>
        </div>
        {added + removed > 0 && (
          <span className={styles.counts}>
            <span className={styles.added}>+{added}</span> <span className={styles.removed}>−{removed}</span>
          </span>
        )}
        <span className={styles.type}>{text(`diff.type.${type}`)}</span>
      </header>
      {values.length > 0 && (
        <dl className={styles.values}>
          {values.map(({ name, before, after }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {before && <del>{before}</del>} {after && <ins>{after}</ins>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {hunks.length > 0 && <Hunks hunks={hunks} layout={layout} label={title} />}
      {isTooLarge && <p className={styles.note}>{text('diff.tooLarge')}</p>}
    </article>
  )
}
