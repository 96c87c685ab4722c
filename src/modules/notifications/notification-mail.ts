import { createHash } from 'node:crypto'
import { type AppObject, appAddress } from '../../base/app-addresses.ts'
import type { Config } from '../../base/config.ts'
import { catalogue, type Language, type Texts } from '../../languages/catalogue.ts'
import { fill } from '../../languages/fill.ts'
import { type MailLink, type MailParts, mailText } from '../../mails/mail-text.ts'
import type { Mail } from '../../mails/send-mail.ts'
import type { Entry, Pending } from './entries.ts'
import type { QueuedKind } from './kinds.ts'
import { maximumLines } from './limits.ts'

/** The mail of a user, before it has its texts. */
export interface Told {
  readonly config: Pick<Config, 'baseUrl' | 'appUrl'>
  readonly to: string
  readonly language: Language
  /** At least one. */
  readonly entries: readonly Entry[]
  readonly pageTitles: ReadonlyMap<string, string>
  /** The address at which the mails of one kind, or of all kinds, are turned off. */
  readonly unsubscribe: string
}

/** Returns the mail that tells of one entry by itself, or of several in groups. */
export function notificationMail(told: Told, pending: readonly Pending[]): Mail {
  const { config, to, language, entries, unsubscribe } = told
  const { mails } = catalogue[language]
  const [first] = entries
  const parts = entries.length === 1 && first ? single(told, first) : digest(told)
  const kinds = [...new Set(entries.map(({ kind }) => kind))]
  const threads = new Set(entries.map(({ thread }) => thread))
  const { hostname } = new URL(config.baseUrl)
  return {
    to,
    ...mailText({
      language,
      ...parts,
      notes: [...(parts.notes ?? []), ...kinds.map((kind) => mails[reasons[kind]])],
      links: linksOfMail(config, mails, unsubscribe),
      baseUrl: config.baseUrl,
    }),
    messageId: `${hashOf(to, ...pending.map(({ id, objectId }) => `${id} ${objectId}`))}@${hostname}`,
    threadId: threads.size === 1 ? `${[...threads].join()}@${hostname}` : undefined,
    headers: headersOfMail(unsubscribe),
  }
}

/** Returns the pages at the end of a mail that a user can turn off. */
export const linksOfMail = (
  { baseUrl }: Pick<Config, 'baseUrl'>,
  { chooseMails, unsubscribe: text }: Texts['mails'],
  unsubscribe: string,
): readonly MailLink[] => [
  { text: chooseMails, address: `${baseUrl}/account` },
  { text, address: unsubscribe },
]

/** Returns the headers by which mail programs turn such a mail off with one click (RFC 8058). */
export const headersOfMail = (unsubscribe: string): Readonly<Record<string, string>> => ({
  'Auto-Submitted': 'auto-generated',
  'List-Unsubscribe': `<${unsubscribe}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const hashOf = (...texts: readonly string[]): string =>
  createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 32)

/** The texts that say why somebody gets a mail, by the kind. */
const reasons = {
  MENTION: 'whyMention',
  REPLY: 'whyReply',
  REVIEW_REQUEST: 'whyReviewRequest',
  REVIEW: 'whyReview',
  MERGE: 'whyMerge',
} as const satisfies Record<QueuedKind, keyof Texts['mails']>

type OwnParts = Pick<MailParts, 'subject' | 'heading' | 'paragraphs' | 'groups' | 'button'> & {
  readonly notes?: readonly string[]
}

/** The subject names the place alone, so that mail programs show the mails of a thread together. */
function single(told: Told, entry: Entry): OwnParts {
  const { mails } = catalogue[told.language]
  const place = placeOf(told, entry)
  const isOfComment = entry.kind === 'MENTION' || entry.kind === 'REPLY'
  return {
    subject: place,
    heading: sentence(told.language, entry),
    paragraphs: [place],
    button: {
      text: isOfComment ? mails.openComment : mails.openChangeRequest,
      address: appAddress(told.config, entry.object),
    },
  }
}

/** Lists what happened by change request and page, up to a length. The same of one person is one line with its number. */
function digest(told: Told): OwnParts {
  const { language, entries } = told
  const { mails } = catalogue[language]
  const lines = [
    ...Map.groupBy(
      entries,
      (entry) => `${groupOf(told, entry).address} ${sentence(language, entry)}`,
    ).values(),
  ]
  const shown = lines.slice(0, maximumLines)
  const groups = [...Map.groupBy(shown, ([first]) => groupOf(told, first as Entry).address).values()].map(
    (ofGroup) => ({
      ...groupOf(told, ofGroup[0]?.[0] as Entry),
      lines: ofGroup.map(
        (same) => `${sentence(language, same[0] as Entry)}${same.length > 1 ? ` (${same.length})` : ''}`,
      ),
    }),
  )
  const spaces = [...new Set(entries.map(({ space }) => space.title))]
  const names = spaces.length > maximumNames ? [...spaces.slice(0, maximumNames), '…'] : spaces
  const more = lines.slice(maximumLines).flat().length
  return {
    subject: fill(mails.newForYou, names.join(', ')),
    paragraphs: [],
    groups,
    notes: more > 0 ? [fill(mails.andMore, more)] : [],
  }
}

/** The spaces that the subject of a digest names. */
const maximumNames = 3

const sentence = (language: Language, { deed, actor }: Entry): string => {
  const { mails } = catalogue[language]
  return fill(mails[deed], actor ?? mails.somebody)
}

/** Returns the change request, or the page or the space of a comment outside of them. */
function groupOf(told: Told, entry: Entry): MailLink {
  const { space, changeRequest } = entry
  const object: AppObject = changeRequest
    ? { kind: 'change request', space: space.id, changeRequest: changeRequest.id }
    : entry.object
  return { text: placeOf(told, entry), address: appAddress(told.config, object) }
}

function placeOf({ pageTitles }: Told, { space, changeRequest, pageId }: Entry): string {
  const inner = changeRequest
    ? `#${changeRequest.number} ${changeRequest.subject}`.trim()
    : pageId !== null && pageTitles.get(pageId)
  return inner ? `${inner} (${space.title})` : space.title
}
