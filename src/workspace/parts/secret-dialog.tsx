import { text } from '../app/texts.ts'
import { Button } from './button.tsx'
import { CopyField } from './copy-field.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import { Hint } from './hint.tsx'
import styles from './secret-dialog.module.css'

interface Props {
  /** The texts say what the secret is for. */
  readonly of: 'git' | 'tokens' | 'webhooks'
  readonly secret: string
  readonly onClose: () => void
}

/** Shows a secret, which cannot be shown again. */
export const SecretDialog = ({ of, secret, onClose }: Props) => (
  <DetailsDialog title={text(`${of}.secretTitle`)} onClose={onClose}>
    <div className={styles.stack}>
      <Hint>{text(`${of}.secretText`)}</Hint>
      <CopyField label={text(`${of}.secret`)} value={secret} />
      <div>
        <Button kind="main" onPress={onClose}>
          {text('secret.done')}
        </Button>
      </div>
    </div>
  </DetailsDialog>
)
