import { appAddress } from '../../base/app-addresses.ts'
import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/client.ts'
import { addJobBy, type Jobs, logOfJob } from '../../database/jobs.ts'
import type { Transaction } from '../../database/transactions.ts'
import { catalogue } from '../../languages/catalogue.ts'
import { fill } from '../../languages/fill.ts'
import { languageOf } from '../../languages/known-language.ts'
import { mailText } from '../../mails/mail-text.ts'
import { sendMail } from '../../mails/send-mail.ts'
import { pauseAfterHours } from './limits.ts'

const mailPauseTask = 'mail-webhook-pause'

/** The admins who are told of one pause. Those beyond them find it in the list of webhooks. */
const maximumMails = 50

interface PauseMail {
  readonly webhookId: string
  readonly userId: string
}

const activeAdmins = `
SELECT m."userId" FROM "Webhook" w JOIN "Member" m ON m."organizationId" = w."organizationId"
WHERE w.id = $1 AND m.role = 'ADMIN' AND NOT m.disabled ORDER BY m."joinedAt", m.id LIMIT ${maximumMails}`

/** Queues a mail to each admin of the organization that a webhook is paused. */
export async function queuePauseMail({ query }: Transaction, webhookId: string): Promise<void> {
  for (const { userId } of await query<{ userId: string }>(activeAdmins, [webhookId])) {
    const mail: PauseMail = { webhookId, userId }
    await addJobBy(query, mailPauseTask, mail, `${mailPauseTask} ${webhookId} ${userId}`, { maxAttempts: 5 })
  }
}

interface MailServices {
  readonly config: Config
  readonly database: Database
}

/** Sends the mails of paused webhooks, to users who are still admins. */
export const pauseMailJobs = ({ config, database }: MailServices): Jobs => ({
  tasks: {
    [mailPauseTask]: async (payload, helpers) => {
      const { webhookId, userId } = payload as PauseMail
      const webhook = await database.prisma.webhook.findFirst({
        where: {
          id: webhookId,
          pausedAt: { not: null },
          organization: { deletedAt: null, members: { some: { userId, role: 'ADMIN', disabled: false } } },
        },
      })
      const user = await database.prisma.user.findUnique({ where: { id: userId } })
      if (!webhook || !user) return
      const language = languageOf(user)
      const texts = catalogue[language].mails
      const text = mailText({
        language,
        subject: fill(texts.webhookPausedSubject, new URL(webhook.url).host),
        paragraphs: [fill(texts.webhookPausedText, String(pauseAfterHours / 24))],
        button: {
          text: texts.webhookPausedButton,
          address: appAddress(config, { kind: 'organization', organization: webhook.organizationId }),
        },
        notes: [],
        baseUrl: config.baseUrl,
      })
      await sendMail({ config, logger: logOfJob(helpers) }, { to: user.email, ...text })
    },
  },
  crontab: '',
})
