import { header } from '../../rest/route.ts'

/** The headers about the revision that a batch of changes starts from. */
export const baseSources = {
  baseRevisionId: header('X-Base-Revision'),
  ifStale: header('X-If-Stale'),
}
