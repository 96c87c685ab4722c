import { boundedCache } from '../../caches/bounded-cache.ts'
import type { RunStatement } from '../../database/rows.ts'
import type { Body } from '../../formats/body/documents.ts'
import {
  hasExpressions,
  type PageVariables,
  type Variables,
  variablesOf,
  variablesOfPage,
} from '../../formats/body/variables.ts'
import { sizeOf } from '../../request/cost.ts'

/** The variables of spaces in revisions, which never change, by id of the revision. */
const kept = boundedCache<string, Variables>('spaceVariables', sizeOf)

async function readSpaceVariables(run: RunStatement, revisionId: string): Promise<Variables> {
  const known = kept.get(revisionId)
  if (known) return known
  const [row] = await run<Parameters<typeof variablesOf>[0]>(
    'SELECT variables FROM "Revision" WHERE id = $1',
    [revisionId],
  )
  const variables = row ? variablesOf(row) : {}
  kept.set(revisionId, variables)
  return variables
}

/** Returns the variables that expressions in bodies of a page may name; undefined if there are no expressions. */
export async function readVariablesFor(
  run: RunStatement,
  { revisionId, frontMatter }: { readonly revisionId: string; readonly frontMatter: string | null },
  bodies: Iterable<Body>,
): Promise<PageVariables | undefined> {
  if (![...bodies].some(hasExpressions)) return undefined
  return { space: await readSpaceVariables(run, revisionId), page: variablesOfPage(frontMatter) }
}
