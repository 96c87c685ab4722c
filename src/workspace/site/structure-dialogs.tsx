import { useState } from 'react'
import { text } from '../app/texts.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { SelectField, TextField } from '../parts/fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { SpaceField } from '../parts/space-field.tsx'
import { useField } from '../parts/use-field.ts'
import { EditItem } from './structure-item-form.tsx'
import { CreateGroup, CreateLink, CreateSection, CreateVariant } from './structure-operations.ts'
import { allNodes, canMove, type StructureNode } from './structure-tree.ts'
import { type StructureActions, useDeleteItem } from './use-structure-actions.ts'

export type StructureDialog =
  | { readonly kind: 'add space'; readonly section: string | null }
  | { readonly kind: 'add section' }
  | { readonly kind: 'add group' }
  | { readonly kind: 'add link' }
  | { readonly kind: 'edit' | 'move' | 'remove'; readonly node: StructureNode }

interface Props {
  readonly dialog: StructureDialog
  readonly organization: string
  readonly site: string
  readonly tree: readonly StructureNode[]
  readonly actions: StructureActions
  readonly onClose: () => void
}

/** The dialogs that add, edit, move and remove items of a site. */
export function StructureDialogs({ dialog, ...props }: Props) {
  if (dialog.kind === 'add space') return <AddSpace {...props} section={dialog.section} isSection={false} />
  if (dialog.kind === 'add section') return <AddSpace {...props} section={null} isSection />
  if (dialog.kind === 'add group') return <AddGroup {...props} />
  if (dialog.kind === 'add link') return <AddLink {...props} />
  if (dialog.kind === 'edit') return <EditItem {...props} node={dialog.node} />
  if (dialog.kind === 'move') return <MoveToGroup {...props} node={dialog.node} />
  return <Remove {...props} node={dialog.node} />
}

type FormProps = Omit<Props, 'dialog'>

interface AddSpaceProps extends FormProps {
  readonly section: string | null
  /** Whether the space begins a section of its own. */
  readonly isSection: boolean
}

function AddSpace({ organization, site, section, isSection, onClose }: AddSpaceProps) {
  const space = useField<string | null>(null)
  const title = useField('')
  const createSection = useAction(CreateSection, { isInForm: true })
  const createVariant = useAction(CreateVariant, { isInForm: true })
  const submit = async () => {
    if (space.value === null) return
    const input = { spaceId: space.value, ...(title.value && { title: title.value }) }
    const done = isSection
      ? await createSection.run({ site, input })
      : await createVariant.run({
          site,
          input: { ...input, ...(section !== null && { sectionId: section }) },
        })
    if (done) onClose()
  }
  return (
    <FormDialog
      title={text(isSection ? 'structure.addSection' : 'structure.addVariant')}
      submitLabel={text('structure.addNow')}
      action={isSection ? createSection : createVariant}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{text(isSection ? 'structure.sectionHint' : 'structure.variantHint')}</p>
      <SpaceField name="spaceId" label={text('structure.space')} organization={organization} {...space} />
      <TextField
        name="title"
        label={text('structure.title')}
        hint={text('structure.titleHint')}
        {...title}
        maxLength={isSection ? 64 : 128}
      />
    </FormDialog>
  )
}

function AddGroup({ site, onClose }: FormProps) {
  const title = useField('')
  const create = useAction(CreateGroup, { isInForm: true })
  const submit = async () => {
    if (await create.run({ site, input: { title: title.value } })) onClose()
  }
  return (
    <AddDialog title={text('structure.addGroup')} action={create} onSubmit={submit} onClose={onClose}>
      <p>{text('structure.groupHint')}</p>
      <TextField
        name="title"
        label={text('structure.title')}
        {...title}
        maxLength={100}
        isRequired
        autoFocus
      />
    </AddDialog>
  )
}

function AddLink({ site, onClose }: FormProps) {
  const title = useField('')
  const url = useField('')
  const create = useAction(CreateLink, { isInForm: true })
  const submit = async () => {
    if (await create.run({ site, input: { title: title.value, url: url.value } })) onClose()
  }
  return (
    <AddDialog title={text('structure.addLink')} action={create} onSubmit={submit} onClose={onClose}>
      <TextField
        name="title"
        label={text('structure.title')}
        {...title}
        maxLength={128}
        isRequired
        autoFocus
      />
      <TextField
        name="url"
        type="url"
        label={text('structure.url')}
        placeholder="https://"
        {...url}
        isRequired
      />
    </AddDialog>
  )
}

interface AddDialogProps {
  readonly title: string
  readonly action: Pick<Action<never, never>, 'isRunning' | 'fault'>
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: React.ReactNode
}

const AddDialog = (props: AddDialogProps) => <FormDialog {...props} submitLabel={text('structure.addNow')} />

const root = 'root'

interface NodeProps extends FormProps {
  readonly node: StructureNode
}

function MoveToGroup({ node, tree, actions, onClose }: NodeProps) {
  const group = useField(node.parent ?? root)
  const [isRunning, setRunning] = useState(false)
  const groups = allNodes(tree).filter(
    ({ id, item }) => item.__typename === 'SiteSectionGroup' && canMove(tree, node, { into: id }),
  )
  const submit = async () => {
    setRunning(true)
    await actions.move(node, { into: group.value === root ? null : group.value })
    onClose()
  }
  return (
    <FormDialog
      title={text('home.moveTitle', { title: node.item.title })}
      submitLabel={text('home.move')}
      action={{ isRunning, fault: undefined }}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        name="group"
        label={text('structure.kind.SiteSectionGroup')}
        {...group}
        choices={[
          { value: root, label: text('home.root') },
          ...groups.map(({ id, item }) => ({ value: id, label: item.title })),
        ]}
      />
    </FormDialog>
  )
}

function Remove({ site, node, onClose }: NodeProps) {
  const remove = useDeleteItem(node.item.__typename)
  const submit = async () => {
    if (await remove.run({ site, id: node.id })) onClose()
  }
  return (
    <FormDialog
      title={text('structure.removeQuestion', { title: node.item.title })}
      submitLabel={text('structure.remove')}
      isDangerous
      action={remove}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{text(`structure.removeText.${node.item.__typename}`)}</p>
    </FormDialog>
  )
}
