import { documentationPages } from '../../docs/pages.ts'

const page = 'src/docs/api/caches.md'

/**
 * The screens that show what a mutation has changed elsewhere, by mutation, from the table in the documentation. After all
 * others, the objects of the payload with their owners have all that the ten screens show of the change.
 */
export function changedElsewhere(): ReadonlyMap<string, readonly string[]> {
  const { text } = documentationPages().find(({ path }) => path === page) ?? { text: '' }
  const rows = [...text.matchAll(/^\| `(\w+)` \| (\w+Screen(?:, \w+Screen)*) \|/gm)]
  if (rows.length === 0) throw new Error(`${page} has no table of screens`)
  return new Map(rows.map(([, mutation, screens]) => [mutation as string, (screens as string).split(', ')]))
}
