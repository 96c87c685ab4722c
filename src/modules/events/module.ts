import type { Module } from '../module.ts'

export const eventsModule: Module = {
  name: 'events',
  imports: [],
  schema: () => import('./schema.ts'),
}
