import { graphql } from '../../generated/workspace-operations/gql.ts'
import type { ContentChangeInput, PageType } from '../../generated/workspace-operations/graphql.ts'
import { paths } from '../app/addresses.ts'
import { useGo } from '../app/navigation.ts'
import { text } from '../app/texts.ts'
import { showDone } from '../app/toasts.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { type PageItem, pagesOf } from './page-list.ts'

const ChangePages = graphql(`
  mutation ChangePages($space: ID!, $changes: [ContentChangeInput!]!) {
    updateContent(spaceId: $space, input: { changes: $changes }) {
      changes { written { page { pageId } } }
      query { space(id: $space) { id ...PagesOfSpace } }
    }
  }
`)

/** Changes to the pages of a space. */
export interface PageActions {
  /** For the forms that show why it failed. */
  readonly change: Action<
    unknown,
    { readonly space: string; readonly changes: readonly ContentChangeInput[] }
  >
  readonly create: (title: string, type: PageType, into: string | null) => Promise<boolean>
  readonly rename: (item: PageItem, title: string) => Promise<boolean>
  readonly move: (item: PageItem, into: string | null, at: number) => Promise<void>
  readonly toggleHidden: (item: PageItem) => Promise<void>
  readonly remove: (item: PageItem) => Promise<void>
}

/** Returns what somebody can do to the pages of a space, of which `revision` is shown. */
export function usePageActions(space: string, revision: string): PageActions {
  const go = useGo()
  const inForm = useAction(ChangePages, { isInForm: true })
  const direct = useAction(ChangePages)
  const one = (change: ContentChangeInput) => ({ space, changes: [change] })
  return {
    change: inForm as PageActions['change'],
    create: async (title, type, into) => {
      const document = type === 'DOCUMENT' ? { document: { markdown: '' } } : {}
      const done = await inForm.run(one({ insertPage: { title, type, into, ...document } }))
      const page = done?.updateContent?.changes[0]?.written?.page
      if (page && type === 'DOCUMENT') go(paths.editor(space, page.pageId))
      return done !== undefined
    },
    rename: async ({ id }, title) =>
      (await inForm.run(one({ updatePage: { page: id, title } }))) !== undefined,
    move: async ({ id }, into, at) => {
      await direct.run(one({ updatePage: { page: id, into, at } }))
    },
    toggleHidden: async ({ id, page }) => {
      await direct.run(one({ updatePage: { page: id, isHidden: !page.isHidden } }))
    },
    remove: async (item) => {
      const { id, page } = item
      const done = await direct.run(one({ deletePage: { page: id } }))
      const restored = pagesOf([item]).map((each) => ({ revertPage: { page: each.id, revision } }))
      const restore = () => void direct.run({ space, changes: restored })
      if (done) showDone(text('space.pageDeleted', { title: page.title }), restore)
    },
  }
}
