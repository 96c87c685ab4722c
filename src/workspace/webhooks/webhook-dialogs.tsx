import { useState } from 'react'
import type { WebhookOfListFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { Hint } from '../parts/hint.tsx'
import { MutationDialog } from '../parts/mutation-dialog.tsx'
import { SecretDialog } from '../parts/secret-dialog.tsx'
import { actionOfFields, inputOf, useDraft, WebhookFields } from './webhook-fields.tsx'
import { DeleteWebhook, RotateSecret, UpdateWebhook } from './webhook-operations.ts'

export type WebhookDialog = 'edit' | 'rotate' | 'delete'

interface Props {
  readonly organization: string
  readonly webhook: WebhookOfListFragment
  readonly onClose: () => void
  readonly onDeleted: () => void
}

export const WebhookDialogs = ({ dialog, ...props }: Props & { readonly dialog: WebhookDialog }) => {
  if (dialog === 'edit') return <EditDialog {...props} />
  return dialog === 'rotate' ? <RotateDialog {...props} /> : <DeleteDialog {...props} />
}

function EditDialog({ organization, webhook, onClose }: Props) {
  const update = useAction(UpdateWebhook, { isInForm: true })
  const [draft, change] = useDraft(webhook)
  const submit = async () => {
    if (!(await update.run({ webhook: webhook.id, input: inputOf(draft) }))) return
    showDone(text('webhooks.saved'))
    onClose()
  }
  return (
    <FormDialog
      title={text('webhooks.edit')}
      submitLabel={text('webhooks.save')}
      action={actionOfFields(update)}
      onSubmit={submit}
      onClose={onClose}
    >
      <WebhookFields organization={organization} draft={draft} onChange={change} />
    </FormDialog>
  )
}

function RotateDialog({ webhook, onClose }: Props) {
  const rotate = useAction(RotateSecret, { isInForm: true })
  const [secret, setSecret] = useState<string>()
  if (secret !== undefined) return <SecretDialog of="webhooks" secret={secret} onClose={onClose} />
  const submit = async () => {
    const done = await rotate.run({ webhook: webhook.id })
    if (done?.rotateWebhookSecret) setSecret(done.rotateWebhookSecret.secret)
  }
  return (
    <FormDialog
      title={text('webhooks.rotateTitle')}
      submitLabel={text('webhooks.rotate')}
      action={rotate}
      onSubmit={submit}
      onClose={onClose}
    >
      <Hint>{text('webhooks.rotateText')}</Hint>
    </FormDialog>
  )
}

function DeleteDialog({ webhook, onClose, onDeleted }: Props) {
  return (
    <MutationDialog
      title={text('webhooks.deleteTitle')}
      submitLabel={text('webhooks.delete')}
      isDangerous
      mutation={DeleteWebhook}
      variables={{ webhook: webhook.id }}
      onDone={() => {
        showDone(text('webhooks.deleted'))
        onDeleted()
      }}
      onClose={onClose}
    >
      <Hint>{text('webhooks.deleteText')}</Hint>
    </MutationDialog>
  )
}
