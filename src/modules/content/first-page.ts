import { isDeepStrictEqual } from 'node:util'
import { defaultTitle } from '../../formats/body/limits.ts'
import { readContentRows } from './content-reads.ts'
import type { TreePage } from './page-tree.ts'
import type { OpenRevision } from './revision-writer.ts'

/** The page that a new space begins with. */
export const untouchedPage = { type: 'DOCUMENT', title: defaultTitle, slug: 'untitled' } as const

/** The members that a page has only after somebody has changed it. */
const laterMembers = ['documentId', 'emoji', 'icon', 'description', 'cover', 'layout', 'computed'] as const

/** Returns the id of the only page of the content if it is still as a new space begins with it. */
export async function findUntouchedPage(
  { transaction, head }: OpenRevision,
  outline: readonly TreePage[],
): Promise<string | undefined> {
  const [only, another] = outline
  if (!only || another || only.slug !== untouchedPage.slug) return undefined
  const [page] = await readContentRows(transaction.query, 'PageVersion', head, { ids: [only.pageId] })
  if (!page || page.title !== untouchedPage.title || page.type !== untouchedPage.type) return undefined
  const isUnchanged = isDeepStrictEqual(page.createdAt, page.updatedAt)
  return isUnchanged && laterMembers.every((member) => page[member] === null) ? only.pageId : undefined
}
