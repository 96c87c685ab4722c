import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../src/base/identifiers.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { identityProvider, idpKey } from '../../support/factories/identity-providers.ts'
import { addMember, buildMember, buildOrganization } from '../../support/factories/organizations.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function buildAdmin() {
  const organization = await buildOrganization(app)
  const client = app.as(organization.admin)
  return { organization, client, path: `/orgs/${organization.id}/saml` }
}

const buildTeam = (organizationId: string) =>
  app.database.prisma.team.create({ data: { id: newId('Team'), organizationId, title: 'Team' } })

describe('an identity provider', () => {
  test('can be created with a label only, and is active once all values for verification are set', async () => {
    const { client, path } = await buildAdmin()
    const created = await client.post(path, { label: 'Staff' })
    expect(created.status).toBe(201)
    const { id, createdAt, ...rest } = created.body
    const location = `${app.url}/v1${path}/${id}`
    const base = `${app.url}/saml/${id}`
    expect(rest).toEqual({
      object: 'saml-provider',
      label: 'Staff',
      ssoURL: '',
      entityID: '',
      certificate: '',
      defaultRole: null,
      status: 'pending',
      service: { acsURL: `${base}/acs`, startURL: `${base}/login`, entityID: `${base}/metadata` },
      urls: { location },
    })
    expect(Date.parse(createdAt)).not.toBeNaN()
    expect(created.headers.get('location')).toBe(location)
    const { entityID, certificate, ssoURL } = identityProvider('')
    const status = async (body: object) => (await client.patch(`${path}/${id}`, body)).body.status
    expect(await status({ entityID })).toBe('pending')
    expect(await status({ certificate })).toBe('pending')
    expect(await status({ ssoURL })).toBe('active')
    expect((await client.get(`${path}/${id}`)).body).toMatchObject({ entityID, certificate, ssoURL })
    expect(await status({ entityID: '' })).toBe('pending')
  })

  test('stores its certificate as PEM in any input format', async () => {
    const { client, path } = await buildAdmin()
    const bare = idpKey.certificate.replace(/-----[A-Z ]+-----|\n/g, '')
    for (const certificate of [
      bare,
      `\n${idpKey.certificate}\r\n`,
      idpKey.certificate.replaceAll('\n', '\r\n'),
    ]) {
      const answer = await client.post(path, { label: 'Staff', certificate })
      expect(answer.body.certificate).toBe(idpKey.certificate)
    }
  })

  test.each(['', 'no certificate', idpKey.key, 'AAAA', `${idpKey.certificate}\n${idpKey.certificate}`])(
    'does not take what is no certificate (%#)',
    async (certificate) => {
      const { client, path } = await buildAdmin()
      const answer = await client.post(path, { label: 'Staff', certificate })
      expect(answer.status).toBe(400)
      expect(answer.body.error.fields[0].path).toBe('certificate')
    },
  )

  test.each([
    {},
    { label: '' },
    { label: 'x'.repeat(31) },
    { label: 'Staff', ssoURL: 'javascript:alert(1)' },
    { label: 'Staff', ssoURL: 'ftp://idp.example.test' },
    { label: 'Staff', defaultRole: 'owner' },
    { label: 'Staff', defaultTeam: 'doesnotexist' },
  ])('is refused as %j', async (body) => {
    const { client, path } = await buildAdmin()
    expect((await client.post(path, body)).status).toBe(400)
    expect((await client.get(path)).body).toEqual({ items: [], count: 0 })
  })

  test('has a default team of its own organization, which is reset when the team is deleted', async () => {
    const { organization, client, path } = await buildAdmin()
    const { organization: other } = await buildAdmin()
    const [own, foreign] = [await buildTeam(organization.id), await buildTeam(other.id)]
    const { id } = (await client.post(path, { label: 'Staff', defaultTeam: own.id })).body
    expect((await client.get(`${path}/${id}`)).body.defaultTeam).toMatchObject({ id: own.id })
    expect((await client.patch(`${path}/${id}`, { defaultTeam: foreign.id })).status).toBe(400)
    expect((await client.patch(`${path}/${id}`, { defaultTeam: null })).body.defaultTeam).toBeUndefined()
    await client.patch(`${path}/${id}`, { defaultTeam: own.id })
    await app.database.prisma.team.delete({ where: { id: own.id } })
    expect((await client.get(`${path}/${id}`)).body.defaultTeam).toBeUndefined()
  })

  test('is only accessible in its organization, and can be deleted once', async () => {
    const { client, path } = await buildAdmin()
    const other = await buildAdmin()
    const { id } = (await client.post(path, identityProvider('Staff'))).body
    expect((await other.client.get(`${other.path}/${id}`)).status).toBe(404)
    expect((await other.client.delete(`${other.path}/${id}`)).status).toBe(404)
    expect((await other.client.gql('query ($id: ID!) { node(id: $id) { id } }', { id })).data.node).toBeNull()
    expect((await client.delete(`${path}/${id}`)).status).toBe(204)
    expect((await client.delete(`${path}/${id}`)).status).toBe(404)
  })
})

test('the identity providers of many organizations are read in one statement', async () => {
  const { organization, client, path } = await buildAdmin()
  for (let index = 0; index < 4; index++) {
    const other = await buildOrganization(app)
    await addMember(app, other.id, organization.admin, 'ADMIN')
    await client.post(`/orgs/${other.id}/saml`, identityProvider(`Provider ${index}`))
  }
  await client.post(path, identityProvider('Own'))
  const read = (first: number) =>
    client.gql(`{ organizations(first: ${first}) { nodes { id signInChoices { label } } } }`)
  const one = await app.statements(() => read(1))
  const many = await app.statements(() => read(5))
  expect(many.count).toBe(one.count)
  const { nodes } = (await read(5)).data.organizations
  const labels = nodes.map((node: { signInChoices: object[] }) => node.signInChoices)
  expect(labels).toEqual(
    ['Own', 'Provider 0', 'Provider 1', 'Provider 2', 'Provider 3'].map((label) => [{ label }]),
  )
})

test('all members can list the active identity providers, without their configuration', async () => {
  const { organization, client, path } = await buildAdmin()
  await client.post(path, { label: 'Pending' })
  const { id, service } = (await client.post(path, identityProvider('Staff'))).body
  for (const role of [null, 'READ', 'CREATE'] as const) {
    const member = app.as(await buildMember(app, organization.id, role))
    expect((await member.get(`/orgs/${organization.id}/sso`)).body).toEqual({
      items: [{ id, label: 'Staff', startURL: service.startURL }],
    })
    expect((await member.get(path)).status).toBe(403)
    expect((await member.get(`${path}/${id}`)).status).toBe(403)
  }
})
