import type { Fault } from '../app/faults.ts'
import { text } from '../app/texts.ts'
import { Button } from '../parts/button.tsx'
import styles from './find-dialog.module.css'

interface Props {
  readonly typed: string
  readonly count: number
  readonly isWaiting: boolean
  readonly isOnline: boolean
  readonly fault: Fault | undefined
  readonly onRetry: () => void
}

/** Says below the results how many there are, and why there are no others. */
export function FindStatus({ typed, count, isWaiting, isOnline, fault, onRetry }: Props) {
  if (typed !== '' && fault)
    return (
      <div role="alert" className={styles.fault}>
        {fault.message} <Button onPress={onRetry}>{text('waiting.retry')}</Button>
      </div>
    )
  return (
    <p role="status" className={styles.status} data-empty={count === 0 || undefined}>
      {sentence({ typed, count, isWaiting, isOnline })}
    </p>
  )
}

function sentence({
  typed,
  count,
  isWaiting,
  isOnline,
}: Pick<Props, 'typed' | 'count' | 'isWaiting' | 'isOnline'>): string {
  if (!isOnline) return text('find.offline')
  if (typed === '') return text('find.hint')
  if (isWaiting) return text('find.searching')
  return count === 0 ? text('find.nothing', { typed }) : text('find.count', { count })
}
