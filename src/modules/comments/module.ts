import type { Module } from '../module.ts'
import { mentionJobs } from './mention-mails.ts'

export const commentsModule: Module = {
  name: 'comments',
  imports: ['users', 'spaces', 'members', 'content', 'change-requests'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).commentRoutes,
  jobs: mentionJobs,
}
