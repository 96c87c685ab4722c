import { z } from 'zod'
import { wholeNumber } from './config-values.ts'
import { invalid } from './invalid-configuration.ts'

export interface MailConfig {
  /** An smtp:// or smtps:// URL, with user and password if the server requires them. */
  readonly smtpUrl: string
  /** The sender of all mail. */
  readonly from: string
}

const mailServer = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol) && new URL(text).hostname !== '',
    'must be an smtp:// or smtps:// URL, for example smtp://user:password@mail.example.com:587',
  )

const mailSender = z
  .string()
  .regex(
    /^([^<>\r\n]+ )?<?[^\s<>@]+@[^\s<>@]+>?$/,
    'must be an email address, for example Docs <docs@example.com>',
  )

export const mailVariables = {
  SMTP_URL: mailServer
    .optional()
    .describe(
      '`smtp://` or `smtps://` URL of the mail server. If unset, invitations are logged instead of sent, nobody gets [mails about what others do](../guide/mails.md), and nobody signs in by a [link](../guide/signing-in.md#by-a-link) but on the machine itself.',
    ),
  MAIL_FROM: mailSender
    .optional()
    .describe('Sender of mails, such as `Docs <docs@example.com>`. Required with `SMTP_URL`.'),
  MAIL_DIGEST_SECONDS: wholeNumber(0, 86_400)
    .default(600)
    .describe(
      'Seconds from one [mail about what others do](../guide/mails.md) to the next one of a user, 0 to 86400. The first is sent at once, and what comes until then is in one mail. With 0 each is sent at once.',
    ),
}

type MailValues = z.infer<z.ZodObject<typeof mailVariables>>

export function mailConfig({ SMTP_URL: smtpUrl, MAIL_FROM: from }: MailValues): MailConfig | undefined {
  if (smtpUrl === undefined) return undefined
  if (from === undefined) throw invalid(['MAIL_FROM is required where SMTP_URL is set'])
  return { smtpUrl, from }
}
