import type { Module } from '../module.ts'

export const eventsModule: Module = {
  name: 'events',
  imports: ['users'],
  schema: () => import('./schema.ts'),
}
