import { randomUUID } from 'node:crypto'
import { getNamedType, isObjectType, isRequiredArgument } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../../src/server/graph.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { buildOrganization, buildUser, type TestUser } from '../../support/factories/organizations.ts'
import { buildSpace } from '../../support/factories/spaces.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** Builds an organization with an email domain, and a user of that domain. */
async function build() {
  const domain = `d-${randomUUID()}.example`
  const organization = await buildOrganization(app)
  const admin = app.as(organization.admin)
  await admin.patch(`/orgs/${organization.id}`, { emailDomains: [domain.toUpperCase()], defaultRole: 'edit' })
  const user = await userOf(domain)
  return { domain, organization, admin, user, client: app.as(user) }
}

async function userOf(domain: string): Promise<TestUser> {
  const user = await buildUser(app)
  const email = `${user.id}@${domain}`
  await app.database.prisma.user.update({ where: { id: user.id }, data: { email } })
  return { ...user, email }
}

const idsOf = (body: { organizations: { id: string }[] }) => body.organizations.map(({ id }) => id)

describe('an email domain', () => {
  test('lists the organizations that its users can join, to its users only', async () => {
    const { domain, organization, client } = await build()
    const { status, body } = await client.get(`/email-domains/${domain}/orgs`)
    expect(status).toBe(200)
    expect(body.organizations).toMatchObject([
      { object: 'organization', id: organization.id, permissions: { view: false, admin: false } },
    ])
    expect(idsOf((await client.get(`/email-domains/${domain.toUpperCase()}/orgs`)).body)).toHaveLength(1)
    const stranger = app.as(await buildUser(app))
    expect((await stranger.get(`/email-domains/${domain}/orgs`)).body).toEqual({ organizations: [] })
    expect((await client.get('/email-domains/example.com/orgs')).body).toEqual({ organizations: [] })
  })

  test('does not expose content of the listed organizations', async () => {
    const { domain, organization, client } = await build()
    const space = await buildSpace(app, organization)
    const type = schema.getType('Organization')
    if (!isObjectType(type)) throw new Error('Organization is no object type')
    const lists = Object.values(type.getFields()).filter(
      (field) =>
        isObjectType(getNamedType(field.type)) &&
        getNamedType(field.type).name.endsWith('Connection') &&
        !field.args.some(isRequiredArgument),
    )
    expect(lists.length).toBeGreaterThan(5)
    for (const { name } of lists) {
      const { data, errors } = await client.gql(
        `query ($domain: String!) {
          organizationsByEmailDomain(emailDomain: $domain) { ${name} { totalCount nodes { __typename } } }
        }`,
        { domain },
      )
      const refused = errors?.[0]?.extensions.code === 'FORBIDDEN'
      const count = data?.organizationsByEmailDomain?.[0]?.[name]?.totalCount
      expect({ name, hidden: refused || count === 0 }).toEqual({ name, hidden: true })
    }
    expect((await client.get(`/spaces/${space.id}`)).status).toBe(404)
  })

  test('allows its users to join with the default role, while members keep their role', async () => {
    const { organization, client, user, admin } = await build()
    const join = `/orgs/${organization.id}/join`
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.post(join)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
    const where = { organizationId: organization.id, userId: user.id }
    expect(await app.database.prisma.member.findMany({ where })).toMatchObject([{ role: 'EDIT' }])
    await app.database.prisma.member.updateMany({ where, data: { role: 'READ' } })
    expect((await client.post(join)).status).toBe(204)
    expect(await app.database.prisma.member.findMany({ where })).toMatchObject([{ role: 'READ' }])
    expect((await admin.get(`/orgs/${organization.id}/members`)).body.count).toBe(2)
  })

  test('does not allow other users, disabled members, or joining where single sign-on is required', async () => {
    const { organization, client, user, domain } = await build()
    const join = `/orgs/${organization.id}/join`
    expect((await app.as(await buildUser(app)).post(join)).status).toBe(404)
    expect((await client.post('/orgs/unknown/join')).status).toBe(404)
    const disabled = await userOf(domain)
    await app.as(disabled).post(join)
    const where = { organizationId: organization.id, userId: disabled.id }
    await app.database.prisma.member.updateMany({ where, data: { disabled: true } })
    expect((await app.as(disabled).post(join)).status).toBe(403)
    await app.database.prisma.organization.update({ where: { id: organization.id }, data: { sso: true } })
    expect((await client.post(join)).status).toBe(403)
    const members = await app.database.prisma.member.count({ where: { userId: user.id } })
    expect(members).toBe(0)
  })

  test('works in the same way in GraphQL', async () => {
    const { domain, organization, client } = await build()
    const listed = await client.gql(
      'query ($domain: String!) { organizationsByEmailDomain(emailDomain: $domain) { id } }',
      { domain },
    )
    expect(listed.data.organizationsByEmailDomain).toEqual([{ id: organization.id }])
    const joined = await client.gql(
      'mutation ($id: ID!) { joinOrganization(organizationId: $id) { organization { id permissions { view admin } } } }',
      { id: organization.id },
    )
    expect(joined.data.joinOrganization.organization).toEqual({
      id: organization.id,
      permissions: { view: true, admin: false },
    })
  })
})
