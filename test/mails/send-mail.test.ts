import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../src/base/config.ts'
import { createLogger } from '../../src/base/logger.ts'
import { StartError } from '../../src/base/start-error.ts'
import { sendMail } from '../../src/mails/send-mail.ts'

const faultOf = (environment: Record<string, string>) => {
  try {
    loadConfig(environment)
  } catch (error) {
    if (error instanceof StartError) return error.message
  }
  return null
}

describe('mail', () => {
  test('is off by default, and logged with its link instead', async () => {
    const lines: string[] = []
    const logger = createLogger('info', { write: (line) => lines.push(line) })
    const link = `https://docs.example.com/invitations/${'c'.repeat(43)}`
    const mail = { to: 'new@example.com', subject: 'You are invited', text: link, html: link, link }
    await sendMail({ config: loadConfig({}), logger }, mail)
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] as string)).toMatchObject({ to: mail.to, subject: mail.subject, link })
  })

  test('is on with a server and a sender, and requires both', () => {
    const server = { SMTP_URL: 'smtps://user:secret-word@mail.example.com' }
    expect(loadConfig({ ...server, MAIL_FROM: 'docs@example.com' }).mail).toEqual({
      smtpUrl: server.SMTP_URL,
      from: 'docs@example.com',
    })
    expect(faultOf(server)).toContain('MAIL_FROM is required')
    expect(faultOf({ SMTP_URL: 'http://user:secret-word@host' })).toContain('SMTP_URL must be')
    expect(faultOf({ SMTP_URL: 'http://user:secret-word@host' })).not.toContain('secret-word')
    expect(faultOf({ ...server, MAIL_FROM: 'nobody' })).toContain('MAIL_FROM must be')
  })

  test.each(['/v1/invites', '/invitations', '/sign-in/link'])(
    'does not log the secret in the path of a request to %s',
    (folder) => {
      const lines: string[] = []
      const logger = createLogger('info', { write: (line) => lines.push(line) })
      logger.info({ path: `${folder}/${'c'.repeat(43)}` }, 'request')
      logger.error({ err: new Error(`${folder}/${'c'.repeat(43)}`) }, 'failed')
      for (const line of lines) expect(line).toContain(`${folder}/[redacted]`)
    },
  )
})
