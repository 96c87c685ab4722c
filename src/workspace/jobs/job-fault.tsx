import { useKeptError } from '../app/use-kept-error.ts'
import styles from './jobs.module.css'

interface Props {
  readonly error: Parameters<typeof useKeptError>[0]
}

export function JobFault({ error }: Props) {
  const message = useKeptError(error)
  return message !== undefined && <span className={styles.error}>{message}</span>
}
