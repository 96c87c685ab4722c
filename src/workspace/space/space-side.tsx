import folderPlus from 'icon:folder-plus'
import plus from 'icon:plus'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Link } from 'react-aria-components'
import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { paths } from '../app/addresses.ts'
import { text } from '../app/texts.ts'
import { IconButton } from '../parts/button.tsx'
import type { PageDialog } from './page-dialogs.tsx'
import { PagesOfSpace, pageTreeOf } from './page-list.ts'
import { PageTree } from './page-tree.tsx'
import styles from './space-side.module.css'
import { usePageActions } from './use-page-actions.ts'

export const SideOfSpace = graphql(`
  fragment SideOfSpace on Space {
    id
    title
    editMode
    permissions { edit }
    ...PagesOfSpace
  }
`)

const PageDialogs = lazy(async () => ({ default: (await import('./page-dialogs.tsx')).PageDialogs }))

interface Props {
  readonly space: FragmentType<typeof SideOfSpace>
  readonly currentPage?: string
}

/** The side column of a space: its title and its pages. */
export function SpaceSide({ space, currentPage }: Props) {
  const { id, title, editMode, permissions, ...shown } = unmask(SideOfSpace, space)
  const { revisionId, revision } = unmask(PagesOfSpace, shown)
  const [dialog, setDialog] = useState<PageDialog>()
  const actions = usePageActions(id, revisionId)
  const tree = useMemo(() => pageTreeOf(revision?.allPages ?? []), [revision])
  // Where the live content is locked, pages are changed in change requests.
  const mayEdit = permissions.edit && editMode === 'LIVE'
  return (
    <div className={styles.side}>
      <div className={styles.head}>
        <Link href={paths.space(id)} className={styles.title as string}>
          {title}
        </Link>
        {mayEdit && (
          <>
            <IconButton
              label={text('space.newGroup')}
              icon={folderPlus}
              onPress={() => setDialog({ kind: 'create', type: 'GROUP', into: null })}
            />
            <IconButton
              label={text('space.newPage')}
              icon={plus}
              onPress={() => setDialog({ kind: 'create', type: 'DOCUMENT', into: null })}
            />
          </>
        )}
      </div>
      <div className={styles.pages}>
        <PageTree
          key={id}
          space={id}
          tree={tree}
          current={currentPage}
          actions={mayEdit ? actions : undefined}
          onDialog={setDialog}
        />
      </div>
      {dialog && (
        <Suspense>
          <PageDialogs dialog={dialog} actions={actions} onClose={() => setDialog(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
