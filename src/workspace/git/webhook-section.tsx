import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { Button } from '../parts/button.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { Section } from '../parts/form-section.tsx'
import { RotateGitSecret } from './git-operations.ts'

interface Props {
  readonly space: string
  readonly address: string
  readonly onSecret: (secret: string) => void
}

/** The webhook by which the git server tells of new commits at once. */
export function WebhookSection({ space, address, onSecret }: Props) {
  const rotate = useAction(RotateGitSecret)
  const renew = async () => {
    const secret = (await rotate.run({ space }))?.rotateGitWebhookSecret?.webhookSecret
    if (secret) onSecret(secret)
  }
  return (
    <Section
      title={text('git.webhook')}
      hint={text('git.webhookHint')}
      actions={
        <Button isPending={rotate.isRunning} onPress={() => void renew()}>
          {text('git.newSecret')}
        </Button>
      }
    >
      <CopyField label={text('git.webhookAddress')} value={address} />
    </Section>
  )
}
