import type { NotificationKind } from '../generated/prisma/enums.ts'
import { execute } from '../graphql/run-operation.ts'
import { type Html, html } from '../http/html.ts'
import type { HttpResponse } from '../http/response.ts'
import type { Texts } from '../languages/catalogue.ts'
import { type KindSetting, notificationKinds, settingOfKind } from '../modules/notifications/kinds.ts'
import { doneAt } from './account-frame.ts'
import { card, checkbox, postForm, submit } from './elements.ts'
import { readForm } from './forms.ts'
import type { KnownVisit } from './visit.ts'

const textsOfKinds = {
  MENTION: 'mentionMails',
  REPLY: 'replyMails',
  REVIEW_REQUEST: 'reviewRequestMails',
  REVIEW: 'reviewMails',
  MERGE: 'mergeMails',
  INVITATION: 'invitationMails',
} as const satisfies Record<NotificationKind, keyof Texts['account']>

export const textOfKind = (account: Texts['account'], kind: NotificationKind): string =>
  account[textsOfKinds[kind]]

type Settings = Readonly<Record<KindSetting | 'isEnabled', boolean>>

const names = ['isEnabled', ...Object.values(settingOfKind)] as const

/** Returns the part of the page of an account in which a person chooses the mails about what others do. */
export async function mailsCard(visit: KnownVisit): Promise<Html> {
  const { account } = visit.texts
  const { notificationSettings: settings } = await execute<{ notificationSettings: Settings }>(
    visit,
    `{ notificationSettings { ${names.join(' ')} } }`,
  )
  return card(
    html`<h2>${account.mails}</h2>`,
    !visit.config.mail && html`<p class="soft">${account.mailServerOff}</p>`,
    postForm(
      '/account/mails',
      checkbox('isEnabled', account.mailsOn, settings.isEnabled),
      html`<div class="inner">${notificationKinds.map((kind) =>
        checkbox(settingOfKind[kind], textOfKind(account, kind), settings[settingOfKind[kind]]),
      )}</div>`,
      html`<div class="actions">${submit(account.save, 'quiet', 'little')}</div>`,
    ),
  )
}

/** Answers `POST /account/mails`, whose form has the boxes that are checked. */
export async function saveMails(visit: KnownVisit): Promise<HttpResponse> {
  const form = await readForm(visit)
  await execute(
    visit,
    `mutation SaveMails($input: UpdateNotificationSettingsInput!) {
      updateNotificationSettings(input: $input) { notificationSettings { isEnabled } } }`,
    { input: Object.fromEntries(names.map((name) => [name, form.value(name) === 'on'])) },
  )
  return doneAt('/account', 'saved')
}
