import { text } from '../app/texts.ts'
import { Button } from '../parts/button.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { DetailsDialog } from '../parts/details-dialog.tsx'
import styles from './webhooks.module.css'

interface Props {
  readonly secret: string
  readonly onClose: () => void
}

/** Shows the secret with which requests are signed, which cannot be shown again. */
export const SecretDialog = ({ secret, onClose }: Props) => (
  <DetailsDialog title={text('webhooks.secretTitle')} onClose={onClose}>
    <div className={styles.secret}>
      <p className={styles.hint}>{text('webhooks.secretText')}</p>
      <CopyField label={text('webhooks.secret')} value={secret} />
      <div>
        <Button kind="main" onPress={onClose}>
          {text('webhooks.secretCopied')}
        </Button>
      </div>
    </div>
  </DetailsDialog>
)
