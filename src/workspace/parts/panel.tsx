import type { ReactNode } from 'react'
import styles from './panel.module.css'

interface Props {
  readonly title: string
  /** A line that explains what the panel is for. */
  readonly hint?: string
  /** What stands beside the title: buttons, a status. */
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

/** A part of a screen with a title, such as a group of settings. */
export const Panel = ({ title, hint, actions, children }: Props) => (
  <section className={styles.panel} aria-label={title}>
    <header className={styles.head}>
      <div>
        <h2>{title}</h2>
        {hint && <p>{hint}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
    {children}
  </section>
)
