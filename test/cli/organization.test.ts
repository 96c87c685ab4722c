import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { buildSite, buildSiteSpace } from '../support/factories/sites.ts'
import { scriptParameters } from '../support/script-parameters.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const project = new URL('../..', import.meta.url).pathname

/** Runs the command, and returns what it prints, also where it fails. */
const run = (...parameters: string[]) =>
  promisify(execFile)(process.execPath, [...scriptParameters('organization'), ...parameters], {
    cwd: project,
    env: childEnvironment({ DATABASE_URL: app.config.databaseUrl, DATA_DIR: app.config.dataDir }),
  }).then(
    ({ stdout }) => stdout,
    ({ stderr }) => stderr as string,
  )

/** Returns the newest event of the audit log of an organization. */
const newestEvent = async (client: TestClient, organizationId: string) =>
  (await client.get(`/orgs/${organizationId}/audit-events?limit=1`)).body.items[0]

describe('the operator', () => {
  test('vouches for a name that the organization uses, everywhere it uses it', async () => {
    const site = await buildSite(app)
    await buildSiteSpace(site, 'Guide')
    const { id, organizationId, path, client } = site
    await client.post(`${path}/publish`)
    const name = `unproven-${id}.example.test`
    const options = ['--organization', organizationId]
    if (isLongRun) expect(await run('vouch', name, ...options)).toContain('does not use')
    const { body } = await client.patch(path, { hostname: name, proxy: `${name}/docs` })
    expect(body.urls.published).toBe(`${app.url}/sites/${organizationId}/${id}`)
    await client.patch(`/orgs/${organizationId}`, { emailDomains: [name] })
    const uses = 'as an email domain and as the host name of a site and as the proxy of a site'
    expect(await run('vouch', name, ...options)).toBe(`${name} is proven ${uses}.\n`)
    expect((await client.get(path)).body).toMatchObject({
      proxy: { target: `https://${name}` },
      urls: { published: `https://${name}/docs` },
    })
    const { data } = await client.gql('query ($id: ID!) { organization(id: $id) { provenEmailDomains } }', {
      id: organizationId,
    })
    expect(data.organization).toEqual({ provenEmailDomains: [name] })
    expect(await newestEvent(client, organizationId)).toMatchObject({
      action: 'updateOrganization',
      source: 'script',
      target: { type: 'Organization', id: organizationId },
    })
  })

  test.runIf(isLongRun)('lets members in where nobody can sign in', async () => {
    const { organizationId, client } = await buildSite(app)
    await app.database.prisma.organization.update({ where: { id: organizationId }, data: { sso: true } })
    expect((await client.get(`/orgs/${organizationId}`)).status).toBe(404)
    await run('stop-requiring-sso', '--organization', organizationId)
    expect((await client.get(`/orgs/${organizationId}`)).status).toBe(200)
    expect(await newestEvent(client, organizationId)).toMatchObject({
      action: 'updateOrganization',
      source: 'script',
    })
  })
})
