import { consecutivePositions } from '../../../database/positions.ts'
import type { Prisma, SiteSpace } from '../../../generated/prisma/client.ts'
import { newId } from '../../../identifiers.ts'
import { derivePath } from './paths.ts'

type Transaction = Prisma.TransactionClient

/** Where site-spaces are siblings: a section, or the root of a site that has no sections. */
export interface Place {
  readonly siteId: string
  readonly sectionId: string | null
}

export interface Sibling extends Place {
  readonly id: string
  readonly spaceId: string
  readonly path: string
  readonly position: string
  readonly isDefault: boolean
  /** Its space is deleted; it comes back when the space is restored. */
  readonly hidden: boolean
}

/** The site-spaces of some places in their order, those of deleted spaces included. */
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

export const siblingsAt = (transaction: Transaction, { siteId, sectionId }: Place) =>
  readSiblings(transaction, { siteId, sectionId })

/**
 * Which of the siblings is to be the default: the one that is, unless its space is deleted and another's is not;
 * then the next one, and behind the last the first. `gone` is the position of a default that was removed.
 */
export function rightfulDefault(siblings: readonly Sibling[], gone?: string): Sibling | undefined {
  const current = siblings.find((sibling) => sibling.isDefault)
  if (current && !current.hidden) return current
  const shown = siblings.filter((sibling) => !sibling.hidden)
  const from = gone ?? current?.position ?? ''
  return shown.find((sibling) => sibling.position > from) ?? shown[0] ?? current ?? siblings[0]
}

/** Gives every place the default it is to have: exactly one, as soon as there is any site-space. */
export async function settleDefaults(
  transaction: Transaction,
  places: readonly (readonly Sibling[])[],
  gone?: string,
): Promise<void> {
  const rightful = places.flatMap((siblings) => rightfulDefault(siblings, gone) ?? [])
  const keep = new Set(rightful.map(({ id }) => id))
  const demoted = places.flat().filter((sibling) => sibling.isDefault && !keep.has(sibling.id))
  const promoted = rightful.filter((sibling) => !sibling.isDefault)
  // In this order, because at no time may a place have two.
  await setDefault(transaction, demoted, false)
  await setDefault(transaction, promoted, true)
}

async function setDefault(transaction: Transaction, siblings: readonly Sibling[], isDefault: boolean) {
  if (siblings.length === 0) return
  const where = { id: { in: siblings.map(({ id }) => id) } }
  await transaction.siteSpace.updateMany({ where, data: { isDefault } })
}

/** Puts spaces behind the site-spaces of a place, with paths from their titles; returns the new ones in order. */
export async function appendSiteSpaces(
  transaction: Transaction,
  place: Place,
  spaces: readonly { readonly id: string; readonly title: string }[],
): Promise<SiteSpace[]> {
  if (spaces.length === 0) return []
  const siblings = await siblingsAt(transaction, place)
  const paths = new Set(siblings.map(({ path }) => path))
  const positions = consecutivePositions(spaces.length, siblings.at(-1)?.position)
  const data = spaces.map((space, index) => {
    const path = derivePath(space.title, paths, 'space')
    paths.add(path)
    const { siteId, sectionId } = place
    return {
      id: newId('SiteSpace'),
      siteId,
      sectionId,
      spaceId: space.id,
      path,
      position: positions[index] as string,
    }
  })
  await transaction.siteSpace.createMany({ data })
  await settleDefaults(transaction, [await siblingsAt(transaction, place)])
  return transaction.siteSpace.findMany({
    where: { id: { in: data.map(({ id }) => id) } },
    orderBy: { position: 'asc' },
  })
}

/** Makes one of the siblings the default in place of the one that is. */
export async function chooseDefault(
  transaction: Transaction,
  siblings: readonly Sibling[],
  chosen: Sibling,
): Promise<void> {
  const others = siblings.filter((sibling) => sibling.isDefault && sibling.id !== chosen.id)
  await setDefault(transaction, others, false)
  await setDefault(transaction, [chosen], true)
}
