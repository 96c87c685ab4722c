import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../src/base/identifiers.ts'
import type { Role } from '../../../src/generated/prisma/enums.ts'
import { endMappingsOfFormerOrganizations } from '../../../src/modules/oidc/former-organizations.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { openBrowser } from '../../support/browser.ts'
import { isLongRun } from '../../support/budget.ts'
import {
  buildGroupMapping,
  buildOidcProvider,
  startServerWithOidc,
} from '../../support/factories/openid-providers.ts'
import {
  addMember,
  buildOrganization,
  buildUser,
  type TestUser,
} from '../../support/factories/organizations.ts'
import { type RunningOpenIdProvider, startOpenIdProvider } from '../../support/openid-provider.ts'

let app: TestApp
let idp: RunningOpenIdProvider

beforeAll(async () => {
  app = await startTestApp()
  idp = await startOpenIdProvider({
    claims: { openid: ['sub'], email: ['email'], profile: ['name', 'groups', 'realm', '_claim_names'] },
  })
})
afterAll(async () => {
  await idp.close()
  await app.close()
})

const signIn = async (startURL: string, user: TestUser, claims: object) => {
  idp.person = { sub: user.id, email: user.email, ...claims }
  const last = await openBrowser().follow(`${startURL}?returnTo=/v1/user`)
  expect(last.status).toBe(200)
}

const buildTeam = (organizationId: string) =>
  app.database.prisma.team.create({ data: { id: newId('Team'), organizationId, title: 'Team' } })

/** Builds an organization whose provider maps `writers` to a role and a team, `chiefs` to admins, and `crew` to a team. */
async function build(role: Role | null = 'READ') {
  const organization = await buildOrganization(app)
  const provider = await buildOidcProvider(app, idp, organization, { groupsClaim: 'groups' })
  const [writers, crew] = [await buildTeam(organization.id), await buildTeam(organization.id)]
  await buildGroupMapping(app, provider, { group: 'writers', role: 'EDIT', teamId: writers.id })
  await buildGroupMapping(app, provider, { group: 'chiefs', role: 'ADMIN' })
  await buildGroupMapping(app, provider, { group: 'crew', teamId: crew.id })
  const user = await buildUser(app)
  await addMember(app, organization.id, user, role)
  const where = { organizationId_userId: { organizationId: organization.id, userId: user.id } }
  const has = async () => {
    const member = await app.database.prisma.member.findUniqueOrThrow({ where })
    const teams = await app.database.prisma.teamMember.findMany({ where: { userId: user.id } })
    const names = new Map([
      [writers.id, 'writers'],
      [crew.id, 'crew'],
    ])
    return [member.role, ...teams.map(({ teamId }) => names.get(teamId)).sort()]
  }
  return {
    organization,
    provider,
    writers,
    crew,
    user,
    has,
    /** Signs in with these groups, and returns the role and the teams after it. */
    signIn: async (...groups: string[]) => {
      await signIn(provider.startURL, user, { groups })
      return has()
    },
    admin: app.as(organization.admin),
    path: `/orgs/${organization.id}`,
  }
}

describe('the groups of a member at each sign-in', () => {
  test.each<[string, Role | null, string[][], unknown[]]>([
    ['give a role and a team', 'READ', [['writers']], ['EDIT', 'writers']],
    ['give what all of them give', 'READ', [['writers', 'chiefs', 'crew']], ['ADMIN', 'crew', 'writers']],
    ['take both once they are gone', 'READ', [['writers'], []], ['READ']],
    ['take one of two', 'READ', [['writers', 'crew'], ['crew']], ['READ', 'crew']],
    ['give less once the higher is gone', 'READ', [['writers', 'chiefs'], ['writers']], ['EDIT', 'writers']],
    ['make a guest a member', null, [['writers']], ['EDIT', 'writers']],
    ['make a member a guest again', null, [['writers'], ['unknown']], [null]],
    ['leave a higher role by hand', 'CREATE', [['writers']], ['CREATE', 'writers']],
    ['leave a higher role by hand when they are gone', 'CREATE', [['writers'], []], ['CREATE']],
    ['give nothing if nobody has mapped them', 'READ', [['Writers', 'others']], ['READ']],
  ])('%s', async (_what, role, signIns, expected) => {
    const built = await build(role)
    for (const groups of signIns) await built.signIn(...groups)
    expect(await built.has()).toEqual(expected)
  })

  test('are recorded in the audit log, with what they change', async () => {
    const { admin, path, signIn, user } = await build()
    await signIn('writers')
    const { items } = (await admin.get(`${path}/audit-events`)).body
    expect(items[0]).toMatchObject({ action: 'signIn', actor: { id: user.id } })
    const { payload } = (await admin.get(`${path}/audit-events/${items[0].id}`)).body
    expect(payload.changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ objectType: 'Member', after: expect.objectContaining({ role: 'EDIT' }) }),
      ]),
    )
  })

  test('do not take a role or a team that was given by hand meanwhile', async () => {
    const { admin, path, signIn, user, writers, crew } = await build()
    await signIn('writers', 'crew')
    expect((await admin.patch(`${path}/members/${user.id}`, { role: 'edit' })).status).toBe(200)
    const added = await admin.put(`${path}/teams/${writers.id}/members`, { add: [user.id] })
    expect(added.status, JSON.stringify(added.body)).toBeLessThan(300)
    expect(await signIn()).toEqual(['EDIT', 'writers'])
    await app.database.prisma.teamMember.create({ data: { teamId: crew.id, userId: user.id } })
    expect(await signIn('crew')).toEqual(['EDIT', 'crew', 'writers'])
    expect(await signIn()).toEqual(['EDIT', 'crew', 'writers'])
  })

  test('do not take the role of the last admin, until there is another', async () => {
    const { organization, signIn, admin, path } = await build()
    expect(await signIn('chiefs')).toEqual(['ADMIN'])
    expect((await admin.patch(`${path}/members/${organization.admin.id}`, { role: 'read' })).status).toBe(200)
    expect(await signIn()).toEqual(['ADMIN'])
    await addMember(app, organization.id, await buildUser(app), 'ADMIN')
    expect(await signIn()).toEqual(['READ'])
  })

  test('stay as they were if the provider has left them out', async () => {
    const { provider, user, signIn: signInWith, has } = await build()
    await signInWith('writers')
    await signIn(provider.startURL, user, { _claim_names: { groups: 'src1' } })
    expect(await has()).toEqual(['EDIT', 'writers'])
    await signIn(provider.startURL, user, {})
    expect(await has()).toEqual(['READ'])
  })

  test.each([
    ['realm.roles', { realm: { roles: ['writers'] } }],
    ['groups', { groups: 'writers' }],
  ])('are found in the claim %j', async (groupsClaim, claims) => {
    const { provider, user, has } = await build()
    await app.database.prisma.identityProvider.update({ where: { id: provider.id }, data: { groupsClaim } })
    await signIn(provider.startURL, user, claims)
    expect(await has()).toEqual(['EDIT', 'writers'])
  })

  test.runIf(isLongRun)('of one provider take nothing that those of another gave', async () => {
    const { organization, user, crew, signIn: signInWith, has } = await build()
    const other = await buildOidcProvider(app, idp, organization, { groupsClaim: 'groups' })
    await buildGroupMapping(app, other, { group: 'crew', role: 'COMMENT', teamId: crew.id })
    await signInWith('writers')
    await signIn(other.startURL, user, { groups: ['crew'] })
    expect(await has()).toEqual(['EDIT', 'crew', 'writers'])
    await signIn(other.startURL, user, { groups: [] })
    expect(await has()).toEqual(['EDIT', 'writers'])
  })

  test.runIf(isLongRun)('give nothing any longer once the claim or the mapping is removed', async () => {
    const { provider, signIn: signInWith } = await build()
    await signInWith('writers')
    await app.database.prisma.groupMapping.deleteMany({ where: { providerId: provider.id } })
    expect(await signInWith('writers')).toEqual(['READ'])
  })
})

describe('the groups at the provider of the whole server', () => {
  test('give and take in its organization only', async () => {
    const { organization, user, writers, has } = await build()
    const other = await build()
    await addMember(app, other.organization.id, user, 'COMMENT')
    const server = await startServerWithOidc(app, idp, {
      organization: organization.id,
      groupsClaim: 'groups',
      groupMappings: [
        { group: 'editors', role: 'EDIT', team: writers.id },
        { group: 'editors', team: other.writers.id },
      ],
    })
    await signIn(server.oidc.startURL, user, { groups: ['editors'] })
    expect(await has()).toEqual(['EDIT', 'writers'])
    const elsewhere = { organizationId_userId: { organizationId: other.organization.id, userId: user.id } }
    const member = await app.database.prisma.member.findUniqueOrThrow({ where: elsewhere })
    expect(member.role).toBe('COMMENT')
    await signIn(server.oidc.startURL, user, { groups: [] })
    expect(await has()).toEqual(['READ'])
    await server.close()
  })

  test('give nothing any longer in an organization that is not theirs', async () => {
    const { organization, user, writers, has } = await build()
    const server = await startServerWithOidc(app, idp, {
      organization: organization.id,
      groupsClaim: 'groups',
      groupMappings: [{ group: 'editors', role: 'EDIT', team: writers.id }],
    })
    await signIn(server.oidc.startURL, user, { groups: ['editors'] })
    await endMappingsOfFormerOrganizations(app.database, organization.id)
    expect(await has()).toEqual(['EDIT', 'writers'])
    await endMappingsOfFormerOrganizations(app.database, (await buildOrganization(app)).id)
    expect(await has()).toEqual(['READ'])
    await server.close()
  })
})
