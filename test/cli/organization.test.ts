import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestClient } from '../support/app.ts'
import { isLongRun } from '../support/budget.ts'
import { buildOrganization, buildUser } from '../support/factories/organizations.ts'
import { buildSite, buildSiteSpace } from '../support/factories/sites.ts'
import { runLectern } from '../support/run-lectern.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const run = (...parameters: string[]) =>
  runLectern(app, ['organization', ...parameters], { ORGANIZATION_CREATORS: 'nobody' })

const done = (sentence: string) => ({ code: 0, output: `${sentence}\n`, errors: '' })
const refused = (sentence: string) => ({ code: 1, output: '', errors: `${sentence}\n` })

/** Returns the newest event of the audit log of an organization. */
const newestEvent = async (client: TestClient, organizationId: string) =>
  (await client.get(`/orgs/${organizationId}/audit-events?limit=1`)).body.items[0]

describe('the operator', () => {
  test.runIf(isLongRun)('vouches for a name that the organization uses, everywhere it uses it', async () => {
    const site = await buildSite(app)
    await buildSiteSpace(site, 'Guide')
    const { id, organizationId, path, client } = site
    await client.post(`${path}/publish`)
    const name = `unproven-${id}.example.test`
    const options = ['--organization', organizationId]
    expect(await run('vouch', name, ...options)).toEqual(
      refused(`Organization ${organizationId} does not use ${name}; let an admin enter it first.`),
    )
    const { body } = await client.patch(path, { hostname: name, proxy: `${name}/docs` })
    expect(body.urls.published).toBe(`${app.url}/sites/${organizationId}/${id}`)
    await client.patch(`/orgs/${organizationId}`, { emailDomains: [name] })
    const uses = 'as an email domain and as the host name of a site and as the proxy of a site'
    expect(await run('vouch', name, ...options)).toEqual(done(`${name} is proven ${uses}.`))
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

describe('an organization', () => {
  test.runIf(isLongRun)('is created by the operator as by its admin, whoever may create some', async () => {
    const user = await buildUser(app)
    const client = app.as(user)
    const { code, output } = await run('create', 'Fresh', '--admin', user.email)
    const [, id] = /^Organization (\S+) is created\.\n$/.exec(output) ?? []
    expect(code).toBe(0)
    expect((await client.get(`/orgs/${id}`)).body).toMatchObject({
      title: 'Fresh',
      permissions: { admin: true },
    })
    expect((await client.get(`/orgs/${id}/members`)).body.items).toMatchObject([
      { id: user.id, role: 'admin' },
    ])
    const event = await newestEvent(client, id as string)
    expect(event).toMatchObject({
      action: 'createOrganization',
      source: 'script',
      actor: { id: user.id },
      target: { type: 'Organization', id },
    })
    const { payload } = (await client.get(`/orgs/${id}/audit-events/${event.id}`)).body
    expect(payload.changes.map(({ objectType }: { objectType: string }) => objectType)).toEqual([
      'Organization',
      'Member',
    ])
    // Titles are not names: another one may have the same.
    expect((await run('create', 'Fresh', '--admin', user.email)).code).toBe(0)
    expect((await client.get('/orgs')).body.items).toHaveLength(2)
  })

  test.runIf(isLongRun)('is deleted and restored by the operator, once each', async () => {
    const { id, admin } = await buildOrganization(app, { title: 'Acme' })
    const client = app.as(admin)
    const options = ['--organization', id]
    const confirmed = ['--title', 'Acme', ...options]
    expect(await run('delete', ...confirmed)).toEqual(
      done(`Organization ${id} is deleted. It can be restored for 7 days.`),
    )
    if (isLongRun) expect((await run('list')).output.split('\n')).toContain(`${id}\tAcme\t(deleted)`)
    expect((await client.get(`/orgs/${id}`)).status).toBe(404)
    expect((await client.get('/trash/orgs')).body.items).toMatchObject([{ id }])
    if (isLongRun)
      expect(await run('delete', ...confirmed)).toEqual(
        refused(
          `Organization ${id} is deleted; restore it first, with npm run lectern -- organization restore --organization ${id}.`,
        ),
      )
    expect(await run('restore', ...options)).toEqual(done(`Organization ${id} is restored.`))
    expect((await client.get(`/orgs/${id}`)).status).toBe(200)
    const [restored, deleted] = (await client.get(`/orgs/${id}/audit-events?limit=2`)).body.items
    const target = { type: 'Organization', id }
    expect(restored).toMatchObject({ action: 'restoreOrganization', source: 'script', target })
    expect(deleted).toMatchObject({ action: 'deleteOrganization', source: 'script', target })
    if (!isLongRun) return
    expect(await run('restore', ...options)).toEqual(
      refused(
        `Organization ${id} is not deleted, so that it can be neither restored nor purged; check --organization.`,
      ),
    )
  })

  /** The parameters of a refused command for an organization with the title Acme, and the sentence of the refusal. */
  type Refusal = (organization: {
    readonly id: string
    readonly admin: { readonly email: string }
  }) => readonly [parameters: readonly string[], sentence: string]

  const refusals: readonly Refusal[] = [
    ({ id }) => [
      ['delete', '--title', 'Other', '--organization', id],
      '--title must be the title of the organization that is to be deleted, "Acme".',
    ],
    ({ admin }) => [['create', 'A', '--admin', admin.email], 'The title must have at least 2 characters.'],
    () => [
      ['create', 'Fresh', '--admin', 'nobody@example.com'],
      'There is no user nobody@example.com; give the email address of a user of this server.',
    ],
    ({ admin }) => [
      ['create', 'Fresh', '--admin', admin.email, '--admin', 'nobody@example.com'],
      '--admin was given several times; give it once.',
    ],
    ({ id }) => [
      ['delete', '--title', 'Acme', '--organization', id, '--organization', 'other'],
      '--organization was given several times; give it once.',
    ],
    ({ id }) => [['delete', '--organization', id], "error: required option '--title <title>' not specified"],
    () => [['create', 'Fresh'], "error: required option '--admin <email>' not specified"],
    ({ admin }) => [['create', '--admin', admin.email], "error: missing required argument 'title'"],
    ({ admin }) => [
      ['create', 'My', 'docs', '--admin', admin.email],
      "error: too many arguments for 'create'. Expected 1 argument but got 2.",
    ],
    () => [
      ['delete', '--title', 'Acme', '--organization', 'other'],
      'There is no organization other; check --organization.',
    ],
    () => [['restore', '--organization', 'other'], 'There is no organization other; check --organization.'],
    ({ id }) => [
      ['purge', '--title', 'Acme', '--organization', id],
      `Organization ${id} is not deleted, so that it can be neither restored nor purged; check --organization.`,
    ],
    () => [['other'], "error: unknown command 'other'"],
  ]

  test.runIf(isLongRun)(
    'is left as it is by a command that is refused, in one sentence that says what to do',
    async () => {
      const organization = await buildOrganization(app, { title: 'Acme' })
      const client = app.as(organization.admin)
      const before = (await client.get('/orgs')).body
      for (const refusal of refusals) {
        const [parameters, sentence] = refusal(organization)
        expect(await run(...parameters)).toEqual(refused(sentence))
      }
      expect((await client.get('/orgs')).body).toEqual(before)
      expect((await client.get(`/orgs/${organization.id}/audit-events`)).body.items).toEqual([])
    },
    600_000,
  )

  test.runIf(isLongRun)('is purged only under its own title', async () => {
    const { id, admin } = await buildOrganization(app, { title: 'Acme' })
    await app.as(admin).delete(`/orgs/${id}?title=Acme`)
    const options = ['--organization', id]
    expect(await run('purge', '--title', 'Other', ...options)).toEqual(
      refused('--title must be the title of the organization that is to be deleted, "Acme".'),
    )
    expect(await run('purge', '--title', 'Acme', ...options)).toEqual(done(`Organization ${id} is purged.`))
    expect((await run('purge', '--title', 'Acme', ...options)).errors).toBe(
      `There is no organization ${id}; check --organization.\n`,
    )
  })

  test.runIf(isLongRun)('is described by the help of each command', async () => {
    const { code, output } = await run('--help')
    expect(code).toBe(0)
    const commands = [...output.matchAll(/^ {2}([a-z-]+) .*\S$/gm)].map(([, name]) => name as string)
    expect(commands).toEqual(
      expect.arrayContaining(['vouch', 'stop-requiring-sso', 'create', 'delete', 'restore', 'purge']),
    )
    const options = {
      create: '--admin <email>',
      delete: '--title <title>',
      restore: '--organization <id>',
      purge: '--title <title>',
    }
    for (const [name, option] of Object.entries(options)) {
      const help = await run(name, '--help')
      expect(help).toMatchObject({ code: 0, errors: '' })
      expect(help.output).toContain(option)
    }
  })
})
