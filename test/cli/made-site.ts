import { viewerOfUser } from '../../src/access/authenticate.ts'
import { createLogger } from '../../src/base/logger.ts'
import { importSite } from '../../src/cli/site-import/import-site.ts'
import type { Context } from '../../src/request/context.ts'
import type { TestApp } from '../support/app.ts'
import { buildOrganization } from '../support/factories/organizations.ts'

export type Files = Readonly<Record<string, string | Buffer>>

/** Makes a site of files in this process. Returns its address, and what the command would print of the failure. */
export async function makeSite(app: TestApp, files: Files, title: string) {
  const { config, database } = app
  const { id, admin } = await buildOrganization(app)
  const viewer = await viewerOfUser(database.query, admin.id)
  const logger = createLogger('error')
  const context: Context = { requestId: 'test', logger, config, database, api: 'rest', viewer }
  const entries = Object.entries(files).map(([path, content]) => {
    const bytes = Buffer.from(content)
    return { path, size: bytes.length, read: async () => bytes }
  })
  const given = { organizationId: id, title, checkout: { entries }, includesUnlisted: true, report: () => {} }
  const made = await importSite(context, given).catch((error: Error) => error)
  const failure = made instanceof Error ? made.message : ''
  const result = made instanceof Error ? undefined : made
  return { id, client: app.as(admin), address: result?.address ?? '', result, failure }
}
