import type { Logger } from 'pino'
import type { Config } from '../../base/config.ts'
import { isLoopback } from '../../base/loopback.ts'
import type { Database } from '../../database/client.ts'
import { catalogue, type Language } from '../../languages/catalogue.ts'
import { fill } from '../../languages/fill.ts'
import { mailText } from '../../mails/mail-text.ts'
import { sendMail } from '../../mails/send-mail.ts'
import { userOfEmail } from '../users/addresses.ts'
import { mailedLinkMinutes } from './limits.ts'
import { addressOfLink } from './links.ts'

/**
 * Returns how links reach their users: by mail, or by the log of a server that only its own machine can reach. Null where they
 * do not.
 */
export function deliveryOfLinks({ mail, host, baseUrl }: Config): 'mail' | 'log' | null {
  if (mail) return 'mail'
  return isLoopback(host) && isLoopback(new URL(baseUrl).hostname) ? 'log' : null
}

interface Services {
  readonly config: Config
  readonly database: Pick<Database, 'query'>
  readonly logger: Pick<Logger, 'info' | 'error'>
}

/**
 * Sends a link to the user who has the address, if there is one. Runs after the request was answered: its time would tell whether
 * there is, and errors are logged.
 */
export async function deliverLink(
  services: Services,
  { email, secret, language }: { email: string; secret: string; language: Language },
): Promise<void> {
  try {
    const user = await userOfEmail(services.database.query, email)
    if (user) await sendMail(services, { to: user.email, ...linkMail(services, email, secret, language) })
  } catch (error) {
    services.logger.error({ err: error }, 'a sign-in link could not be sent')
  }
}

function linkMail({ config }: Services, email: string, secret: string, language: Language) {
  const { mails, signIn } = catalogue[language]
  return mailText({
    language,
    subject: fill(signIn.to, new URL(config.baseUrl).host),
    paragraphs: [fill(mails.linkText, email)],
    button: { text: signIn.title, address: addressOfLink(config, secret) },
    notes: [fill(mails.linkExpiry, mailedLinkMinutes), mails.notAsked],
    baseUrl: config.baseUrl,
  })
}
