import type { Viewer } from '../../access/viewer.ts'
import { readableSites } from '../sites/policy.ts'

/** Returns a filter for the sections and section groups of readable sites. */
export const readableSections = (viewer: Viewer) => ({ site: readableSites(viewer) })
