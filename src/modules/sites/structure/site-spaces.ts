import { newId } from '../../../base/identifiers.ts'
import { consecutivePositions } from '../../../base/positions.ts'
import type { Transaction } from '../../../database/transactions.ts'
import type { Prisma, SiteSpace } from '../../../generated/prisma/client.ts'
import { derivePath } from './paths.ts'

/** The parent of site-spaces: a section, or the root of a site without sections. */
export interface SiteSpaceParent {
  readonly siteId: string
  readonly sectionId: string | null
}

export interface Sibling
  extends SiteSpaceParent,
    Pick<SiteSpace, 'id' | 'spaceId' | 'path' | 'position' | 'isDefault'> {
  /** The space is deleted. The site-space is shown again when the space is restored. */
  readonly hidden: boolean
}

/** Reads the site-spaces of parents in order, including those of deleted spaces. */
export async function readSiblings(
  transaction: Transaction,
  where: Prisma.SiteSpaceWhereInput,
): Promise<Sibling[]> {
  const rows = await transaction.siteSpace.findMany({
    where,
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    include: { space: { select: { deletedAt: true } } },
  })
  return rows.map(({ space, ...row }) => ({ ...row, hidden: space.deletedAt !== null }))
}

export const siblingsIn = (transaction: Transaction, { siteId, sectionId }: SiteSpaceParent) =>
  readSiblings(transaction, { siteId, sectionId })

/**
 * Returns the sibling that becomes the default: the current default, unless its space is deleted and that of another
 * is not; then the next one, or the first one after the last. `gone` is the position of a default that was removed.
 */
function selectDefault(siblings: readonly Sibling[], gone?: string): Sibling | undefined {
  const current = siblings.find((sibling) => sibling.isDefault)
  if (current && !current.hidden) return current
  const shown = siblings.filter((sibling) => !sibling.hidden)
  const from = gone ?? current?.position ?? ''
  return shown.find((sibling) => sibling.position > from) ?? shown[0] ?? current ?? siblings[0]
}

/** Sets the default of each parent, so that every parent with site-spaces has exactly one. */
export async function updateDefaults(
  transaction: Transaction,
  siblingLists: readonly (readonly Sibling[])[],
  gone?: string,
): Promise<void> {
  const rightful = siblingLists.flatMap((siblings) => selectDefault(siblings, gone) ?? [])
  const keep = new Set(rightful.map(({ id }) => id))
  const demoted = siblingLists.flat().filter((sibling) => sibling.isDefault && !keep.has(sibling.id))
  const promoted = rightful.filter((sibling) => !sibling.isDefault)
  // In this order, because a parent may never have two defaults.
  await setDefault(transaction, demoted, false)
  await setDefault(transaction, promoted, true)
}

async function setDefault(transaction: Transaction, siblings: readonly Sibling[], isDefault: boolean) {
  if (siblings.length === 0) return
  const where = { id: { in: siblings.map(({ id }) => id) } }
  await transaction.siteSpace.updateMany({ where, data: { isDefault } })
}

/** Appends spaces to a parent, with paths derived from their titles. Returns the new site-spaces in order. */
export async function appendSiteSpaces(
  transaction: Transaction,
  parent: SiteSpaceParent,
  spaces: readonly { readonly id: string; readonly title: string }[],
  settings: Partial<Pick<SiteSpace, 'title' | 'pageId' | 'draft' | 'hidden'>> = {},
): Promise<SiteSpace[]> {
  if (spaces.length === 0) return []
  const siblings = await siblingsIn(transaction, parent)
  const paths = new Set(siblings.map(({ path }) => path))
  const positions = consecutivePositions(spaces.length, siblings.at(-1)?.position)
  const data = spaces.map((space, index) => {
    const path = derivePath(space.title, paths, 'space')
    paths.add(path)
    const { siteId, sectionId } = parent
    return {
      id: newId('SiteSpace'),
      siteId,
      sectionId,
      spaceId: space.id,
      ...settings,
      path,
      position: positions[index] as string,
    }
  })
  await transaction.siteSpace.createMany({ data })
  await updateDefaults(transaction, [await siblingsIn(transaction, parent)])
  return transaction.siteSpace.findMany({
    where: { id: { in: data.map(({ id }) => id) } },
    orderBy: { position: 'asc' },
  })
}

export async function chooseDefault(
  transaction: Transaction,
  siblings: readonly Sibling[],
  chosen: Sibling,
): Promise<void> {
  const others = siblings.filter((sibling) => sibling.isDefault && sibling.id !== chosen.id)
  await setDefault(transaction, others, false)
  await setDefault(transaction, [chosen], true)
}
