import type { Config } from '../../base/config.ts'
import { mailText } from '../../mails/mail-text.ts'
import { sendMail, verifyMailServer } from '../../mails/send-mail.ts'
import { commandLogger } from '../command-logger.ts'
import { type Finding, findingsOf, reasonOf } from './finding.ts'

const { ok, warning, problem } = findingsOf('mail')

/** Checks that the mail server lets the server in, and sends a mail to an address if there is one. */
export async function checkMail(config: Config, to: string | undefined): Promise<Finding[]> {
  if (!config.mail)
    return [
      warning(
        'Mail is off: invitations and links to sign in are only in the log.',
        'Set SMTP_URL and MAIL_FROM.',
      ),
    ]
  try {
    await verifyMailServer(config.mail)
    if (to === undefined) return [ok('The mail server lets Lectern in; --mail-to <address> sends a mail.')]
    await sendMail({ config, logger: commandLogger() }, { to, ...testMail(config) })
    return [ok(`The mail server took a mail to ${to}.`)]
  } catch (error) {
    return [
      problem(
        `The mail server refuses: ${reasonOf(error)}.`,
        'Check SMTP_URL, the name and password in it, MAIL_FROM, and that the firewall lets the server reach it.',
      ),
    ]
  }
}

const testMail = ({ baseUrl }: Config) =>
  mailText({
    language: 'en',
    subject: 'Mail works',
    paragraphs: ['This mail was sent by the command doctor.'],
    button: { text: 'Open Lectern', address: baseUrl },
    notes: [],
    baseUrl,
  })
