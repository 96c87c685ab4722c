import { on } from '../../database/transaction-event.ts'
import { spacesLeaving } from '../collections/space-events.ts'
import type { Module } from '../module.ts'
import { customFieldsReasons } from './reasons.ts'
import { removeValues } from './space-values.ts'

export const customFieldsModule: Module = {
  name: 'custom-fields',
  imports: ['organizations', 'spaces', 'collections'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).customFieldRoutes,
  pathParameters: {
    fieldName: 'Name of the custom field.',
  },
  listeners: [on(spacesLeaving, removeValues)],
  reasons: customFieldsReasons,
}
