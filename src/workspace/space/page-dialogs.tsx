import { useState } from 'react'
import type { PageType } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { TextField } from '../parts/fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import type { PageItem } from './page-list.ts'
import type { PageActions } from './use-page-actions.ts'

/** A dialog about a page that is open. */
export type PageDialog =
  | { readonly kind: 'create'; readonly type: PageType; readonly into: string | null }
  | { readonly kind: 'rename'; readonly item: PageItem }

interface Props {
  readonly dialog: PageDialog
  readonly actions: PageActions
  readonly onClose: () => void
}

/** The dialogs that create and rename pages. */
export function PageDialogs({ dialog, actions, onClose }: Props) {
  const [title, setTitle] = useState(dialog.kind === 'rename' ? dialog.item.page.title : '')
  const submit = async () => {
    const done =
      dialog.kind === 'rename'
        ? await actions.rename(dialog.item, title)
        : await actions.create(title, dialog.type, dialog.into)
    if (done) onClose()
  }
  const close = () => {
    actions.change.clear()
    onClose()
  }
  const isGroup = dialog.kind === 'create' && dialog.type === 'GROUP'
  return (
    <FormDialog
      title={text(dialog.kind === 'rename' ? 'space.rename' : isGroup ? 'space.newGroup' : 'space.newPage')}
      submitLabel={text(dialog.kind === 'rename' ? 'space.save' : 'space.create')}
      action={actions.change}
      onSubmit={submit}
      onClose={close}
    >
      <TextField
        name="title"
        label={text('space.title')}
        value={title}
        onChange={setTitle}
        maxLength={512}
        isRequired
        autoFocus
      />
    </FormDialog>
  )
}
