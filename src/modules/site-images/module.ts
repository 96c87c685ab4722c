import type { Module } from '../module.ts'
import { createSiteImageHandler } from './image-handler.ts'
import { siteImagesReasons } from './reasons.ts'
import { removeUnusedImages } from './service.ts'

export const siteImagesModule: Module = {
  name: 'site-images',
  imports: ['content', 'sites'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).siteImageRoutes,
  handlers: (services) => [
    { part: 'site-images', path: /^\/site-images\//, handle: createSiteImageHandler(services) },
  ],
  sweep: removeUnusedImages,
  reasons: siteImagesReasons,
}
