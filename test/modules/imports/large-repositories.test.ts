import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startOwnTestApp, type TestApp, type TestClient } from '../../support/app.ts'
import { isLongRun } from '../../support/budget.ts'
import { buildOrganization } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'
import { type SourceServer, startSourceServer } from './source-server.ts'
import { serveWiki } from './wiki-server.ts'

let app: TestApp
let client: TestClient
let server: SourceServer
let content: string
beforeAll(async () => {
  app = await startOwnTestApp({ OUTBOUND_ALLOW: '127.0.0.1/32' })
  server = await startSourceServer()
  const organization = await buildOrganization(app)
  client = app.as(organization.admin)
  const space = await buildSpace(app, organization)
  content = `/spaces/${space.id}/content`
})
afterAll(async () => {
  server.close()
  await app.close()
})

const importWiki = (url: string) => client.post(`${content}/import`, { url, source: 'github-wiki' })

describe('a wiki repository', () => {
  test.runIf(isLongRun)('is imported with its commit', async () => {
    const url = serveWiki(server, {
      name: 'small',
      page: 'See [data](data.bin).',
      file: { bytes: Buffer.from('1234') },
    })
    const { status, body } = await importWiki(url)
    expect({ status, body }).toMatchObject({ status: 201 })
    const { body: revision } = await client.get(content)
    expect(revision.git).toMatchObject({ message: 'First' })
    expect(revision.files).toMatchObject([{ name: 'data.bin', size: 4 }])
  })

  test.runIf(isLongRun)(
    'with a file that is small only while it is packed is refused before it is unpacked',
    async () => {
      const bytes = Buffer.alloc(60 * 1024 * 1024)
      const url = serveWiki(server, { name: 'large', page: 'Text.', file: { bytes } })
      const { status, body } = await importWiki(url)
      expect({ status, message: body.error.message }).toEqual({
        status: 400,
        message: expect.stringContaining('contains a file of more than 50 MB'),
      })
    },
  )

  test('with a file that is larger than the pack declares is refused', async () => {
    const bytes = Buffer.alloc(2 * 1024 * 1024)
    const url = serveWiki(server, { name: 'lying', page: 'Text.', file: { bytes, declared: 1000 } })
    const { status, body } = await importWiki(url)
    expect({ status, message: body.error.message }).toEqual({
      status: 400,
      message: expect.stringContaining('cannot be unpacked'),
    })
  })
})
