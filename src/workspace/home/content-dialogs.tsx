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
import { CollectionField } from './collection-field.tsx'
import type { TreeItem } from './content-tree.ts'
import { CreateCollection, CreateSpace, RenameCollection, RenameSpace } from './dialog-operations.ts'
import { type TreePlace, treeVariables } from './home-operations.ts'
import { TransferDialog } from './transfer-dialog.tsx'
import type { ContentActions } from './use-content-actions.ts'

/** A dialog of the home screen that is open. */
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
  const [title, setTitle] = useState('')
  const [emoji, setEmoji] = useState('')
  const go = useGo()
  const input = { title, parent, ...(emoji && { emoji }) }
  return (
    <MutationDialog
      title={text('home.newSpace')}
      submitLabel={text('home.create')}
      mutation={CreateSpace}
      variables={{ ...treeVariables(place), input }}
      onDone={({ createSpace }) => createSpace && go(paths.space(createSpace.space.id))}
      onClose={onClose}
    >
      <TitleField value={title} onChange={setTitle} />
      <EmojiField value={emoji} onChange={setEmoji} />
    </MutationDialog>
  )
}

function NewCollection({ place, parent, onClose }: FormProps & { readonly parent: string | null }) {
  const [title, setTitle] = useState('')
  return (
    <MutationDialog
      title={text('home.newCollection')}
      submitLabel={text('home.create')}
      mutation={CreateCollection}
      variables={{ ...treeVariables(place), input: { title, parent } }}
      onClose={onClose}
    >
      <TitleField value={title} onChange={setTitle} />
    </MutationDialog>
  )
}

function Rename({ item, onClose }: FormProps & { readonly item: TreeItem }) {
  const { id, content } = item
  const isSpace = content.__typename === 'Space'
  const [title, setTitle] = useState(content.title)
  const [emoji, setEmoji] = useState(isSpace ? emojiOf(content.emoji) : '')
  const [renameSpace, renameCollection] = [
    useAction(RenameSpace, { isInForm: true }),
    useAction(RenameCollection, { isInForm: true }),
  ]
  const submit = async () => {
    const done = isSpace
      ? await renameSpace.run({ space: id, title, emoji: emoji || null })
      : await renameCollection.run({ collection: id, title })
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
      <TitleField value={title} onChange={setTitle} />
      {isSpace && <EmojiField value={emoji} onChange={setEmoji} />}
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
  const [parent, setParent] = useState(item.content.parentId)
  const [isRunning, setRunning] = useState(false)
  const submit = async () => {
    setRunning(true)
    const isMoved = await actions.move(item, { parent })
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
      <CollectionField
        organization={place.organization}
        value={parent}
        onChange={setParent}
        except={item.id}
      />
    </FormDialog>
  )
}
