import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

interface Props {
  readonly title: string
  /** What to do first. */
  readonly hint: string
  readonly children?: ReactNode
}

/** Stands where a list has nothing yet, with the first steps. */
export const EmptyState = ({ title, hint, children }: Props) => (
  <div className={styles.empty}>
    <h2>{title}</h2>
    <p>{hint}</p>
    {children && <div className={styles.actions}>{children}</div>}
  </div>
)
