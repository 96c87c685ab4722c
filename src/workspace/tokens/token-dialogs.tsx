import { useState } from 'react'
import type { TokenScope } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { SelectField, TextField } from '../parts/fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { Hint } from '../parts/hint.tsx'
import { MutationDialog } from '../parts/mutation-dialog.tsx'
import { SecretDialog } from '../parts/secret-dialog.tsx'
import { useField } from '../parts/use-field.ts'
import { CreateToken, RevokeToken, RotateToken } from './token-operations.ts'

interface NamedToken {
  readonly id: string
  readonly label: string
}

export type TokenDialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'rotate' | 'revoke'; readonly token: NamedToken }

interface Props {
  readonly onClose: () => void
}

export function TokenDialogs({ dialog, onClose }: Props & { readonly dialog: TokenDialog }) {
  const [secret, setSecret] = useState<string>()
  if (secret !== undefined) return <SecretDialog of="tokens" secret={secret} onClose={onClose} />
  if (dialog.kind === 'create') return <CreateDialog onSecret={setSecret} onClose={onClose} />
  if (dialog.kind === 'rotate')
    return <RotateDialog token={dialog.token} onSecret={setSecret} onClose={onClose} />
  return <RevokeDialog token={dialog.token} onClose={onClose} />
}

interface MakerProps extends Props {
  readonly onSecret: (secret: string) => void
}

const lifetimes = ['30', '90', '365', 'never'] as const
const scopes = ['READ', 'WRITE', 'CONTENT_WRITE', 'EVENTS'] as const satisfies readonly TokenScope[]

function CreateDialog({ onSecret, onClose }: MakerProps) {
  const create = useAction(CreateToken, { isInForm: true })
  const label = useField('')
  const scope = useField<TokenScope>('READ')
  const days = useField<(typeof lifetimes)[number]>('90')
  const submit = async () => {
    const expiresAt = days.value === 'never' ? {} : { expiresAt: inDays(Number(days.value)) }
    const done = await create.run({ input: { label: label.value, scopes: [scope.value], ...expiresAt } })
    if (done?.createApiToken) onSecret(done.createApiToken.token)
  }
  return (
    <FormDialog
      title={text('tokens.new')}
      submitLabel={text('tokens.create')}
      action={create}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        name="label"
        label={text('tokens.label')}
        hint={text('tokens.labelHint')}
        {...label}
        maxLength={50}
        isRequired
        autoFocus
      />
      <SelectField
        name="scopes"
        label={text('tokens.scope')}
        {...scope}
        choices={scopes.map((value) => ({
          value,
          label: text(`tokens.scope.${value}`),
          hint: text(`tokens.scopeHint.${value}`),
        }))}
      />
      <SelectField
        name="expiresAt"
        label={text('tokens.expiry')}
        {...days}
        choices={lifetimes.map((value) => ({
          value,
          label: value === 'never' ? text('tokens.never') : text('tokens.days', { count: Number(value) }),
        }))}
      />
    </FormDialog>
  )
}

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

const overlaps = ['0', '3600', '86400', '604800'] as const

function RotateDialog({ token, onSecret, onClose }: MakerProps & { readonly token: NamedToken }) {
  const rotate = useAction(RotateToken, { isInForm: true })
  const overlap = useField<(typeof overlaps)[number]>('3600')
  const submit = async () => {
    const done = await rotate.run({ token: token.id, overlap: Number(overlap.value) })
    if (done?.rotateApiToken) onSecret(done.rotateApiToken.token)
  }
  return (
    <FormDialog
      title={text('tokens.rotateTitle', { label: token.label })}
      submitLabel={text('tokens.rotate')}
      action={rotate}
      onSubmit={submit}
      onClose={onClose}
    >
      <Hint>{text('tokens.rotateText')}</Hint>
      <SelectField
        name="overlapSeconds"
        label={text('tokens.overlap')}
        {...overlap}
        choices={overlaps.map((value) => ({ value, label: text(`tokens.overlap.${value}`) }))}
      />
    </FormDialog>
  )
}

function RevokeDialog({ token, onClose }: Props & { readonly token: NamedToken }) {
  return (
    <MutationDialog
      title={text('tokens.revokeTitle', { label: token.label })}
      submitLabel={text('tokens.revoke')}
      isDangerous
      mutation={RevokeToken}
      variables={{ token: token.id }}
      onDone={() => showDone(text('tokens.revoked', { label: token.label }))}
      onClose={onClose}
    >
      <Hint>{text('tokens.revokeText')}</Hint>
    </MutationDialog>
  )
}
