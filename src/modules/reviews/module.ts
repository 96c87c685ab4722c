import type { Module } from '../module.ts'
import { reviewsReasons } from './reasons.ts'

export const reviewsModule: Module = {
  name: 'reviews',
  imports: ['users', 'content', 'change-requests', 'comments'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).reviewRoutes,
  pathParameters: {
    reviewId: 'Id of the review.',
  },
  reasons: reviewsReasons,
}
