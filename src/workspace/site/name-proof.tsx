import { text } from '../app/texts.ts'
import { showDone, showFault } from '../app/toasts.ts'
import { Button } from '../parts/button.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import styles from './name-proof.module.css'

interface Props {
  readonly isProven: boolean
  readonly record: { readonly recordName: string; readonly recordValue: string }
  readonly isChecking: boolean
  /** Looks the record up again. Resolves to whether it was found; undefined if that failed. */
  readonly onCheck: () => Promise<boolean | undefined>
}

/** Whether a host name is proven, and else the record that proves it, with a button that looks it up again. */
export function NameProof({ isProven, record, isChecking, onCheck }: Props) {
  if (isProven) return <p className={styles.proven}>{text('domains.proven')}</p>
  const check = async () => {
    const found = await onCheck()
    if (found) showDone(text('domains.proven'))
    if (found === false) showFault({ message: text('domains.notFound') })
  }
  return (
    <div className={styles.proof}>
      <p>{text('domains.notProven')}</p>
      <CopyField label={text('domains.recordName')} value={record.recordName} />
      <CopyField label={text('domains.recordValue')} value={record.recordValue} />
      <div>
        <Button onPress={check} isPending={isChecking}>
          {text('domains.check')}
        </Button>
      </div>
    </div>
  )
}
