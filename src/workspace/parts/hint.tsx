import type { ReactNode } from 'react'
import styles from './hint.module.css'

export const Hint = ({ children }: { readonly children: ReactNode }) => (
  <p className={styles.hint}>{children}</p>
)
