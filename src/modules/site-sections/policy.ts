import type { Viewer } from '../../access/viewer.ts'
import { readableSites } from '../sites/policy.ts'

/** Returns a filter for the sections, groups and external links of readable sites. Visitors see no drafts. */
export const readableSections = (viewer: Viewer) => ({
  site: readableSites(viewer),
  ...(viewer.kind === 'visitor' && { draft: false }),
})
