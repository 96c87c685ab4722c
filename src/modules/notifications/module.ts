import { on } from '../../database/transaction-event.ts'
import { changeRequestMerged } from '../change-requests/events.ts'
import { replyAdded, usersMentioned } from '../comments/events.ts'
import type { Module } from '../module.ts'
import { reviewSubmitted, reviewsRequested } from '../reviews/events.ts'
import { notificationJobs } from './jobs.ts'
import { tellAuthor, tellMentioned, tellOfMerge, tellOfReply, tellReviewers } from './queue.ts'

export const notificationsModule: Module = {
  name: 'notifications',
  imports: ['users', 'change-requests', 'comments', 'reviews'],
  schema: () => import('./schema.ts'),
  routes: async () => (await import('./rest.ts')).notificationRoutes,
  jobs: notificationJobs,
  listeners: [
    on(usersMentioned, tellMentioned),
    on(replyAdded, tellOfReply),
    on(reviewsRequested, tellReviewers),
    on(reviewSubmitted, tellAuthor),
    on(changeRequestMerged, tellOfMerge),
  ],
}
