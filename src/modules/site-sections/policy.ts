import type { Viewer } from '../../access/viewer.ts'
import { readableSites } from '../sites/policy.ts'

/** Sections and section groups of the sites that the viewer may read. */
export const readableSections = (viewer: Viewer) => ({ site: readableSites(viewer) })
