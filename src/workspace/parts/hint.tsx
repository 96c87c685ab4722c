import type { ReactNode } from 'react'
import styles from './hint.module.css'

/** A line that explains what is beside it. */
export const Hint = ({ children }: { readonly children: ReactNode }) => (
  <p className={styles.hint}>{children}</p>
)
