import { serverAddress, signInAddress } from '../app/addresses.ts'
import type { Fault } from '../app/faults.ts'
import { text } from '../app/texts.ts'
import { Button } from './button.tsx'
import styles from './waiting.module.css'

interface Props {
  readonly fault: Fault | undefined
  readonly onRetry: () => void
}

/** Stands where a screen will be, and says why if it cannot be shown. */
export function Waiting({ fault, onRetry }: Props) {
  if (!fault) return <Loading />
  if (fault.code === 'NOT_FOUND' || fault.code === 'FORBIDDEN') return <NotFound />
  return (
    <div className={styles.message} role="alert">
      <h1>{text('waiting.failed')}</h1>
      <p>{fault.message}</p>
      <Button kind="main" onPress={onRetry}>
        {text('waiting.retry')}
      </Button>
    </div>
  )
}

/** Shows that something is being read, once it takes longer than a moment. */
export const Loading = () => (
  <div role="progressbar" aria-label={text('waiting.loading')} className={styles.loading}>
    <span className={styles.ring} />
  </div>
)

/** Says that there is no such object, or that this account has no access to it. */
export const NotFound = () => (
  <main className={styles.message}>
    <h1>{text('waiting.notFound')}</h1>
    <p>{text('waiting.notFoundText')}</p>
    <p>
      <a href={signInAddress()}>{text('waiting.otherAccount')}</a> ·{' '}
      <a href={serverAddress('/')}>{text('waiting.start')}</a>
    </p>
  </main>
)
