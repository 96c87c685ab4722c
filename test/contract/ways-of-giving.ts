import { expect } from 'vitest'
import type { Permission } from '../../src/access/permissions.ts'
import { newId } from '../../src/base/identifiers.ts'
import type { Role } from '../../src/generated/prisma/enums.ts'
import { identityProvider } from '../support/factories/identity-providers.ts'
import { openIdProvider } from '../support/factories/openid-providers.ts'
import {
  administer,
  type ContentKind,
  contentKinds,
  countGrants,
  type Fixture,
  find,
  type Kind,
  onContent,
  paths,
  spelled,
} from './granted-objects.ts'

/** A way of giving a role: a row, with a request that gives it and what shows whether it was given. */
export interface Way {
  readonly name: string
  readonly row: string
  /** The kind of object on which the role is given, and on which the giver holds a role. */
  readonly on: Kind
  readonly permission: Permission
  readonly body?: (role: Role, fixture: Fixture) => unknown
  /** Takes the role away, and returns parameters of the path. */
  readonly prepare: (fixture: Fixture, role: Role) => Promise<Record<string, string>>
  readonly isGiven: (fixture: Fixture, role: Role) => Promise<boolean>
}

function grantsOn(kind: ContentKind): Way[] {
  const ways = [
    ['PATCH', 'permissions/users/:userId', 'userId', (role: Role) => ({ role: spelled(role) })],
    [
      'POST',
      'permissions',
      'userId',
      (role: Role, { recipient }: Fixture) => ({ role: spelled(role), users: [recipient.id] }),
    ],
    ['PATCH', 'permissions/teams/:teamId', 'teamId', (role: Role) => ({ role: spelled(role) })],
    [
      'POST',
      'permissions',
      'teamId',
      (role: Role, { teamId }: Fixture) => ({ role: spelled(role), teams: [teamId] }),
    ],
  ] as const
  return ways.map(([method, path, holder, body]) => {
    const toRecipient = (fixture: Fixture) => ({
      [holder]: holder === 'userId' ? fixture.recipient.id : fixture.teamId,
      ...onContent(fixture, kind),
    })
    return {
      name: `a role on a ${kind} to a ${holder.slice(0, 4)} by ${method}`,
      row: `${method} ${paths[kind]}/${path}`,
      on: kind,
      permission: administer(kind),
      body,
      prepare: async (fixture) => {
        await fixture.prisma.contentPermission.deleteMany({ where: toRecipient(fixture) })
        return {}
      },
      isGiven: async (fixture, role) => (await countGrants(fixture, { ...toRecipient(fixture), role })) > 0,
    }
  })
}

function waysOfContent(kind: 'space' | 'collection'): Way[] {
  const links = (fixture: Fixture) => ({
    organizationId: fixture.organizationId,
    ...onContent(fixture, kind),
  })
  const move = {
    row: `POST ${paths[kind]}/move`,
    on: kind,
    permission: administer(kind),
    body: (_role: Role, { destinationId }: Fixture) => ({ parent: destinationId }),
    isGiven: async (fixture: Fixture) =>
      (await find(fixture, kind, fixture.ids[kind])).parentId === fixture.destinationId,
  }
  const moveBack = async (fixture: Fixture) => {
    const { admin, ids } = fixture
    if ((await find(fixture, kind, ids[kind])).parentId !== null)
      expect((await admin.post(`/${kind}s/${ids[kind]}/move`, { parent: null })).status).toBe(200)
  }
  return [
    {
      name: `a default level to a ${kind}`,
      row: `PATCH ${paths[kind]}`,
      on: kind,
      permission: administer(kind),
      body: (role) => ({ defaultLevel: spelled(role) }),
      prepare: async ({ admin, ids }) => {
        const { status } = await admin.patch(`/${kind}s/${ids[kind]}`, { defaultLevel: 'inherit' })
        expect(status).toBe(200)
        return {}
      },
      isGiven: async (fixture, role) => (await find(fixture, kind, fixture.ids[kind])).defaultLevel === role,
    },
    {
      name: `a new link to a ${kind}`,
      row: 'POST /orgs/:organizationId/link-invites',
      on: kind,
      permission: `${kind}:view-invite-links`,
      body: (role, { ids }) => ({ level: spelled(role), [kind]: ids[kind] }),
      prepare: async (fixture) => {
        await fixture.prisma.linkInvite.deleteMany({ where: links(fixture) })
        return {}
      },
      isGiven: async (fixture, role) =>
        (await fixture.prisma.linkInvite.count({ where: { ...links(fixture), role } })) > 0,
    },
    {
      name: `a link to a ${kind}`,
      row: 'PATCH /orgs/:organizationId/link-invites/:inviteId',
      on: kind,
      permission: `${kind}:view-invite-links`,
      body: (role) => ({ level: spelled(role) }),
      prepare: async (fixture) => ({ inviteId: await buildLink(fixture, links(fixture)) }),
      isGiven: async (fixture, role) =>
        (await fixture.prisma.linkInvite.count({ where: { ...links(fixture), role } })) > 0,
    },
    {
      ...move,
      name: `the default level of a collection to a ${kind} that moves there`,
      prepare: async (fixture, role) => {
        await moveBack(fixture)
        const level = { defaultLevel: spelled(role) }
        expect((await fixture.admin.patch(`/collections/${fixture.destinationId}`, level)).status).toBe(200)
        return {}
      },
    },
    {
      ...move,
      name: `a role on a collection to a ${kind} that moves there`,
      prepare: async (fixture, role) => {
        await moveBack(fixture)
        await setGrant(fixture, { userId: fixture.recipient.id, collectionId: fixture.destinationId }, role)
        return {}
      },
    },
  ]
}

/** Replaces the role of somebody on something. */
async function setGrant(
  { prisma }: Fixture,
  where: Partial<Record<'userId' | 'teamId' | 'spaceId' | 'collectionId', string>>,
  role: Role,
) {
  const { contentPermission } = prisma
  await contentPermission.deleteMany({ where })
  await contentPermission.create({ data: { id: newId('ContentPermission'), ...where, role } })
}

/** Replaces the links to something by one without a role, and returns its id. */
async function buildLink({ prisma }: Fixture, target: { organizationId: string }): Promise<string> {
  await prisma.linkInvite.deleteMany({ where: target })
  const id = newId('InviteLink')
  await prisma.linkInvite.create({ data: { id, ...target } })
  return id
}

const linksTo = ({ organizationId }: Fixture) => ({ organizationId, spaceId: null, collectionId: null })

const ofOrganization = { on: 'organization', permission: 'organization:administer' } as const

const waysOfOrganization: Way[] = [
  {
    ...ofOrganization,
    name: 'a role in the organization to a member',
    row: 'PATCH /orgs/:organizationId/members/:userId',
    body: (role) => ({ role: spelled(role) }),
    prepare: async ({ prisma, organizationId, recipient }) => {
      const where = { organizationId_userId: { organizationId, userId: recipient.id } }
      await prisma.member.update({ where, data: { role: null } })
      return {}
    },
    isGiven: async ({ prisma, organizationId, recipient }, role) =>
      (await prisma.member.count({ where: { organizationId, userId: recipient.id, role } })) > 0,
  },
  {
    ...ofOrganization,
    name: 'a new link to the organization',
    row: 'POST /orgs/:organizationId/link-invites',
    body: (role) => ({ role: spelled(role) }),
    prepare: async (fixture) => {
      await fixture.prisma.linkInvite.deleteMany({ where: linksTo(fixture) })
      return {}
    },
    isGiven: async (fixture, role) =>
      (await fixture.prisma.linkInvite.count({ where: { ...linksTo(fixture), role } })) > 0,
  },
  {
    ...ofOrganization,
    name: 'a link to the organization',
    row: 'PATCH /orgs/:organizationId/link-invites/:inviteId',
    body: (role) => ({ role: spelled(role) }),
    prepare: async (fixture) => ({ inviteId: await buildLink(fixture, linksTo(fixture)) }),
    isGiven: async (fixture, role) =>
      (await fixture.prisma.linkInvite.count({ where: { ...linksTo(fixture), role } })) > 0,
  },
  {
    ...ofOrganization,
    name: 'a role by e-mail',
    row: 'POST /orgs/:organizationId/invites',
    body: (role, { organizationId }) => ({ emails: [`${organizationId}@example.com`], role: spelled(role) }),
    prepare: async ({ prisma, organizationId }) => {
      await prisma.emailInvite.deleteMany({ where: { organizationId } })
      return {}
    },
    isGiven: async ({ prisma, organizationId }, role) =>
      (await prisma.emailInvite.count({ where: { organizationId, role } })) > 0,
  },
  {
    ...ofOrganization,
    name: 'the default role of the organization',
    row: 'PATCH /orgs/:organizationId',
    body: (role) => ({ defaultRole: spelled(role) }),
    prepare: async ({ prisma, organizationId: id }) => {
      await prisma.organization.update({ where: { id }, data: { defaultRole: null } })
      return {}
    },
    isGiven: async ({ prisma, organizationId: id }, role) =>
      (await prisma.organization.count({ where: { id, defaultRole: role } })) > 0,
  },
  {
    ...ofOrganization,
    name: 'the default role of a new identity provider',
    row: 'POST /orgs/:organizationId/saml',
    body: (role) => ({ ...identityProvider('Provider'), defaultRole: spelled(role) }),
    prepare: async ({ prisma, organizationId }) => {
      await prisma.identityProvider.deleteMany({ where: { organizationId } })
      return {}
    },
    isGiven: async ({ prisma, organizationId }, role) =>
      (await prisma.identityProvider.count({ where: { organizationId, defaultRole: role } })) > 0,
  },
  {
    ...ofOrganization,
    name: 'the default role of an identity provider',
    row: 'PATCH /orgs/:organizationId/saml/:samlProviderId',
    body: (role) => ({ defaultRole: spelled(role) }),
    prepare: async ({ prisma, admin, organizationId }) => {
      await prisma.identityProvider.deleteMany({ where: { organizationId } })
      const { body } = await admin.post(`/orgs/${organizationId}/saml`, identityProvider('Provider'))
      return { samlProviderId: body.id }
    },
    isGiven: async ({ prisma, organizationId }, role) =>
      (await prisma.identityProvider.count({ where: { organizationId, defaultRole: role } })) > 0,
  },
  ...(
    [
      ['the default role', (role: string) => ({ defaultRole: role }), 'defaultRole'],
      ['the role of a group', (role: string) => ({ groupMappings: [{ group: 'all', role }] }), 'role'],
    ] as const
  ).flatMap(([name, fields, column]): Way[] => {
    const isGiven: Way['isGiven'] = async ({ prisma, organizationId }, role) =>
      (await (column === 'role'
        ? prisma.groupMapping.count({ where: { role, provider: { organizationId } } })
        : prisma.identityProvider.count({ where: { organizationId, defaultRole: role } }))) > 0
    const clear = ({ prisma, organizationId }: Fixture) =>
      prisma.identityProvider.deleteMany({ where: { organizationId } })
    return [
      {
        ...ofOrganization,
        name: `${name} of a new provider of OpenID Connect`,
        row: 'POST /orgs/:organizationId/oidc',
        body: (role) => ({ ...openIdProvider('Provider'), ...fields(spelled(role)) }),
        prepare: async (fixture) => {
          await clear(fixture)
          return {}
        },
        isGiven,
      },
      {
        ...ofOrganization,
        name: `${name} of a provider of OpenID Connect`,
        row: 'PATCH /orgs/:organizationId/oidc/:oidcProviderId',
        body: (role) => fields(spelled(role)),
        prepare: async (fixture) => {
          await clear(fixture)
          const { body } = await fixture.admin.post(
            `/orgs/${fixture.organizationId}/oidc`,
            openIdProvider('Provider'),
          )
          return { oidcProviderId: body.id }
        },
        isGiven,
      },
    ]
  }),
  ...[
    ['PUT /orgs/:organizationId/teams/:teamId/members/:userId', () => ({})] as const,
    [
      'PUT /orgs/:organizationId/teams/:teamId/members',
      (_role: Role, { recipient }: Fixture) => ({ add: [recipient.id] }),
    ] as const,
  ].map(
    ([row, body]): Way => ({
      ...ofOrganization,
      name: `the role of a team to a member by ${row}`,
      row,
      permission: 'team:administer',
      body,
      prepare: async (fixture, role) => {
        const { prisma, ids, teamId } = fixture
        await prisma.teamMember.deleteMany({ where: { teamId } })
        await setGrant(fixture, { teamId, spaceId: ids.space }, role)
        return {}
      },
      isGiven: async ({ prisma, teamId }) => (await prisma.teamMember.count({ where: { teamId } })) > 0,
    }),
  ),
]

/** Every way of giving a role. A new one is one more row, which the first test of granting asks for. */
export const ways: Way[] = [
  ...contentKinds.flatMap(grantsOn),
  ...waysOfContent('space'),
  ...waysOfContent('collection'),
  ...waysOfOrganization,
]
