import { useQuery } from 'urql'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { faultOf } from '../app/faults.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { SelectField } from '../parts/fields.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { useField } from '../parts/use-field.ts'
import { Loading } from '../parts/waiting.tsx'
import type { TreeItem } from './content-tree.ts'
import { TransferCollection, TransferSpace } from './dialog-operations.ts'
import { type TreePlace, treeVariables } from './home-operations.ts'

const OrganizationsQuery = graphql(`
  query OrganizationsToTransferTo {
    organizations(first: 200) { nodes { id title permissions { admin } } }
  }
`)

interface Props {
  readonly item: TreeItem
  readonly place: TreePlace
  readonly onClose: () => void
}

/** Moves a space or a collection to another organization, of which the viewer is an admin too. */
export function TransferDialog({ item: { id, content }, place, onClose }: Props) {
  const isSpace = content.__typename === 'Space'
  const [{ data, error }] = useQuery({ query: OrganizationsQuery })
  const target = useField<string | null>(null)
  const transferSpace = useAction(TransferSpace, { isInForm: true })
  const transferCollection = useAction(TransferCollection, { isInForm: true })
  const action = isSpace ? transferSpace : transferCollection
  const targets = (data?.organizations?.nodes ?? []).filter(
    (organization) => organization.permissions.admin && organization.id !== place.organization,
  )
  const submit = async () => {
    if (target.value === null) return
    const shown = treeVariables(place)
    const done = isSpace
      ? await transferSpace.run({ ...shown, space: id, target: target.value })
      : await transferCollection.run({ ...shown, moved: id, target: target.value })
    if (!done) return
    onClose()
    const organization = targets.find((organization) => organization.id === target.value)?.title ?? ''
    showDone(text('home.transferred', { title: content.title, organization }))
  }
  return (
    <FormDialog
      title={text('home.transferTitle', { title: content.title })}
      submitLabel={text('home.transfer')}
      action={{ isRunning: action.isRunning, fault: action.fault ?? (error && faultOf(error)) }}
      onSubmit={submit}
      onClose={onClose}
    >
      {!data && !error && <Loading />}
      {data && targets.length === 0 && <p>{text('home.noTarget')}</p>}
      {targets.length > 0 && (
        <SelectField
          name="organization"
          label={text('home.target')}
          hint={text('home.transferHint')}
          {...target}
          choices={targets.map(({ id, title }) => ({ value: id, label: title }))}
        />
      )}
    </FormDialog>
  )
}
