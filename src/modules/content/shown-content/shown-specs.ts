import type { Database } from '../../../database/client.ts'
import { revisionsWithSpecs } from '../computed/used-specs.ts'
import type { Showing } from './body-mentions.ts'
import { readShownContent } from './shown-content.ts'

/** Returns the names and ids of the OpenAPI specifications that revisions show to a visitor. */
export async function shownSpecs(
  database: Pick<Database, 'query'>,
  showing: Showing,
  revisionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const specs = new Set<string>()
  for (const id of await revisionsWithSpecs(database, revisionIds))
    for (const spec of (await readShownContent(showing, id)).specs) specs.add(spec)
  return specs
}
