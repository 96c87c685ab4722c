import type { DefaultLevel, Role, TeamRole } from '../generated/prisma/enums.ts'
import { highestRole, inheritedRole } from './roles.ts'
import { organizationOfScopes } from './tokens.ts'

/** Somebody who was admitted to a published site, by what they requestCredentials instead of an account. */
export interface SiteVisit {
  readonly siteId: string
  readonly claims: Readonly<Record<string, unknown>>
}

/** A team that the viewer is in. */
export interface TeamPlace {
  readonly organizationId: string
  readonly role: TeamRole
}

/** Who is calling and all that they hold, loaded once per request: permissions of any object need no query. */
export interface Viewer {
  readonly userId: string
  /** Null where no token is involved: a command of the operator. */
  readonly tokenId: string | null
  /** What the token may do; empty means everything its user may. */
  readonly scopes: readonly string[]
  /** The organizations the viewer is an active member of, with their role; null is a guest. */
  readonly memberships: Map<string, Role | null>
  /** The teams the viewer is in, by their ids. */
  readonly teams: ReadonlyMap<string, TeamPlace>
  /** The highest role given to the viewer or to one of their teams, by the id of the space, collection or site. */
  readonly grants: {
    readonly spaces: ReadonlyMap<string, Role>
    readonly collections: ReadonlyMap<string, Role>
    readonly sites: ReadonlyMap<string, Role>
  }
  /** Set for a visitor of a site, who may read what is published there, and nothing else. */
  readonly visit?: SiteVisit
}

/** The columns of a space or collection that decide about rights to it. */
export interface ContentRights {
  readonly id: string
  readonly organizationId: string
  readonly ancestors: readonly string[]
  readonly effectiveLevel: DefaultLevel | null
}

export interface SiteRights {
  readonly id: string
  readonly organizationId: string
}

export interface TeamRights {
  readonly id: string
  readonly organizationId: string
}

/**
 * Whether the viewer may come into the organization. A session that an identity provider opened is good for its own
 * organization only: elsewhere nobody believes that provider who the viewer is.
 */
export function mayEnter({ scopes }: Viewer, organizationId: string): boolean {
  const only = organizationOfScopes(scopes)
  return only === undefined || only === organizationId
}

/** Rights are loaded once per request; what the request itself makes the viewer a member of is added to them. */
export function rememberMembership(viewer: Viewer, organizationId: string, role: Role | null): void {
  viewer.memberships.set(organizationId, role)
}

export const isMember = (viewer: Viewer, organizationId: string): boolean =>
  viewer.memberships.has(organizationId)

export const roleInOrganization = (viewer: Viewer, organizationId: string): Role | null =>
  viewer.memberships.get(organizationId) ?? null

const grantedAround = (viewer: Viewer, ancestors: readonly string[]) =>
  ancestors.map((id) => viewer.grants.collections.get(id))

/** The effective role on a space: the highest of what is granted on it or around it, and what is inherited. */
export function roleOnSpace(viewer: Viewer, space: ContentRights): Role | null {
  return roleOnContent(viewer, space, viewer.grants.spaces.get(space.id))
}

export function roleOnCollection(viewer: Viewer, collection: ContentRights): Role | null {
  return roleOnContent(viewer, collection, viewer.grants.collections.get(collection.id))
}

function roleOnContent(viewer: Viewer, content: ContentRights, granted: Role | undefined): Role | null {
  if (!isMember(viewer, content.organizationId)) return null
  const organizationRole = roleInOrganization(viewer, content.organizationId)
  if (organizationRole === 'ADMIN') return 'ADMIN'
  return highestRole(
    granted,
    ...grantedAround(viewer, content.ancestors),
    inheritedRole(content.effectiveLevel, organizationRole),
  )
}

export function roleOnSite(viewer: Viewer, site: SiteRights): Role | null {
  if (!isMember(viewer, site.organizationId)) return null
  return highestRole(viewer.grants.sites.get(site.id), roleInOrganization(viewer, site.organizationId))
}

/** On a team: the role in its organization; but whoever is in it may read it, and an owner may administer it. */
export function roleOnTeam(viewer: Viewer, team: TeamRights): Role | null {
  if (!isMember(viewer, team.organizationId)) return null
  const place = viewer.teams.get(team.id)
  const inTeam = place && (place.role === 'OWNER' ? 'ADMIN' : 'READ')
  return highestRole(inTeam, roleInOrganization(viewer, team.organizationId))
}

export const ownsTeamIn = (viewer: Viewer, organizationId: string): boolean =>
  [...viewer.teams.values()].some(
    (place) => place.organizationId === organizationId && place.role === 'OWNER',
  )
