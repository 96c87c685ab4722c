import { text } from '../app/texts.ts'
import { Button } from '../parts/button.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { DetailsDialog } from '../parts/details-dialog.tsx'
import styles from './git.module.css'

interface Props {
  readonly secret: string
  readonly onClose: () => void
}

/** Shows the secret of the webhook, which cannot be shown again. */
export const SecretDialog = ({ secret, onClose }: Props) => (
  <DetailsDialog title={text('git.secretTitle')} onClose={onClose}>
    <div className={styles.stack}>
      <p className={styles.hint}>{text('git.secretText')}</p>
      <CopyField label={text('git.secret')} value={secret} />
      <div>
        <Button kind="main" onPress={onClose}>
          {text('git.secretDone')}
        </Button>
      </div>
    </div>
  </DetailsDialog>
)
