import check from 'icon:check'
import { useState } from 'react'
import { text } from '../app/texts.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import type { SaveState } from './page-saver.ts'
import styles from './save-status.module.css'

interface Props {
  readonly state: SaveState
  readonly onSave: () => void
}

/** Says whether the page is saved, and saves it at once. */
export const SaveStatus = ({ state, onSave }: Props) => (
  <>
    <span className={styles.status} role="status" data-kind={state.kind}>
      {state.kind === 'saved' && <Icon shape={check} />}
      {text(`editor.state.${state.kind}`)}
    </span>
    <Button kind="main" onPress={onSave} isDisabled={state.kind === 'conflict'}>
      {text('editor.save')}
    </Button>
  </>
)

interface FaultProps extends Props {
  readonly read: () => string
}

/** Says why the page could not be saved. Where it never can be, its text can be taken elsewhere. */
export function SaveFault({ state, onSave, read }: FaultProps) {
  const [isCopied, setCopied] = useState(false)
  if (state.kind !== 'waiting' && state.kind !== 'refused') return null
  const isLost = lostCodes.includes(state.fault.code)
  const copy = async () => {
    await navigator.clipboard.writeText(read())
    setCopied(true)
  }
  return (
    <div role="alert" className={styles.fault}>
      <p>
        {state.fault.message} {text('editor.kept')} {isLost && text('editor.keptElsewhere')}
      </p>
      <span className={styles.buttons}>
        {isLost && <Button onPress={copy}>{text(isCopied ? 'editor.textCopied' : 'editor.copyText')}</Button>}
        <Button onPress={onSave}>{text('waiting.retry')}</Button>
      </span>
    </div>
  )
}

const lostCodes = ['FORBIDDEN', 'NOT_FOUND']
