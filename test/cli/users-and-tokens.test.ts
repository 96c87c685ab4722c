import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openBrowser } from '../support/browser.ts'
import { isLongRun } from '../support/budget.ts'
import { buildMember, buildOrganization } from '../support/factories/organizations.ts'
import { buildSession } from '../support/factories/sessions.ts'
import { runLectern } from '../support/run-lectern.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const run = (...parameters: string[]) => runLectern(app, parameters)

test('a user is created once, is listed, and keeps a higher role', async () => {
  const { id: organizationId, admin } = await buildOrganization(app)
  const inOrganization = ['--organization', organizationId]
  const email = `Alice-${organizationId}@Example.com`
  const create = (role: string) =>
    run('user', 'create', email, '--name', 'Alice', '--role', role, ...inOrganization)
  const created = await create('comment')
  expect(created).toMatchObject({ code: 0, errors: '' })
  const [, userId] = /^User (\S+) is created, with the role comment\.\n$/.exec(created.output) ?? []
  const again = `User ${userId} was there already, and has the role read at least.\n`
  if (isLongRun) expect((await create('read')).output).toBe(again)
  const member = `/orgs/${organizationId}/members/${userId}`
  expect((await app.as(admin).get(member)).body).toMatchObject({ id: userId, role: 'comment' })
  if (!isLongRun) return
  const { output } = await run('user', 'list', ...inOrganization)
  expect(output.split('\n')).toContain(`${userId}\t${email.toLowerCase()}\tAlice\t${organizationId}=comment`)
  const refusal = 'There is no organization org1; check --organization.\n'
  expect(await run('user', 'list', '--organization', 'org1')).toEqual({
    code: 1,
    output: '',
    errors: refusal,
  })
})

test.runIf(isLongRun)(
  'a user who is disabled has no access until they are enabled, which the audit log tells',
  async () => {
    const { id: organizationId, admin } = await buildOrganization(app)
    const { id, displayName: label, email, token } = await buildMember(app, organizationId, 'READ')
    const inOrganization = ['--organization', organizationId]
    const status = async () => (await app.as({ token }).get(`/orgs/${organizationId}`)).status
    expect((await run('user', 'disable', email, ...inOrganization)).code).toBe(0)
    expect(await status()).toBe(404)
    const created = await run('user', 'create', email, '--name', 'A', ...inOrganization)
    expect(created.errors).toContain('is disabled in organization')
    expect((await run('user', 'enable', email, ...inOrganization)).code).toBe(0)
    expect(await status()).toBe(200)
    const [event] = (await app.as(admin).get(`/orgs/${organizationId}/audit-events?limit=1`)).body.items
    expect(event).toMatchObject({ action: 'updateMember', source: 'script', person: { id, label } })
  },
)

test.runIf(isLongRun)(
  'an admin who has lost their token gets another one, which is listed and revoked',
  async () => {
    const { admin } = await buildOrganization(app)
    const created = await run(
      'token',
      'create',
      '--user',
      admin.email,
      '--label',
      'Recovered',
      '--scope',
      'read',
    )
    const client = app.as({ token: created.output.trim() })
    expect((await client.get('/user')).body.id).toBe(admin.id)
    expect((await client.patch(`/users/${admin.id}`, { displayName: 'B' })).status).toBe(403)
    const session = await buildSession(app, admin)
    const { output } = await run('token', 'list', '--user', admin.email)
    expect(output).toContain(`${session.id}\tsession\t`)
    expect(output).not.toContain(created.output.trim())
    const line = output.split('\n').find((each) => each.includes('\tRecovered\tread\t')) as string
    const [id] = line.split('\t') as [string]
    expect(await run('token', 'revoke', id)).toMatchObject({ code: 0, output: `Token ${id} is revoked.\n` })
    expect((await client.get('/user')).status).toBe(401)
    expect(await run('token', 'revoke', id)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('no active token'),
    })
  },
)

test.runIf(isLongRun)('an address signs a user in once, as the page that it leads to says', async () => {
  const { admin } = await buildOrganization(app)
  const printed = await runLectern(app, ['sign-in-link', '--user', admin.email], { BASE_URL: app.url })
  expect(printed).toMatchObject({ code: 0, errors: `It signs ${admin.email} in once, within 10 minutes.\n` })
  const browser = openBrowser()
  await browser.open(printed.output.trim())
  const answer = await browser.open(`${app.url}/v1/user`)
  expect((await answer.json()).id).toBe(admin.id)
})

test.runIf(isLongRun).each([
  [['token', 'create', '--user', 'nobody@example.com'], 'There is no user nobody@example.com; give'],
  [['token', 'create', '--user', 'a@example.com', '--expires', '2020-01-01'], 'a date in the future'],
  [['token', 'create', '--user', 'a@example.com', '--label', ''], '--label'],
  [['user', 'create', 'not an address', '--name', 'A'], 'The email address'],
  [['user', 'create', 'a@example.com', '--name', 'A', '--role', 'owner'], 'Allowed choices'],
  [['sign-in-link', '--user', 'nobody@example.com'], 'There is no user nobody@example.com; give'],
  [['nothing'], "unknown command 'nothing'"],
])('%j is refused in one sentence', async (parameters, sentence) => {
  const { code, output, errors } = await run(...parameters)
  expect({ code, output }).toEqual({ code: 1, output: '' })
  expect(errors).toContain(sentence)
  expect(errors).not.toContain('    at ')
})

test.runIf(isLongRun)('the last admin cannot be disabled', async () => {
  const { id, admin } = await buildOrganization(app)
  const refused = await run('user', 'disable', admin.email, '--organization', id)
  expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('last admin') })
})
