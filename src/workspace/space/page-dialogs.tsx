import { text } from '../app/texts.ts'
import { TextField } from '../parts/fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { useField } from '../parts/use-field.ts'
import type { PageItem } from './page-list.ts'
import { PagePicker } from './page-picker.tsx'
import type { NewPage, PageActions } from './use-page-actions.ts'

export type PageDialog =
  | ({ readonly kind: 'create' } & Pick<NewPage, 'type' | 'into'>)
  | { readonly kind: 'rename'; readonly item: PageItem }
  | { readonly kind: 'move'; readonly item: PageItem }

interface Props {
  readonly dialog: PageDialog
  readonly tree: readonly PageItem[]
  readonly actions: PageActions
  readonly onClose: () => void
}

/** The dialogs that create, rename and move pages. */
export function PageDialogs({ dialog, onClose, ...props }: Props) {
  const close = () => {
    props.actions.change.clear()
    onClose()
  }
  return dialog.kind === 'move' ? (
    <MoveDialog {...props} item={dialog.item} onClose={close} />
  ) : (
    <TitleDialog {...props} dialog={dialog} onClose={close} />
  )
}

interface TitleProps extends Omit<Props, 'dialog'> {
  readonly dialog: Exclude<PageDialog, { readonly kind: 'move' }>
}

const newLabels = { DOCUMENT: 'space.newPage', GROUP: 'space.newGroup', LINK: 'space.newLink' } as const

function TitleDialog({ dialog, actions, onClose }: TitleProps) {
  const renamed = dialog.kind === 'rename' ? dialog.item.page : undefined
  const target = renamed?.__typename === 'LinkPage' ? renamed.target : undefined
  const title = useField(renamed?.title ?? '')
  const url = useField(target?.url ?? '')
  const hasUrl = target ? target.kind === 'URL' : dialog.kind === 'create' && dialog.type === 'LINK'
  const submit = async () => {
    const address = hasUrl ? { url: url.value } : {}
    const done =
      dialog.kind === 'rename'
        ? await actions.rename(dialog.item, title.value, address.url)
        : await actions.create({ title: title.value, type: dialog.type, into: dialog.into, ...address })
    if (done) onClose()
  }
  return (
    <FormDialog
      title={text(
        dialog.kind === 'rename' ? (hasUrl ? 'space.editLink' : 'space.rename') : newLabels[dialog.type],
      )}
      submitLabel={text(dialog.kind === 'rename' ? 'space.save' : 'space.create')}
      action={actions.change}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField name="title" label={text('space.title')} {...title} maxLength={512} isRequired autoFocus />
      {hasUrl && (
        <TextField
          name="url"
          label={text('space.url')}
          {...url}
          type="url"
          placeholder="https://"
          isRequired
        />
      )}
    </FormDialog>
  )
}

interface MoveProps extends Omit<Props, 'dialog'> {
  readonly item: PageItem
}

function MoveDialog({ item, tree, actions, onClose }: MoveProps) {
  const into = useField(item.page.parentId)
  const submit = async () => {
    if (await actions.moveInto(item, into.value)) onClose()
  }
  return (
    <FormDialog
      title={text('space.moveTitle', { title: item.page.title })}
      submitLabel={text('space.move')}
      action={actions.change}
      onSubmit={submit}
      onClose={onClose}
    >
      <PagePicker tree={tree} moved={item} {...into} />
    </FormDialog>
  )
}
