import type { Module } from '../module.ts'

export const commentsModule: Module = {
  name: 'comments',
  imports: ['users', 'spaces', 'members', 'content', 'change-requests'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).commentRoutes,
  pathParameters: {
    commentId: 'Id of the comment.',
    commentReplyId: 'Id of the reply.',
  },
}
