import pen from 'icon:pen'
import plus from 'icon:plus'
import trash from 'icon:trash'
import { useState } from 'react'
import { unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import type { CustomFieldOfListFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { useScreen } from '../app/use-screen.ts'
import { Badge } from '../parts/badge.tsx'
import { Button, IconButton } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import listStyles from '../parts/list.module.css'
import { onDemand } from '../parts/on-demand.tsx'
import { NotFound, Waiting } from '../parts/waiting.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import styles from './custom-fields.module.css'
import { CustomFieldOfList, CustomFieldsOfOrganization, CustomFieldsQuery } from './field-operations.ts'

const FieldDialog = onDemand(() => import('./field-dialogs.tsx'), 'FieldDialog')
const DeleteDialog = onDemand(() => import('./field-dialogs.tsx'), 'DeleteFieldDialog')

type OpenDialog =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' | 'delete'; readonly field: CustomFieldOfListFragment }

/** The properties that an organization records of its spaces. There are at most 100. */
export function CustomFieldsScreen({ organization }: { readonly organization: string }) {
  const { data, fault, refresh } = useScreen(CustomFieldsQuery, { organization })
  const [dialog, setDialog] = useState<OpenDialog>()
  const list = unmask(CustomFieldsOfOrganization, data?.organization)?.customFields
  if (!data?.organization) return <Waiting fault={fault} onRetry={refresh} />
  if (!list) return <NotFound />
  const fields = list.nodes.map((node) => unmask(CustomFieldOfList, node))
  const close = () => setDialog(undefined)
  const create = data.organization.permissions.admin && (
    <Button kind="main" icon={plus} onPress={() => setDialog({ kind: 'create' })}>
      {text('fields.create')}
    </Button>
  )
  return (
    <SettingsFrame
      viewer={data.viewer}
      organization={data.organization}
      title={text('fields.title')}
      actions={fields.length > 0 && create}
    >
      {fields.length === 0 ? (
        <EmptyState title={text('fields.nothing')} hint={text('fields.nothingHint')}>
          {create}
        </EmptyState>
      ) : (
        <ul className={listStyles.list} aria-label={text('fields.title')}>
          {fields.map((field) => (
            <FieldRow key={field.id} field={field} onDialog={setDialog} />
          ))}
        </ul>
      )}
      {dialog?.kind === 'create' && <FieldDialog organization={organization} onClose={close} />}
      {dialog?.kind === 'edit' && (
        <FieldDialog organization={organization} field={dialog.field} onClose={close} />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteDialog organization={organization} field={dialog.field} onClose={close} />
      )}
    </SettingsFrame>
  )
}

interface RowProps {
  readonly field: CustomFieldOfListFragment
  readonly onDialog: (dialog: OpenDialog) => void
}

function FieldRow({ field, onDialog }: RowProps) {
  const title = field.title || field.name
  return (
    <li className={styles.row}>
      <div className={listStyles.what}>
        <span>
          <strong>{title}</strong> <code className={listStyles.note}>{field.name}</code>
        </span>
        {field.description && <span className={listStyles.note}>{field.description}</span>}
        {field.options && field.options.length > 0 && (
          <span className={listStyles.note}>{field.options.join(' · ')}</span>
        )}
      </div>
      <Badge>{text(`fields.type.${field.type}`)}</Badge>
      {field.permissions.edit && (
        <>
          <IconButton
            label={text('fields.editTitle', { title })}
            icon={pen}
            onPress={() => onDialog({ kind: 'edit', field })}
          />
          <IconButton
            label={text('fields.deleteTitle', { title })}
            icon={trash}
            onPress={() => onDialog({ kind: 'delete', field })}
          />
        </>
      )}
    </li>
  )
}
