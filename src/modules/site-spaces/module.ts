import { on } from '../../database/transaction-event.ts'
import { spacesDeleted, spacesLeaving, spacesRestored } from '../collections/space-events.ts'
import type { Module } from '../module.ts'
import { siteSpacesReasons } from './reasons.ts'
import { hideDeletedSpaces, showRestoredSpaces, withdrawSpaces } from './space-changes.ts'

export const siteSpacesModule: Module = {
  name: 'site-spaces',
  imports: ['spaces', 'content', 'sites', 'visitors', 'collections'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).siteSpaceRoutes,
  pathParameters: {
    siteSpaceId: 'Id of the site space.',
  },
  listeners: [
    on(spacesDeleted, hideDeletedSpaces),
    on(spacesRestored, showRestoredSpaces),
    on(spacesLeaving, withdrawSpaces),
  ],
  reasons: siteSpacesReasons,
}
