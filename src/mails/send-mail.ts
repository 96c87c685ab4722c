import type { Config } from '../base/config.ts'
import type { MailConfig } from '../base/mail-config.ts'
import type { MailText } from './mail-text.ts'

export interface Mail extends MailText {
  readonly to: string
  /** The name of the mail among all mails, by which a receiver that gets it twice can tell. Without brackets. */
  readonly messageId?: string
  /** The name of a thread, under which mail programs show the mails that have it together. */
  readonly threadId?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** Where it is told what was sent. */
interface MailLog {
  info(fields: object, message: string): void
}

const timeoutMs = 10_000

/**
 * Sends a mail. Throws if the mail server does not accept it. Where mail is off, logs its link instead, for the
 * operator to pass on. The log is no less protected than the database.
 */
export async function sendMail(
  { config, logger }: { readonly config: Config; readonly logger: MailLog },
  { to, subject, text, html, link, messageId, threadId, headers }: Mail,
): Promise<void> {
  if (!config.mail) {
    logger.info({ to, subject, link }, 'mail is off: not sent')
    return
  }
  // Most servers send no mail, and no start needs the library.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(transportOptions(config.mail))
  try {
    await transport.sendMail({
      from: config.mail.from,
      to: { name: '', address: to },
      subject,
      text,
      html,
      ...(messageId && { messageId: `<${messageId}>` }),
      ...(threadId && { inReplyTo: `<${threadId}>`, references: `<${threadId}>` }),
      headers: { ...headers },
    })
    logger.info({ to, subject }, 'sent a mail')
  } finally {
    transport.close()
  }
}

/** Connects to the mail server and signs in there. Throws if that fails. */
export async function verifyMailServer(mail: MailConfig): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(transportOptions(mail))
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

function transportOptions({ smtpUrl }: MailConfig) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const secure = protocol === 'smtps:'
  return {
    host: hostname,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    auth:
      username === ''
        ? undefined
        : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Mails have no attachments: nodemailer must not read files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
