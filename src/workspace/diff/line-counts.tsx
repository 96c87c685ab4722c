import { text } from '../app/texts.ts'
import styles from './line-counts.module.css'

/** How many lines were added and removed; nothing for none. */
export const LineCounts = ({ added, removed }: { readonly added: number; readonly removed: number }) =>
  added + removed > 0 && (
    <span className={styles.counts} role="img" dir="ltr" aria-label={text('diff.counts', { added, removed })}>
      <span className={styles.added}>+{added}</span> <span className={styles.removed}>−{removed}</span>
    </span>
  )
