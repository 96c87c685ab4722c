import { useState } from 'react'
import { paths } from '../app/addresses.ts'
import { useGo } from '../app/navigation.ts'
import { text } from '../app/texts.ts'
import { useAction } from '../app/use-action.ts'
import { ImportDialog } from '../import/import-dialog.tsx'
import { emojiOf } from '../parts/emoji.ts'
import { TextField } from '../parts/fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { MutationDialog } from '../parts/mutation-dialog.tsx'
import { useField } from '../parts/use-field.ts'
import { CollectionField } from './collection-field.tsx'
import type { TreeItem } from './content-tree.ts'
import { CreateCollection, CreateSpace, RenameCollection, RenameSpace } from './dialog-operations.ts'
import { type TreePlace, treeVariables } from './home-operations.ts'
import { TransferDialog } from './transfer-dialog.tsx'
import type { ContentActions } from './use-content-actions.ts'

export type ContentDialog =
  | { readonly kind: 'create space' | 'create collection'; readonly parent: string | null }
  | { readonly kind: 'import'; readonly parent: string | null; readonly file?: File }
  | { readonly kind: 'rename' | 'move' | 'transfer'; readonly item: TreeItem }

interface Props {
  readonly dialog: ContentDialog
  readonly place: TreePlace
  readonly actions: ContentActions
  readonly onClose: () => void
}

/** The dialogs that create, import, rename, move and transfer content. */
export function ContentDialogs({ dialog, ...props }: Props) {
  if (dialog.kind === 'create space') return <NewSpace {...props} parent={dialog.parent} />
  if (dialog.kind === 'create collection') return <NewCollection {...props} parent={dialog.parent} />
  if (dialog.kind === 'rename') return <Rename {...props} item={dialog.item} />
  if (dialog.kind === 'move') return <Move {...props} item={dialog.item} />
  if (dialog.kind === 'import')
    return (
      <ImportDialog
        organization={props.place.organization}
        target={{ parent: dialog.parent }}
        file={dialog.file}
        onClose={props.onClose}
      />
    )
  if (dialog.kind === 'transfer') return <TransferDialog {...props} item={dialog.item} />
  return null
}

type FormProps = Omit<Props, 'dialog'>

function NewSpace({ place, parent, onClose }: FormProps & { readonly parent: string | null }) {
  const title = useField('')
  const emoji = useField('')
  const go = useGo()
  const input = { title: title.value, parent, ...(emoji.value && { emoji: emoji.value }) }
  return (
    <MutationDialog
      title={text('home.newSpace')}
      submitLabel={text('home.create')}
      mutation={CreateSpace}
      variables={{ ...treeVariables(place), input }}
      onDone={({ createSpace }) => createSpace && go(paths.space(createSpace.space.id))}
      onClose={onClose}
    >
      <TitleField {...title} />
      <EmojiField {...emoji} />
    </MutationDialog>
  )
}

function NewCollection({ place, parent, onClose }: FormProps & { readonly parent: string | null }) {
  const title = useField('')
  return (
    <MutationDialog
      title={text('home.newCollection')}
      submitLabel={text('home.create')}
      mutation={CreateCollection}
      variables={{ ...treeVariables(place), input: { title: title.value, parent } }}
      onClose={onClose}
    >
      <TitleField {...title} />
    </MutationDialog>
  )
}

function Rename({ item, onClose }: FormProps & { readonly item: TreeItem }) {
  const { id, content } = item
  const isSpace = content.__typename === 'Space'
  const title = useField(content.title)
  const emoji = useField(isSpace ? emojiOf(content.emoji) : '')
  const [renameSpace, renameCollection] = [
    useAction(RenameSpace, { isInForm: true }),
    useAction(RenameCollection, { isInForm: true }),
  ]
  const submit = async () => {
    const done = isSpace
      ? await renameSpace.run({ space: id, title: title.value, emoji: emoji.value || null })
      : await renameCollection.run({ collection: id, title: title.value })
    if (done) onClose()
  }
  return (
    <FormDialog
      title={text('home.rename')}
      submitLabel={text('home.save')}
      action={isSpace ? renameSpace : renameCollection}
      onSubmit={submit}
      onClose={onClose}
    >
      <TitleField {...title} />
      {isSpace && <EmojiField {...emoji} />}
    </FormDialog>
  )
}

interface TextProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

const TitleField = (props: TextProps) => (
  <TextField {...props} name="title" label={text('home.title')} maxLength={50} isRequired autoFocus />
)

const EmojiField = (props: TextProps) => (
  <TextField
    {...props}
    name="emoji"
    label={text('home.emoji')}
    hint={text('home.emojiHint')}
    maxLength={50}
  />
)

function Move({ item, place, actions, onClose }: FormProps & { readonly item: TreeItem }) {
  const parent = useField(item.content.parentId)
  const [isRunning, setRunning] = useState(false)
  const submit = async () => {
    setRunning(true)
    const isMoved = await actions.move(item, { parent: parent.value })
    setRunning(false)
    if (isMoved) onClose()
  }
  return (
    <FormDialog
      title={text('home.moveTitle', { title: item.content.title })}
      submitLabel={text('home.move')}
      action={{ isRunning, fault: undefined }}
      onSubmit={submit}
      onClose={onClose}
    >
      <CollectionField organization={place.organization} {...parent} except={item.id} />
    </FormDialog>
  )
}
