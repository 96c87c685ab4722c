import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { useAction } from '../app/use-action.ts'
import type { TreeItem } from './content-tree.ts'
import {
  DeleteCollection,
  DeleteSpace,
  DuplicateSpace,
  MoveCollection,
  MoveSpace,
  RestoreCollection,
  RestoreSpace,
} from './home-operations.ts'

/** Where an item is moved: into a parent, or before or behind another item in it. */
export interface Place {
  /** Null for the root. */
  readonly parent: string | null
  readonly beside?: { readonly item: TreeItem; readonly side: 'before' | 'after' }
}

/** The changes to an item of the tree that need no form. */
export interface ContentActions {
  readonly move: (item: TreeItem, place: Place) => Promise<void>
  readonly duplicate: (item: TreeItem) => Promise<void>
  readonly remove: (item: TreeItem) => Promise<void>
}

export function useContentActions(organization: string): ContentActions {
  const [moveSpace, moveCollection] = [useAction(MoveSpace), useAction(MoveCollection)]
  const [deleteSpace, deleteCollection] = [useAction(DeleteSpace), useAction(DeleteCollection)]
  const [restoreSpace, restoreCollection] = [useAction(RestoreSpace), useAction(RestoreCollection)]
  const duplicateSpace = useAction(DuplicateSpace)

  const restore = ({ id, content }: TreeItem) =>
    content.__typename === 'Space'
      ? restoreSpace.run({ organization, space: id })
      : restoreCollection.run({ organization, collection: id })

  return {
    move: async ({ id, content }, { parent, beside }) => {
      const input = { parent, ...(beside && { position: { [beside.side]: pointerTo(beside.item) } }) }
      if (content.__typename === 'Space') await moveSpace.run({ organization, space: id, input })
      else await moveCollection.run({ organization, collection: id, input })
    },
    duplicate: async ({ id }) => {
      const done = await duplicateSpace.run({ organization, space: id })
      const title = done?.duplicateSpace?.space.title
      if (title !== undefined) showDone(text('home.duplicated', { title }))
    },
    remove: async (item) => {
      const { id, content } = item
      const done =
        content.__typename === 'Space'
          ? await deleteSpace.run({ organization, space: id })
          : await deleteCollection.run({ organization, collection: id })
      if (done) showDone(text('home.deleted', { title: content.title }), () => void restore(item))
    },
  }
}

const pointerTo = ({ id, content }: TreeItem) =>
  content.__typename === 'Space' ? { space: id } : { collection: id }
