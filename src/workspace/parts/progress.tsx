import { text } from '../app/texts.ts'
import styles from './progress.module.css'

interface Props {
  readonly label: string
  readonly done: number
  /** Null while nobody knows how much there is. */
  readonly total: number | null
}

export const Progress = ({ label, done, total }: Props) => (
  <span className={styles.progress}>
    <progress aria-label={label} {...(total !== null && { value: done, max: Math.max(total, 1) })} />
    {total !== null && <span>{text('progress.of', { done, total })}</span>}
  </span>
)
