import type { Module } from '../module.ts'
import { createFontHandler } from './font-handler.ts'
import { fontsReasons } from './reasons.ts'
import { createUploadHandler } from './upload-handler.ts'
import { removeOldUploads } from './uploads.ts'

export const fontsModule: Module = {
  name: 'fonts',
  imports: ['organizations', 'content'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).fontRoutes,
  pathParameters: {
    fontId: 'Id of the font.',
  },
  handlers: (services) => [
    { part: 'uploads', path: /^\/uploads\//, handle: createUploadHandler(services) },
    { part: 'fonts', path: /^\/fonts\//, handle: createFontHandler(services) },
  ],
  sweep: removeOldUploads,
  reasons: fontsReasons,
}
