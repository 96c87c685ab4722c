import { text } from '../app/texts.ts'
import styles from './status-badge.module.css'

interface Props {
  readonly status: 'ARCHIVED' | 'DRAFT' | 'MERGED' | 'OPEN'
}

export const StatusBadge = ({ status }: Props) => (
  <span className={`${styles.badge} ${styles[status.toLowerCase()]}`}>
    {text(`changes.status.${status}`)}
  </span>
)
