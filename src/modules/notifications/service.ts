import { missingInput } from '../../base/errors.ts'
import type { Database } from '../../database/client.ts'
import type { User } from '../../generated/prisma/client.ts'
import type { Language } from '../../languages/catalogue.ts'
import { type Context, memberOf } from '../../request/context.ts'
import { type KindSetting, notificationKinds, settingOfKind } from './kinds.ts'
import type { Subscription } from './unsubscribe-links.ts'

export type UpdateNotificationSettings = {
  readonly [Setting in KindSetting | 'isEnabled']?: boolean | null
} & {
  /** Null removes it. */
  readonly language?: Language | null
}

export async function updateNotificationSettings(
  context: Context,
  input: UpdateNotificationSettings,
): Promise<User> {
  const settings = ['isEnabled', ...Object.values(settingOfKind)] as const
  if (input.language === undefined && settings.every((name) => input[name] == null))
    throw missingInput(
      [...settings, 'language'],
      `at least one of ${[...settings, 'language'].join(', ')} is required`,
    )
  const { userId } = memberOf(context)
  return context.database.transaction(async (transaction) => {
    const { mutedMails } = await transaction.user.findUniqueOrThrow({ where: { id: userId } })
    return transaction.user.update({
      where: { id: userId },
      data: {
        mailsOff: input.isEnabled == null ? undefined : !input.isEnabled,
        mutedMails: notificationKinds.filter(
          (kind) => !(input[settingOfKind[kind]] ?? !mutedMails.includes(kind)),
        ),
        language: input.language,
      },
    })
  })
}

/** Turns the mails off that a link names. Turning them off again changes nothing. */
export async function unsubscribe(
  { write }: Pick<Database, 'write'>,
  { userId, kind }: Subscription,
): Promise<void> {
  await write(
    kind === null
      ? `UPDATE "User" SET "mailsOff" = TRUE WHERE id = $1`
      : `UPDATE "User" SET "mutedMails" = array_append("mutedMails", $2::"NotificationKind")
         WHERE id = $1 AND NOT $2::"NotificationKind" = ANY("mutedMails")`,
    kind === null ? [userId] : [userId, kind],
  )
}
