import type { RunStatement } from '../../../database/rows.ts'
import type { Body } from '../../../formats/body/documents.ts'
import { namesClaims } from '../../../formats/body/variables.ts'
import { readPageBodies } from '../../content/body-reads.ts'
import { hasConditions, includedIds, readIncluded } from '../../content/included-bodies.ts'
import type { LocatedPage } from '../../content/located-content.ts'
import { readVariablesFor } from '../../content/page-variables.ts'
import type { WholeBody } from './visible-body.ts'

/** Reads the bodies of pages of one revision, in two statements and one for each level of reusable contents. */
export async function readWholeBodies(
  run: RunStatement,
  pages: readonly LocatedPage[],
): Promise<WholeBody[]> {
  const all = await readPageBodies(run, pages)
  const [page] = pages
  const reusable = page ? await readIncluded(run, page.revisionId, all) : new Map<string, Body>()
  return Promise.all(all.map((body, index) => wholeBody(run, body, reusable, pages[index] as LocatedPage)))
}

type PlaceOfBody = Pick<LocatedPage, 'revisionId' | 'frontMatter'>

/** Returns a body of a revision with what it includes, which is read in one statement for each level. */
export const readWholeBody = async (run: RunStatement, body: Body, place: PlaceOfBody): Promise<WholeBody> =>
  wholeBody(run, body, await readIncluded(run, place.revisionId, [body]), place)

async function wholeBody(
  run: RunStatement,
  body: Body,
  reusable: WholeBody['reusable'],
  place: PlaceOfBody,
): Promise<WholeBody> {
  const shown = includedIds(body).length > 0 ? [body, ...reusable.values()] : [body]
  const variables = await readVariablesFor(run, place, shown)
  const isConditional = shown.some(hasConditions) || (variables !== undefined && shown.some(namesClaims))
  return { body, reusable, isConditional, ...(variables && { variables }) }
}
