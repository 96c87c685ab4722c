import type { Module } from '../module.ts'
import { createLogoHandler } from './logo-handler.ts'
import { removeUnusedLogos } from './service.ts'

export const organizationLogosModule: Module = {
  name: 'organization-logos',
  imports: ['content', 'organizations'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).organizationLogoRoutes,
  handlers: (services) => [
    { part: 'organization-logos', path: /^\/organization-logos\//, handle: createLogoHandler(services) },
  ],
  sweep: removeUnusedLogos,
}
