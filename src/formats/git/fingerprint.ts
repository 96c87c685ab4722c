import { createHash } from 'node:crypto'
import { splitSummaryLabel } from '../body/summary-label.ts'
import type { Variables } from '../body/variables.ts'
import type { FileState, PageState, ReusableState } from '../merge/content-snapshot.ts'

/** Returns a hash of values, in which the members of objects may have any order. */
export const hashOf = (values: readonly unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify(values.map(inFixedOrder)))
    .digest('hex')

/** Returns a value whose members are in a fixed order, because a database may return them in another. */
function inFixedOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inFixedOrder)
  if (typeof value !== 'object' || value === null) return value ?? null
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(
    members
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, inFixedOrder(member)]),
  )
}

/** Returns a hash of what the file of a page says. Its place in the tree and its label are said by SUMMARY.md. */
export function fingerprintOfPage(page: PageState): string {
  const { title, slug, emoji, icon, description, hidden, noIndex, noRobotsIndex, layout, cover, documentId } =
    page
  const texts = [emoji, icon, description].map((text) => text || null)
  const { frontMatter } = splitSummaryLabel(page.frontMatter)
  return hashOf([
    title,
    slug,
    ...texts,
    hidden,
    noIndex,
    noRobotsIndex,
    layout,
    cover,
    documentId,
    frontMatter,
  ])
}

/** Returns a hash of the bytes of a file. Its name is that of its path. */
export const fingerprintOfFile = ({ blobHash }: FileState): string => hashOf([blobHash])

export const fingerprintOfReusable = ({ title, documentId }: ReusableState): string =>
  hashOf([title, documentId])

export const fingerprintOfVariables = (variables: Variables): string => hashOf([variables])
