import { type Row, routesOf } from '../../rest/row.ts'

const settingsBody = `
fragment NotificationSettingsBody on NotificationSettings {
  isEnabled includesMentions includesReplies includesReviewRequests includesReviews includesMerges includesInvitations language
}`

const route = routesOf('Users', settingsBody)

export const notificationRoutes: readonly Row[] = [
  route('GET', '/user/notifications', 'notificationSettings', {
    name: 'GetNotificationSettings',
    summary: 'Get the mails that the caller gets',
  }),
  route('PATCH', '/user/notifications', 'updateNotificationSettings.notificationSettings', {
    name: 'UpdateNotificationSettings',
    summary: 'Choose the mails that the caller gets',
  }),
]
