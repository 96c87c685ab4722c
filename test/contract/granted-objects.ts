import type { Permission } from '../../src/access/permissions.ts'
import type { Role } from '../../src/generated/prisma/enums.ts'
import type { TestApp, TestClient } from '../support/app.ts'
import { buildCollection } from '../support/factories/collections.ts'
import { buildMember, buildOrganization, type TestUser } from '../support/factories/organizations.ts'
import { buildSpace } from '../support/factories/spaces.ts'
import { buildTeam } from '../support/factories/teams.ts'

export const contentKinds = ['space', 'collection', 'site'] as const
export type ContentKind = (typeof contentKinds)[number]
export type Kind = ContentKind | 'organization'

/** An organization with one of each kind of content, and those who are given roles. */
export interface Fixture {
  readonly prisma: TestApp['database']['prisma']
  readonly organizationId: string
  readonly admin: TestClient
  readonly recipient: TestUser
  readonly ids: Readonly<Record<ContentKind, string>>
  readonly teamId: string
  /** A collection into which content is moved. */
  readonly destinationId: string
}

export async function buildFixture(app: TestApp): Promise<Fixture> {
  const organization = await buildOrganization(app)
  const admin = app.as(organization.admin)
  const space = await buildSpace(app, organization)
  const collection = await buildCollection(app, organization)
  const destination = await buildCollection(app, organization, { defaultLevel: null })
  const site = (await admin.post(`/orgs/${organization.id}/sites`, {})).body
  const team = await buildTeam(app, organization)
  return {
    prisma: app.database.prisma,
    organizationId: organization.id,
    admin,
    recipient: await buildMember(app, organization.id, null),
    ids: { space: space.id, collection: collection.id, site: site.id },
    teamId: team.id,
    destinationId: destination.id,
  }
}

const columnOf = (kind: ContentKind) => `${kind}Id` as const

export const onContent = (fixture: Fixture, kind: ContentKind) =>
  ({ [columnOf(kind)]: fixture.ids[kind] }) as { spaceId: string }

export const paths = {
  space: '/spaces/:spaceId',
  collection: '/collections/:collectionId',
  site: '/orgs/:organizationId/sites/:siteId',
} as const

export const spelled = (role: Role) => role.toLowerCase()

export const administer = (kind: Kind): Permission => `${kind}:administer`

export const countGrants = ({ prisma }: Fixture, where: object) => prisma.contentPermission.count({ where })

/** Finds a space or a collection. */
export const find = ({ prisma }: Fixture, kind: 'space' | 'collection', id: string) =>
  kind === 'space'
    ? prisma.space.findUniqueOrThrow({ where: { id } })
    : prisma.collection.findUniqueOrThrow({ where: { id } })

export const parametersOf = (fixture: Fixture) => ({
  organizationId: fixture.organizationId,
  spaceId: fixture.ids.space,
  collectionId: fixture.ids.collection,
  siteId: fixture.ids.site,
  userId: fixture.recipient.id,
  teamId: fixture.teamId,
})

export const addressOf = (fixture: Fixture, kind: ContentKind, below: string) =>
  `${paths[kind].replace(/:(\w+)/g, (_match, name: keyof ReturnType<typeof parametersOf>) => parametersOf(fixture)[name])}/${below}`
