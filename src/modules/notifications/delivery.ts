import { setTimeout as wait } from 'node:timers/promises'
import { viewersOfUsers } from '../../access/authenticate.ts'
import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/client.ts'
import { addJobBy } from '../../database/jobs.ts'
import { languageOf } from '../../languages/known-language.ts'
import { type Mail, sendMail } from '../../mails/send-mail.ts'
import { type Entry, type Pending, readEntries } from './entries.ts'
import { wantsMail } from './kinds.ts'
import { concurrentMails, maximumDays, maximumRead } from './limits.ts'
import {
  type ClaimedMailbox,
  claimMailboxes,
  postponeMailbox,
  secondsUntilDue,
  settleMailbox,
} from './mailboxes.ts'
import { notificationMail } from './notification-mail.ts'
import { pageTitles } from './page-titles.ts'
import { notificationTask } from './queue.ts'
import { unsubscribeLink } from './unsubscribe-links.ts'

interface Log {
  info(fields: object, message: string): void
  error(fields: object, message: string): void
}

interface DeliveryServices {
  readonly config: Config
  readonly database: Database
  readonly logger: Log
}

/** The time after which mailboxes are looked for again while a mail is being sent. */
const lookAgainMs = 1000

/**
 * Sends all mails that are due, to some mailboxes at once, and queues the job for those that are due later. A mailbox that answers
 * slowly takes one place until it has answered, and the others go on.
 */
export async function sendDueMails(services: DeliveryServices, signal?: AbortSignal): Promise<void> {
  const { database } = services
  const running = new Set<Promise<void>>()
  do {
    const free = concurrentMails - running.size
    const claimed = free > 0 && !signal?.aborted ? await claimMailboxes(database, free) : []
    for (const mailbox of claimed) {
      const sending = serveMailbox(services, mailbox).finally(() => running.delete(sending))
      running.add(sending)
    }
    if (running.size > 0) await Promise.race([...running, wait(lookAgainMs, undefined, { ref: false })])
  } while (running.size > 0)
  const seconds = await secondsUntilDue(database)
  if (seconds === null) return
  await addJobBy(database.write, notificationTask, {}, notificationTask, {
    delaySeconds: Math.max(1, Math.ceil(seconds)),
  })
}

/** Sends the mail of a mailbox. After a failure, it is tried again later. Does not throw. */
async function serveMailbox(services: DeliveryServices, mailbox: ClaimedMailbox): Promise<void> {
  const { config, database, logger } = services
  const log = (error: unknown, message: string) =>
    logger.error({ userId: mailbox.userId, err: String(error) }, message)
  try {
    const { pendingIds, mail } = await nextMail(services, mailbox.userId)
    if (mail) await sendMail(services, mail)
    await settleMailbox(database, mailbox, pendingIds, mail ? config.mailDigestSeconds : 0)
  } catch (error) {
    log(error, 'a mail could not be sent, and is tried again')
    // If that fails too, the claim ends by itself.
    await postponeMailbox(database, mailbox).catch((fault) => log(fault, 'a mailbox could not be postponed'))
  }
}

/** Returns the mail of what a user is still to be told and may read now. There is none if nothing of it is left. */
async function nextMail(
  services: DeliveryServices,
  userId: string,
): Promise<{ readonly pendingIds: readonly string[]; readonly mail: Mail | null }> {
  const { config, database } = services
  const rows = await database.query<Pending & { isOld: boolean }>(
    `SELECT id::text, kind, "objectId", "createdAt" < now() - make_interval(days => ${maximumDays}) AS "isOld"
     FROM "Notification" WHERE "userId" = $1 ORDER BY "Notification".id LIMIT ${maximumRead}`,
    [userId],
  )
  const pendingIds = rows.map(({ id }) => id)
  const user = await database.prisma.user.findUnique({ where: { id: userId } })
  const [viewer] = await viewersOfUsers(database.query, [userId])
  if (!user || !viewer) return { pendingIds, mail: null }
  const pending = rows.filter(({ kind, isOld }) => !isOld && wantsMail(user, kind))
  const entries = eachOnce(await readEntries(database, viewer, pending))
  if (entries.length === 0) return { pendingIds, mail: null }
  const kinds = new Set(entries.map(({ kind }) => kind))
  const [kind = null] = kinds.size === 1 ? kinds : []
  const told = {
    config,
    to: user.email,
    language: languageOf(user),
    entries,
    pageTitles: await pageTitles(database, entries),
    unsubscribe: await unsubscribeLink(services, { userId, kind }),
  }
  return { pendingIds, mail: notificationMail(told, pending) }
}

/** Returns the entries without a second reason to tell the same. The first that was queued counts. */
const eachOnce = (entries: readonly Entry[]): readonly Entry[] =>
  [...new Map(entries.toReversed().map((entry) => [entry.about, entry])).values()].toReversed()
