import styles from './badge.module.css'

interface Props {
  readonly kind?: 'plain' | 'good' | 'active' | 'warning' | 'danger'
  readonly children: string
}

/** A status in a word or two. */
export const Badge = ({ kind = 'plain', children }: Props) => (
  <span className={`${styles.badge} ${styles[kind]}`}>{children}</span>
)
