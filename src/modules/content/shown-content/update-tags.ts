import { boundedCache } from '../../../caches/bounded-cache.ts'
import type { RunStatement } from '../../../database/rows.ts'
import type { Body } from '../../../formats/body/documents.ts'
import { sizeOf } from '../../../request/cost.ts'
import { documentOf } from '../page-bodies.ts'
import { tagsOfTree } from './mentions.ts'
import { documentsOf } from './shown-content.ts'

/** The tags of the updates in bodies, which never change, by the id of the body. */
const tagsKept = boundedCache<string, readonly string[]>('updateTags', (tags) => sizeOf(tags))

/** Returns the tags of the updates in a revision, those that only some visitors are shown included. */
export async function readUpdateTags(
  run: RunStatement,
  revisionId: string,
  owner: string,
): Promise<ReadonlySet<string>> {
  const documentIds = await documentsOf(run, revisionId)
  const found = new Set(documentIds.flatMap((id) => tagsKept.get(id) ?? []))
  const unknown = documentIds.filter((id) => !tagsKept.has(id))
  const tagged = await run<Body & { id: string }>(
    `SELECT id, markdown, nodes FROM "Document" WHERE id = ANY($1::text[]) AND (markdown LIKE '%update%' OR nodes IS NOT NULL)`,
    [unknown],
  )
  for (const id of unknown) tagsKept.set(id, [])
  for (const { id, ...body } of tagged) {
    if (!body.nodes && !/\{%-?\s*update\b/.test(body.markdown)) continue
    const tags = tagsOfTree(await documentOf(body, owner))
    tagsKept.set(id, tags)
    for (const tag of tags) found.add(tag)
  }
  return found
}
