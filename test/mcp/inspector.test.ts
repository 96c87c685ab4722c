import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildReadableSite, page, write } from '../modules/published-sites/published-site.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { temporaryFolder } from '../support/folders.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Runs the command of the MCP Inspector, which npm fetches: it is as large as all that the server needs. */
async function inspect(url: string, ...options: string[]) {
  const command = ['--yes', '@modelcontextprotocol/inspector@2.12.0', '--cli', url, '--transport', 'http']
  const { stdout } = await promisify(execFile)('npx', [...command, ...options], {
    env: childEnvironment({ ...process.env, MCP_CATALOG_PATH: join(await temporaryFolder(), 'mcp.json') }),
  })
  return JSON.parse(stdout)
}

test.runIf(isLongRun)(
  'the MCP Inspector lists and calls the tools of a site and of the workspace',
  async () => {
    const site = await buildReadableSite(app)
    await write(site, site.guide.spaceId, page('Welcome', 'A zebra lives here.', { slug: 'welcome' }))
    const server = `${site.address}/~gitbook/mcp`
    const { tools } = await inspect(server, '--method', 'tools/list', '--strict')
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(['search', 'list_pages', 'get_page'])
    const call = ['--method', 'tools/call', '--tool-name', 'search', '--tool-arg', 'query=zebra']
    expect((await inspect(server, ...call)).structuredContent.results).toMatchObject([{ title: 'Welcome' }])
    const { resources } = await inspect(server, '--method', 'resources/list')
    const read = await inspect(server, '--method', 'resources/read', '--uri', resources[0].uri)
    expect(read.contents[0].text).toContain('zebra')
    const token = ['--header', `Authorization: Bearer ${site.admin.token}`]
    const workspace = await inspect(`${app.url}/mcp`, '--method', 'tools/list', '--strict', ...token)
    expect(workspace.tools.map(({ name }: { name: string }) => name)).toContain('open_change_request')
    const open = [
      '--tool-name',
      'open_change_request',
      '--tool-arg',
      `space=${site.guide.spaceId}`,
      'subject=Ideas',
    ]
    const opened = await inspect(`${app.url}/mcp`, '--method', 'tools/call', ...open, ...token)
    expect(opened.structuredContent.changeRequest).toMatchObject({ subject: 'Ideas' })
  },
  300_000,
)
