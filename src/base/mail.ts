import type { Logger } from 'pino'
import type { Config, MailConfig } from './config.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The code in the mail, which is logged where mail is off. */
  readonly code: string
}

const timeoutMs = 10_000

/**
 * Sends a mail. Throws if the mail server does not accept it. Where mail is off, logs its code instead, for the
 * operator to pass on. The log is no less protected than the database.
 */
export async function sendMail(
  { config, logger }: { readonly config: Config; readonly logger: Pick<Logger, 'info'> },
  { to, subject, text, code }: Mail,
): Promise<void> {
  if (!config.mail) {
    logger.info({ to, subject, code }, 'mail is off: not sent')
    return
  }
  // Most servers send no mail, and no start needs the library.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(transportOptions(config.mail))
  try {
    await transport.sendMail({ from: config.mail.from, to: { name: '', address: to }, subject, text })
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
    // Mail is plain text: nodemailer must not read files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
