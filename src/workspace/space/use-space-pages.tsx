import { type ReactNode, useMemo, useState } from 'react'
import { type FragmentType, unmask } from '../../generated/workspace-operations/fragment-masking.ts'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import { onDemand } from '../parts/on-demand.tsx'
import type { PageDialog } from './page-dialogs.tsx'
import { type PageItem, PagesOfSpace, pagesOf, pageTreeOf } from './page-list.ts'
import type { PageItems } from './page-places.ts'
import { type PageActions, usePageActions } from './use-page-actions.ts'

export const EditablePages = graphql(`
  fragment EditablePages on Space {
    id
    editMode
    permissions { edit }
    ...PagesOfSpace
  }
`)

const PageDialogs = onDemand(() => import('./page-dialogs.tsx'), 'PageDialogs')

/** The pages of a space, and what the viewer may do to them. */
export interface SpacePages {
  readonly space: string
  readonly tree: readonly PageItem[]
  readonly items: PageItems
  /** Undefined where the viewer may not change the live content. */
  readonly actions: PageActions | undefined
  readonly open: (dialog: PageDialog) => void
  readonly dialog: ReactNode
}

/** Returns the pages of a space. `current` is the page that is shown. */
export function useSpacePages(space: FragmentType<typeof EditablePages>, current?: string): SpacePages {
  const shown = unmask(EditablePages, space)
  const { id, editMode, permissions } = shown
  const { revisionId, revision } = unmask(PagesOfSpace, shown)
  const [dialog, setDialog] = useState<PageDialog>()
  const tree = useMemo(() => pageTreeOf(revision?.allPages ?? []), [revision])
  const items = useMemo(() => new Map(pagesOf(tree).map((item) => [item.id, item])), [tree])
  const actions = usePageActions({ space: id, revision: revisionId, items, current })
  return {
    space: id,
    tree,
    items,
    // Where the live content is locked, pages are changed in change requests.
    actions: permissions.edit && editMode === 'LIVE' ? actions : undefined,
    open: setDialog,
    dialog: dialog && (
      <PageDialogs dialog={dialog} tree={tree} actions={actions} onClose={() => setDialog(undefined)} />
    ),
  }
}
