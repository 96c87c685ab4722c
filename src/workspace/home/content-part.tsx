import upload from 'icon:file-import'
import folder from 'icon:folder-plus'
import plus from 'icon:plus'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { text } from '../app/texts.ts'
import { FileDrop } from '../import/file-drop.tsx'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { onDemand } from '../parts/on-demand.tsx'
import type { ContentDialog } from './content-dialogs.tsx'
import { type Contents, type TreeItem, treeOf } from './content-tree.ts'
import { ContentTreeView } from './content-tree-view.tsx'
import type { TreePlace } from './home-operations.ts'
import styles from './home-screen.module.css'
import type { ContentTools } from './item-menu.tsx'
import { useContentActions } from './use-content-actions.ts'
import { useContents } from './use-contents.ts'

const ContentDialogs = onDemand(() => import('./content-dialogs.tsx'), 'ContentDialogs')

interface Props {
  readonly place: TreePlace
  readonly contents: Contents
  readonly mayCreate: boolean
  readonly mayTransfer: boolean
  readonly dialog: ContentDialog | undefined
  readonly onDialog: (dialog: ContentDialog | undefined) => void
}

/** The content of an organization or a collection as a tree, with all that can be done with it. */
export function ContentPart({ place, contents, mayCreate, mayTransfer, dialog, onDialog }: Props) {
  const actions = useContentActions(place)
  const parent = place.collection ?? null
  const takeFile = useCallback((file: File) => onDialog({ kind: 'import', parent, file }), [onDialog, parent])
  const read = useContents(place, contents)
  const shown = useRef<readonly TreeItem[]>([])
  const tree = useMemo(() => treeOf(read.nodes, shown.current), [read.nodes])
  useEffect(() => {
    shown.current = tree
  }, [tree])
  const latest = useRef({ actions, onDialog, more: read.more })
  useEffect(() => {
    latest.current = { actions, onDialog, more: read.more }
  })
  // The same as long as the tree may stay as it is.
  const tools = useMemo<ContentTools>(
    () => ({
      actions: {
        move: (...given) => latest.current.actions.move(...given),
        duplicate: (...given) => latest.current.actions.duplicate(...given),
        remove: (...given) => latest.current.actions.remove(...given),
      },
      onDialog: (next) => latest.current.onDialog(next),
      mayTransfer,
    }),
    [mayTransfer],
  )
  const more = useCallback(() => latest.current.more(), [])
  return (
    <>
      {tree.length === 0 ? (
        <EmptyState
          title={text('home.empty')}
          hint={text(mayCreate ? 'home.emptyHint' : 'home.emptyForReaders')}
        >
          {mayCreate && <CreateButtons parent={parent} onDialog={onDialog} />}
        </EmptyState>
      ) : (
        <ContentTreeView
          tree={tree}
          tools={tools}
          hasMore={read.hasMore}
          isLoading={read.isLoading}
          more={more}
        />
      )}
      {read.hasMore && (
        <p className={styles.note}>
          {text('home.firstOf', { shown: read.nodes.length, total: contents.totalCount })}
        </p>
      )}
      {mayCreate && !dialog && <FileDrop onFile={takeFile} />}
      {dialog && (
        <ContentDialogs dialog={dialog} place={place} actions={actions} onClose={() => onDialog(undefined)} />
      )}
    </>
  )
}

interface CreateButtonsProps {
  /** The collection to create in. Null for the root of the organization. */
  readonly parent: string | null
  readonly onDialog: (dialog: ContentDialog) => void
}

export const CreateButtons = ({ parent, onDialog }: CreateButtonsProps) => (
  <>
    <Button icon={upload} onPress={() => onDialog({ kind: 'import', parent })}>
      {text('import.open')}
    </Button>
    <Button icon={folder} onPress={() => onDialog({ kind: 'create collection', parent })}>
      {text('home.newCollection')}
    </Button>
    <Button kind="main" icon={plus} onPress={() => onDialog({ kind: 'create space', parent })}>
      {text('home.newSpace')}
    </Button>
  </>
)
