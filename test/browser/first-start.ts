import { createLogger } from '../../src/base/logger.ts'
import { bootstrap } from '../../src/server/bootstrap.ts'
import { startOwnTestApp, type TestApp } from '../support/app.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'

/** A server that has started on an empty database, and the mailbox of all who use it. */
export interface FirstStart {
  readonly app: TestApp
  readonly mailServer: MailServer
  /** Signs the admin in, once. */
  readonly address: string
  close(): Promise<void>
}

export async function startFirst(): Promise<FirstStart> {
  const mailServer = await startMailServer()
  const app = await startOwnTestApp({
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'docs@example.com',
    SAMPLE_CONTENT: 'off',
  })
  const { config, database } = app
  const { signInAddress = '' } = await bootstrap({ config, database, logger: createLogger('silent') })
  const close = async () => {
    await app.close()
    mailServer.close()
  }
  return { app, mailServer, address: signInAddress, close }
}
