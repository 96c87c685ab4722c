import { viewerOfUser } from '../../access/authenticate.ts'
import { type AppObject, appAddress } from '../../base/app-addresses.ts'
import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/client.ts'
import type { Jobs } from '../../database/jobs.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { catalogue } from '../../languages/catalogue.ts'
import { fill } from '../../languages/fill.ts'
import { type MailText, mailText } from '../../mails/mail-text.ts'
import { sendMail } from '../../mails/send-mail.ts'
import { type Mention, mailMentionTask } from './mention-queue.ts'
import { readableComments } from './policy.ts'

interface MailServices {
  readonly config: Config
  readonly database: Database
}

/** Sends the mails that tell users of comments in which they are mentioned. */
export const mentionJobs = (services: MailServices): Jobs => ({
  tasks: {
    [mailMentionTask]: async (payload, { logger }) => {
      const mail = await mentionMail(services, payload as Mention)
      const log = { info: (fields: object, message: string) => logger.info(message, { ...fields }) }
      if (mail) await sendMail({ ...services, logger: log }, mail)
    },
  },
  crontab: '',
})

const relations = {
  space: { select: { title: true } },
  postedBy: { select: { displayName: true } },
} satisfies Prisma.CommentInclude

/** Returns the mail of a mention; null if the comment is gone by now, or is none that the user may read. */
async function mentionMail(
  { config, database }: MailServices,
  { commentId, replyId, userId }: Mention,
): Promise<({ readonly to: string } & MailText) | null> {
  const { prisma } = database
  const user = await prisma.user.findUnique({ where: { id: userId } })
  if (!user) return null
  const readable = readableComments(await viewerOfUser(database.query, userId))
  const comment = await prisma.comment.findFirst({
    where: { AND: [{ id: commentId }, readable] },
    include: relations,
  })
  const reply =
    replyId === null
      ? null
      : await prisma.commentReply.findUnique({
          where: { id: replyId },
          include: { postedBy: relations.postedBy },
        })
  if (!comment || (replyId !== null && !reply)) return null
  const texts = catalogue.en.mails
  const author = (reply ?? comment).postedBy?.displayName ?? texts.somebody
  const text = mailText({
    language: 'en',
    subject: fill(texts.mentionSubject, author, comment.space.title),
    paragraphs: [],
    button: { text: texts.mentionButton, address: appAddress(config, placeOf(comment)) },
    notes: [],
    baseUrl: config.baseUrl,
  })
  return { to: user.email, ...text }
}

/** Returns where a comment is shown. */
function placeOf({
  spaceId: space,
  changeRequestId,
  pageId: page,
}: {
  readonly spaceId: string
  readonly changeRequestId: string | null
  readonly pageId: string | null
}): AppObject {
  if (changeRequestId !== null)
    return { kind: 'change request', space, changeRequest: changeRequestId, ...(page !== null && { page }) }
  return page === null ? { kind: 'space', space } : { kind: 'page', space, page }
}
