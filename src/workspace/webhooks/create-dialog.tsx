import { useState } from 'react'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { SecretDialog } from '../parts/secret-dialog.tsx'
import { actionOfFields, inputOf, useDraft, WebhookFields } from './webhook-fields.tsx'
import { CreateWebhook } from './webhook-operations.ts'

interface Props {
  readonly organization: string
  readonly onClose: () => void
  /** Is called with the id of the new webhook, once its secret was seen. */
  readonly onCreated: (webhook: string) => void
}

/** Creates a webhook, and shows its secret. */
export function CreateDialog({ organization, onClose, onCreated }: Props) {
  const create = useAction(CreateWebhook, { isInForm: true })
  const [draft, change] = useDraft()
  const [created, setCreated] = useState<{ readonly id: string; readonly secret: string }>()
  if (created)
    return (
      <SecretDialog
        of="webhooks"
        secret={created.secret}
        onClose={() => {
          onClose()
          onCreated(created.id)
        }}
      />
    )
  const submit = async () => {
    const done = (await create.run({ organization, input: inputOf(draft) }))?.createWebhook
    if (done) setCreated({ id: done.webhook.id, secret: done.secret })
  }
  return (
    <FormDialog
      title={text('webhooks.new')}
      submitLabel={text('webhooks.create')}
      action={actionOfFields(create)}
      onSubmit={submit}
      onClose={onClose}
    >
      <WebhookFields organization={organization} draft={draft} onChange={change} />
    </FormDialog>
  )
}
