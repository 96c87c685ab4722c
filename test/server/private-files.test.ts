import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLogger } from '../../src/base/logger.ts'
import { createApp } from '../../src/server/app.ts'
import { startOwnTestApp } from '../support/app.ts'
import { buildOrganization } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'

/** Returns what is in a folder and lets others in, with its mode. */
async function openToOthers(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true })
  const modes = await Promise.all(entries.map(async (path) => (await stat(join(folder, path))).mode & 0o777))
  return entries.flatMap((path, index) => {
    const mode = modes[index] ?? 0
    return (mode & 0o077) === 0 ? [] : [`${path} ${mode.toString(8)}`]
  })
}

test('files of the data directory are for the account of the server alone, those of an earlier version too', async () => {
  const app = await startOwnTestApp()
  try {
    const { dataDir } = app.config
    const earlier = join(dataDir, 'files', 'ab')
    await mkdir(earlier, { recursive: true })
    await mkdir(join(dataDir, 'uploads'), { recursive: true })
    await chmod(join(dataDir, 'files'), 0o755)
    const prepared = await createApp({
      ...app,
      logger: createLogger('error'),
      hasTxtRecord: async () => true,
    })
    await prepared.prepare()
    expect((await openToOthers(dataDir)).filter((path) => !path.startsWith('files/ab'))).toEqual([])
    const organization = await buildOrganization(app)
    const client = app.as(organization.admin)
    const space = await buildSpace(app, organization)
    const base64 = Buffer.from('secret').toString('base64')
    const files = [{ name: 'secret.txt', contentType: 'text/plain', base64 }]
    await client.post(`/spaces/${space.id}/content`, { changes: [{ operation: 'insert_files', files }] })
    expect((await readdir(join(dataDir, 'files'))).length).toBeGreaterThan(2)
    expect((await openToOthers(dataDir)).filter((path) => !path.startsWith('files/ab'))).toEqual([])
    await prepared.close()
  } finally {
    await app.close()
  }
})
