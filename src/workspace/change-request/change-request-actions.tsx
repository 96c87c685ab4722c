import archive from 'icon:box-archive'
import pen from 'icon:pen'
import rotate from 'icon:rotate-left'
import type { ShownChangeRequestFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import { Button } from '../parts/button.tsx'
import { Menu } from '../parts/menu.tsx'
import {
  type ChangesShown,
  EditMutation,
  MergeMutation,
  UpdateFromLiveMutation,
} from './change-request-data.ts'

interface Props {
  readonly request: ShownChangeRequestFragment
  readonly shown: ChangesShown
  readonly permissions: { readonly edit: boolean; readonly merge: boolean }
  readonly onEdit: () => void
}

/** The buttons and the menu for a change request as a whole. */
export function ChangeRequestActions({ request, shown, permissions, onEdit }: Props) {
  const { id, status } = request
  const merge = useAction(MergeMutation)
  const update = useAction(UpdateFromLiveMutation)
  const edit = useAction(EditMutation)
  const isActive = status === 'OPEN' || status === 'DRAFT'
  const setStatus = (chosen: 'OPEN' | 'DRAFT' | 'ARCHIVED') => edit.run({ id, input: { status: chosen } })
  const archiveIt = async () => {
    if (await setStatus('ARCHIVED'))
      showDone(text('changes.archived'), () => void setStatus(status === 'DRAFT' ? 'DRAFT' : 'OPEN'))
  }
  return (
    <>
      {permissions.edit && isActive && request.isOutdated && (
        <Button onPress={() => update.run({ id, ...shown })} isPending={update.isRunning}>
          {text('changes.update')}
        </Button>
      )}
      {permissions.edit && status === 'DRAFT' && (
        <Button onPress={() => setStatus('OPEN')} isPending={edit.isRunning}>
          {text('changes.open')}
        </Button>
      )}
      {permissions.edit && status === 'ARCHIVED' && (
        <Button icon={rotate} onPress={() => setStatus('OPEN')} isPending={edit.isRunning}>
          {text('changes.reopen')}
        </Button>
      )}
      {permissions.merge && isActive && (
        <Button
          kind="main"
          onPress={() => merge.run({ id })}
          isPending={merge.isRunning}
          isDisabled={request.allConflicts.length > 0}
        >
          {text('changes.merge')}
        </Button>
      )}
      {permissions.edit && status !== 'MERGED' && (
        <Menu
          label={text('changes.actions')}
          groups={[
            [
              { id: 'edit', label: text('changes.edit'), icon: pen, act: onEdit },
              isActive && {
                id: 'archive',
                label: text('changes.archive'),
                icon: archive,
                act: () => void archiveIt(),
              },
            ],
          ]}
        />
      )}
    </>
  )
}
