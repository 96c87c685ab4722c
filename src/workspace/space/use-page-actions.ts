import { useClient } from 'urql'
import { graphql } from '../../generated/workspace-operations/gql.ts'
import type { ContentChangeInput } from '../../generated/workspace-operations/graphql.ts'
import { paths } from '../app/addresses.ts'
import type { Fault } from '../app/faults.ts'
import { useGo } from '../app/navigation.ts'
import { text } from '../app/texts.ts'
import { showDone, showFault } from '../app/toasts.ts'
import { type Action, useAction } from '../app/use-action.ts'
import { maximumChanges, pageCopy } from './page-copy.ts'
import { type PageItem, pagesOf } from './page-list.ts'
import { type PageItems, type PagePlace, placeOf } from './page-places.ts'

const ChangePages = graphql(`
  mutation ChangePages($space: ID!, $base: ID, $changes: [ContentChangeInput!]!) {
    updateContent(spaceId: $space, baseRevisionId: $base, ifStale: MERGE, input: { changes: $changes }) {
      changes { written { page { pageId } } }
      revision { id parents }
      query { space(id: $space) { id ...PagesOfSpace } }
    }
  }
`)

const PagesNow = graphql(`
  query PagesNow($space: ID!) { space(id: $space) { id ...PagesOfSpace } }
`)

export interface NewPage {
  readonly title: string
  readonly type: 'DOCUMENT' | 'GROUP' | 'LINK'
  readonly into: string | null
  /** The address that a link leads to. */
  readonly url?: string
}

export interface PageActions {
  /** For the forms that show why it failed. */
  readonly change: Pick<Action<never, never>, 'isRunning' | 'fault' | 'clear'>
  readonly create: (page: NewPage) => Promise<boolean>
  /** Changes the title of a page, and the address of a link. */
  readonly rename: (item: PageItem, title: string, url?: string) => Promise<boolean>
  readonly move: (item: PageItem, place: PagePlace) => Promise<void>
  /** Moves a page to the end of the pages below another; resolves to whether it was done. */
  readonly moveInto: (item: PageItem, into: string | null) => Promise<boolean>
  readonly toggleHidden: (item: PageItem) => Promise<void>
  readonly duplicate: (item: PageItem) => Promise<void>
  readonly remove: (item: PageItem) => Promise<void>
}

interface Options {
  readonly space: string
  /** The revision whose pages are shown: what others changed since is kept. */
  readonly revision: string
  readonly items: PageItems
  /** The page that is shown, which is left when it is deleted. */
  readonly current: string | undefined
}

export function usePageActions({ space, revision, items, current }: Options): PageActions {
  const go = useGo()
  const client = useClient()
  const onFault = (fault: Fault) => {
    showFault(fault.reason === 'BASE_REVISION_CONFLICTS' ? { message: text('space.conflict') } : fault)
    // The tree that was shown is not what the others made of it.
    client.query(PagesNow, { space }, { requestPolicy: 'network-only' }).toPromise()
  }
  const inForm = useAction(ChangePages, { isInForm: true })
  const direct = useAction(ChangePages, { onFault })
  const run = async (action: typeof direct, changes: readonly ContentChangeInput[], base?: string) => {
    const done = await action.run({ space, base: base ?? revision, changes: [...changes] })
    const content = done?.updateContent
    if (content && base === undefined && !content.revision.parents.includes(revision))
      showDone(text('space.othersChanged'))
    return content ?? undefined
  }
  const restore = async (item: PageItem, deletion: string) => {
    const reverts = pagesOf([item]).map(({ id }) => ({ revertPage: { page: id, revision } }))
    const place = { updatePage: { page: item.id, ...placeOf(items, item) } }
    let base = deletion
    for (let at = 0; at < reverts.length; at += maximumChanges - 1) {
      const part = reverts.slice(at, at + maximumChanges - 1)
      const done = await run(direct, at === 0 ? [...part, place] : part, base)
      if (!done) return
      base = done.revision.id
    }
  }
  return {
    change: inForm,
    create: async ({ title, type, into, url }) => {
      const more = {
        ...(type === 'DOCUMENT' && { document: { markdown: '' } }),
        ...(type === 'LINK' && { target: { kind: 'URL' as const, url: url ?? '' } }),
      }
      const done = await run(inForm, [{ insertPage: { title, type, into, ...more } }])
      const page = done?.changes[0]?.written?.page
      if (page && type === 'DOCUMENT') go(paths.editor(space, page.pageId))
      return done !== undefined
    },
    rename: async ({ id }, title, url) => {
      const target = url !== undefined && { target: { kind: 'URL' as const, url } }
      return (await run(inForm, [{ updatePage: { page: id, title, ...target } }])) !== undefined
    },
    move: async ({ id }, place) => {
      await run(direct, [{ updatePage: { page: id, ...place } }])
    },
    moveInto: async ({ id }, into) => (await run(inForm, [{ updatePage: { page: id, into } }])) !== undefined,
    toggleHidden: async ({ id, page }) => {
      await run(direct, [{ updatePage: { page: id, isHidden: !page.isHidden } }])
    },
    duplicate: async (item) => {
      const { into, at } = placeOf(items, item)
      const changes = await pageCopy(client, space, item, { into, at: at + 1 })
      if ('fault' in changes) return showFault(changes.fault)
      if (await run(direct, changes.changes)) showDone(text('space.duplicated', { title: item.page.title }))
    },
    remove: async (item) => {
      const done = await run(direct, [{ deletePage: { page: item.id } }])
      if (!done) return
      if (pagesOf([item]).some(({ id }) => id === current)) go(paths.space(space))
      showDone(
        text('space.pageDeleted', { title: item.page.title }),
        () => void restore(item, done.revision.id),
      )
    },
  }
}
