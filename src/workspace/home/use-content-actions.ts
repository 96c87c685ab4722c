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
  type TreePlace,
  treeVariables,
} from './home-operations.ts'

/** Where an item is moved: into a parent, or before or behind another item in it. */
export interface Place {
  /** Null for the root. */
  readonly parent: string | null
  readonly beside?: { readonly item: TreeItem; readonly side: 'before' | 'after' }
}

/** The changes to an item of the tree that need no form. */
export interface ContentActions {
  /** Returns whether it was moved. */
  readonly move: (item: TreeItem, place: Place) => Promise<boolean>
  readonly duplicate: (item: TreeItem) => Promise<void>
  /** Returns whether it was deleted. */
  readonly remove: (item: TreeItem) => Promise<boolean>
}

/** Returns the changes to the items of a tree, each of which answers with the tree after it. */
export function useContentActions(place: TreePlace): ContentActions {
  const shown = treeVariables(place)
  const [moveSpace, moveCollection] = [useAction(MoveSpace), useAction(MoveCollection)]
  const [deleteSpace, deleteCollection] = [useAction(DeleteSpace), useAction(DeleteCollection)]
  const [restoreSpace, restoreCollection] = [useAction(RestoreSpace), useAction(RestoreCollection)]
  const duplicateSpace = useAction(DuplicateSpace)

  const restore = ({ id, content }: TreeItem) =>
    content.__typename === 'Space'
      ? restoreSpace.run({ ...shown, space: id })
      : restoreCollection.run({ ...shown, moved: id })

  return {
    move: async ({ id, content }, { parent, beside }) => {
      const input = { parent, ...(beside && { position: { [beside.side]: pointerTo(beside.item) } }) }
      const done =
        content.__typename === 'Space'
          ? await moveSpace.run({ ...shown, space: id, input })
          : await moveCollection.run({ ...shown, moved: id, input })
      return done !== undefined
    },
    duplicate: async ({ id }) => {
      const done = await duplicateSpace.run({ ...shown, space: id })
      const title = done?.duplicateSpace?.space.title
      if (title !== undefined) showDone(text('home.duplicated', { title }))
    },
    remove: async (item) => {
      const { id, content } = item
      const done =
        content.__typename === 'Space'
          ? await deleteSpace.run({ ...shown, space: id })
          : await deleteCollection.run({ ...shown, moved: id })
      if (done) showDone(text('home.deleted', { title: content.title }), () => void restore(item))
      return done !== undefined
    },
  }
}

const pointerTo = ({ id, content }: TreeItem) =>
  content.__typename === 'Space' ? { space: id } : { collection: id }
