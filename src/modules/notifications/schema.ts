import { asMember, noRows, type Viewer } from '../../access/viewer.ts'
import type { NotificationKind } from '../../generated/prisma/enums.ts'
import { model, single } from '../../graph/declare/model.ts'
import type { ModelFields } from '../../graph/declare/model-types.ts'
import { builder } from '../../graphql/builder.ts'
import { mutation, readAfter } from '../../graphql/payload.ts'
import { isLanguage, type Language } from '../../languages/catalogue.ts'
import { User } from '../users/schema.ts'
import { updateNotificationSettings } from './service.ts'

const languages = {
  en: 'English.',
  de: 'German.',
  fr: 'French.',
  es: 'Spanish.',
  nl: 'Dutch.',
  no: 'Norwegian.',
  'pt-br': 'Brazilian Portuguese.',
  zh: 'Chinese.',
  ja: 'Japanese.',
  ru: 'Russian.',
} satisfies Record<Language, string>

const MailLanguageEnum = builder.enumType('MailLanguage', {
  description: 'The language of mails.',
  values: Object.fromEntries(
    Object.entries(languages).map(([value, description]) => [
      value.toUpperCase().replaceAll('-', '_'),
      { value: value as Language, description },
    ]),
  ) as Record<string, { value: Language; description: string }>,
})

/** Returns the field that tells whether mails of a kind are on. */
const switchOf = (t: ModelFields<'User'>, kind: NotificationKind, description: string) =>
  t.computed({
    type: 'Boolean',
    description,
    from: ['mutedMails'],
    resolve: ({ mutedMails }) => !mutedMails.includes(kind),
  })

const descriptions = {
  isEnabled:
    'Whether mails about what others do are sent at all. If false, the other settings are kept, and none is sent.',
  includesMentions: 'Whether a mail tells of a comment, or a reply, that mentions the user.',
  includesReplies: 'Whether a mail tells of replies in a thread in which the user wrote.',
  includesReviewRequests: 'Whether a mail tells that the review of the user is requested.',
  includesReviews: 'Whether a mail tells of reviews of a change request that the user created.',
  includesMerges:
    'Whether a mail tells that a change request was merged that the user created or reviewed, or was asked to review.',
  includesInvitations: 'Whether a mail tells of an invitation to an organization.',
} as const

/** Matches the viewer. Visitors of a site have no account. */
const ownUser = (viewer: Viewer) => (viewer.kind === 'visitor' ? noRows : { id: viewer.userId })

const NotificationSettings = model('User', {
  name: 'NotificationSettings',
  description: 'The mails that a user gets about what others do.',
  extensions: { rest: { object: 'notification-settings' } },
  visible: ownUser,
  fields: (t) => ({
    isEnabled: t.computed({
      type: 'Boolean',
      description: descriptions.isEnabled,
      from: ['mailsOff'],
      resolve: ({ mailsOff }) => !mailsOff,
    }),
    includesMentions: switchOf(t, 'MENTION', descriptions.includesMentions),
    includesReplies: switchOf(t, 'REPLY', descriptions.includesReplies),
    includesReviewRequests: switchOf(t, 'REVIEW_REQUEST', descriptions.includesReviewRequests),
    includesReviews: switchOf(t, 'REVIEW', descriptions.includesReviews),
    includesMerges: switchOf(t, 'MERGE', descriptions.includesMerges),
    includesInvitations: switchOf(t, 'INVITATION', descriptions.includesInvitations),
    language: t.computed({
      type: MailLanguageEnum,
      nullable: true,
      description:
        'The language of the mails: the one that the user chose, or that of the pages on which the user signed in first. Null until then, and mails are in English.',
      from: ['language'],
      resolve: ({ language }) => (language !== null && isLanguage(language) ? language : null),
    }),
  }),
})

builder.queryField('notificationSettings', (t) =>
  single(t, NotificationSettings, {
    description: 'The mails that the caller gets about what others do.',
    permission: 'authenticated',
    where: () => ({}),
    policy: (viewer) => ownUser(asMember(viewer)),
  }),
)

const UpdateNotificationSettingsInput = builder.inputType('UpdateNotificationSettingsInput', {
  description:
    'Changes to the mails that a user gets. At least one field is required. Omitted fields stay unchanged.',
  fields: (t) => ({
    isEnabled: t.boolean({ description: descriptions.isEnabled }),
    includesMentions: t.boolean({ description: descriptions.includesMentions }),
    includesReplies: t.boolean({ description: descriptions.includesReplies }),
    includesReviewRequests: t.boolean({ description: descriptions.includesReviewRequests }),
    includesReviews: t.boolean({ description: descriptions.includesReviews }),
    includesMerges: t.boolean({ description: descriptions.includesMerges }),
    includesInvitations: t.boolean({ description: descriptions.includesInvitations }),
    language: t.field({
      type: MailLanguageEnum,
      description:
        'The language of the mails. Null removes it: mails are in English until the user signs in on a page.',
    }),
  }),
})

builder.mutationField('updateNotificationSettings', (t) =>
  mutation(t, {
    description: 'Chooses the mails that the caller gets about what others do.',
    permission: 'authenticated',
    args: {
      input: t.arg({
        type: UpdateNotificationSettingsInput,
        required: true,
        description: 'Fields to update.',
      }),
    },
    target: { type: 'User' },
    payload: {
      notificationSettings: NotificationSettings,
      user: readAfter(User, 'The caller. Null only with an error.'),
    },
    resolve: async (_root, { input }, context) => {
      const user = await updateNotificationSettings(context, input)
      return { notificationSettings: user, user: user.id }
    },
  }),
)
