import check from 'icon:check'
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

/** Says why the page could not be saved. */
export const SaveFault = ({ state, onSave }: Props) =>
  (state.kind === 'waiting' || state.kind === 'refused') && (
    <div role="alert" className={styles.fault}>
      <p>
        {state.fault.message} {text('editor.kept')}
      </p>
      <Button onPress={onSave}>{text('waiting.retry')}</Button>
    </div>
  )
