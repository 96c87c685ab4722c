import type { RunStatement } from '../../../database/rows.ts'
import { readPageBodies } from '../../content/body-reads.ts'
import type { Body } from '../../content/documents.ts'
import { hasConditions, includedIds, readIncluded } from '../../content/included-bodies.ts'
import type { LocatedPage } from '../../content/located-content.ts'
import type { WholeBody } from './visible-body.ts'

/** Reads the bodies of pages of one revision, in two statements and one for each level of reusable contents. */
export async function readWholeBodies(
  run: RunStatement,
  pages: readonly LocatedPage[],
): Promise<WholeBody[]> {
  const all = await readPageBodies(run, pages)
  const [page] = pages
  const reusable = page ? await readIncluded(run, page.location.revisionId, all) : new Map<string, Body>()
  return all.map((body) => ({
    body,
    reusable,
    isConditional:
      hasConditions(body) || (includedIds(body).length > 0 && [...reusable.values()].some(hasConditions)),
  }))
}
