import type { DefaultLevel, Role, TeamRole } from '../generated/prisma/enums.ts'
import { forbidden } from './reasons.ts'
import { highestRole, inheritedRole } from './roles.ts'
import { isReadOnly, scopesIncludeOrganization } from './tokens.ts'

/**
 * The parts of a revision that a visitor is shown, by id, and specifications also by name. Nothing else may be read beside the
 * text of pages.
 */
export interface ShownContent {
  /** The files that the content refers to. */
  readonly files: ReadonlySet<string>
  /** The users that it mentions. */
  readonly users: ReadonlySet<string>
  readonly specs: ReadonlySet<string>
  /** The tags of its updates. */
  readonly tags: ReadonlySet<string>
  /** The reusable contents that it includes. */
  readonly reusableContents: ReadonlySet<string>
  /** The bodies of its pages and of those reusable contents. */
  readonly documents: ReadonlySet<string>
}

/** Returns what a visitor is shown of a revision. Throws if it was not read, so that a row which forgets to shows nothing. */
export function shownIn({ shown }: Pick<SiteVisit, 'shown'>, revisionId: string): ShownContent {
  const content = shown.get(revisionId)
  if (!content) throw new Error('what the visitor is shown of the revision was not read')
  return content
}

/** A visitor who was admitted to a published site by credentials other than an account. */
export interface SiteVisit {
  readonly siteId: string
  /** Whether everybody may visit the site. */
  readonly isPublic: boolean
  readonly claims: Readonly<Record<string, unknown>>
  /** Returns whether a condition of content holds for the claims. */
  readonly holds: (condition: string) => boolean
  /** Returns whether the site shows the section or site-space that a redirect leads to, or it leads elsewhere. */
  readonly shows: (target: {
    readonly sectionId: string | null
    readonly siteSpaceId: string | null
    readonly url: string | null
  }) => boolean
  /** Ids of the revisions that the visible spaces publish. */
  readonly revisions: ReadonlySet<string>
  /** Names and ids of the OpenAPI specifications that the content shows. */
  readonly specs: ReadonlySet<string>
  /** The shown content of revisions, by their ids, once `readShown` has read it. */
  readonly shown: ReadonlyMap<string, ShownContent>
  /** Reads what is shown of the revision that a space publishes, or of all that the site publishes. */
  readonly readShown: (spaceId?: string) => Promise<void>
  /** Returns whether the visitor is shown a text in a revision, whose shown content was read. */
  readonly showsText: (revisionId: string, text: string) => Promise<boolean>
  /** Returns the id by which the visitor knows a body. The stored one is a digest of what conditions hide, too. */
  readonly idOfDocument: (documentId: string) => string
}

export interface TeamMembership {
  readonly organizationId: string
  readonly role: TeamRole
}

/** The caller with an account, and all memberships and grants, loaded once per request: checking a permission needs no query. */
export interface Member {
  readonly kind: 'member'
  readonly userId: string
  /** Null for commands of the operator, which use no token. */
  readonly tokenId: string | null
  /** The scopes of the token. Empty means everything that its user may do. */
  readonly scopes: readonly string[]
  /** The role by organization id, for active memberships only. Null is the role of a guest. */
  readonly memberships: Map<string, Role | null>
  /**
   * The ids of the organizations whose events the token reads, if it reads nothing else; null for any other token. In these its
   * user is like a guest with whom nothing was shared.
   */
  readonly onlyEventsOf: ReadonlySet<string> | null
  /**
   * The ids of the deleted organizations that the member administers. Of a deleted organization nobody has a membership, so
   * that it is missing wherever rights are asked for; its admins find it only among these, to restore it.
   */
  readonly deletedOrganizations: Set<string>
  readonly teams: ReadonlyMap<string, TeamMembership>
  /** The highest role granted to the member or to one of their teams, by id of the space, collection or site. */
  readonly grants: {
    readonly spaces: ReadonlyMap<string, Role>
    readonly collections: ReadonlyMap<string, Role>
    readonly sites: ReadonlyMap<string, Role>
  }
}

/**
 * The caller with the token of a visit, who may only read what the site publishes. It has nothing of an account, so that what
 * needs one does not compile before it says what visitors get.
 */
export interface SiteVisitor {
  readonly kind: 'visitor'
  /** The organization of the site. */
  readonly organizationId: string
  /** Ids of the spaces that the site shows to the visitor. */
  readonly spaces: ReadonlySet<string>
  readonly visit: SiteVisit
}

/** The role of visitors on the site, and on the spaces that it shows to them. */
export const roleOfVisitors = 'READ' satisfies Role

/** The caller. The two kinds have no other property in common, so that nothing can be read before the kind is known. */
export type Viewer = Member | SiteVisitor

/** Returns the viewer as a caller with an account. Throws FORBIDDEN for visitors. */
export function asMember(viewer: Viewer): Member {
  if (viewer.kind === 'visitor') throw forbidden('TOKEN_OF_VISITOR')
  return viewer
}

/** Returns the visit of a visitor, undefined for members and for requests without a token. */
export const visitOf = (viewer: Viewer | null): SiteVisit | undefined =>
  viewer?.kind === 'visitor' ? viewer.visit : undefined

export const isUser = (viewer: Viewer | null, userId: string | null): boolean =>
  viewer?.kind === 'member' && viewer.userId === userId

/** The filter of a policy that shows nothing. */
export const noRows = { id: { in: [] as string[] } }

/** The columns of a space or collection that determine roles on it. */
export const contentRights = ['id', 'organizationId', 'ancestors', 'effectiveLevel'] as const

export interface ContentRights {
  readonly id: string
  readonly organizationId: string
  readonly ancestors: readonly string[]
  readonly effectiveLevel: DefaultLevel | null
}

export const administeredOrganizations = (viewer: Viewer): string[] =>
  viewer.kind === 'visitor' ? [] : organizationsOfMember(viewer, (role) => role === 'ADMIN')

/** Returns the ids of the organizations of which the member's role meets a condition. */
export const organizationsOfMember = (
  { memberships }: Member,
  includes: (role: Role | null) => boolean,
): string[] => [...memberships].filter(([, role]) => includes(role)).map(([id]) => id)

/** Returns the ids of the organizations that the viewer may see: those of a member, or that of the visited site. */
export const visibleOrganizations = (viewer: Viewer): string[] =>
  viewer.kind === 'visitor' ? [viewer.organizationId] : [...viewer.memberships.keys()]

const administered = (viewer: Viewer) => ({ organizationId: { in: administeredOrganizations(viewer) } })

/** The content on which the rights of a viewer are the same, because they administer its organization. */
export const administeredContent = {
  where: administered,
  row: (viewer: Viewer) => ({
    id: '',
    organizationId: administeredOrganizations(viewer)[0] ?? '',
    ancestors: [] as string[],
    effectiveLevel: null,
  }),
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
 * Returns whether the member's token is valid for the organization. A session from an organization's identity provider
 * is limited to that organization, because other organizations do not trust the provider. An organization can revoke a
 * token of a member for itself.
 */
export const tokenAllowsOrganization = ({ scopes }: Member, organizationId: string): boolean =>
  scopesIncludeOrganization(scopes, organizationId)

/** Returns whether the viewer may change nothing, whatever their roles. */
export const mayOnlyRead = (viewer: Viewer): boolean => viewer.kind === 'visitor' || isReadOnly(viewer.scopes)

/** Returns a viewer with the same rights, to which a request may add memberships, and which may lose them. */
export const copyOfMember = (viewer: Member): Member => ({
  ...viewer,
  memberships: new Map(viewer.memberships),
  deletedOrganizations: new Set(viewer.deletedOrganizations),
})

/** Adds a membership that the request itself created: memberships are loaded once, at the start of the request. */
export function addMembership(member: Member, organizationId: string, role: Role | null): void {
  member.memberships.set(organizationId, role)
}

/** Ends the membership of an organization that the request itself deleted, of which the member is an admin. */
export function moveToDeleted(member: Member, organizationId: string): void {
  member.memberships.delete(organizationId)
  member.deletedOrganizations.add(organizationId)
}

/** Gives an admin the membership of an organization back that the request itself restored. */
export function moveFromDeleted(member: Member, organizationId: string): void {
  member.deletedOrganizations.delete(organizationId)
  member.memberships.set(organizationId, 'ADMIN')
}

export const isMember = ({ memberships }: Member, organizationId: string): boolean =>
  memberships.has(organizationId)

/** Returns whether the viewer may see the organization: its active members, and visitors of its sites. */
export const maySeeOrganization = (viewer: Viewer, organizationId: string): boolean =>
  viewer.kind === 'visitor' ? viewer.organizationId === organizationId : isMember(viewer, organizationId)

export const roleInOrganization = (viewer: Viewer, organizationId: string): Role | null =>
  viewer.kind === 'visitor' ? null : (viewer.memberships.get(organizationId) ?? null)

const rolesOnAncestors = ({ grants }: Member, ancestors: readonly string[]) =>
  ancestors.map((id) => grants.collections.get(id))

/**
 * Returns the effective role on a space: the highest of the roles granted on it and on its ancestors, and the role
 * inherited from its default level. Visitors may read what the site shows.
 */
export function roleOnSpace(viewer: Viewer, space: ContentRights): Role | null {
  if (viewer.kind === 'visitor')
    return maySeeOrganization(viewer, space.organizationId) && viewer.spaces.has(space.id)
      ? roleOfVisitors
      : null
  return roleOnContent(viewer, space, viewer.grants.spaces.get(space.id))
}

export function roleOnCollection(viewer: Viewer, collection: ContentRights): Role | null {
  if (viewer.kind === 'visitor') return null
  return roleOnContent(viewer, collection, viewer.grants.collections.get(collection.id))
}

function roleOnContent(member: Member, content: ContentRights, granted: Role | undefined): Role | null {
  if (!isMember(member, content.organizationId)) return null
  const organizationRole = roleInOrganization(member, content.organizationId)
  if (organizationRole === 'ADMIN') return 'ADMIN'
  return highestRole(
    granted,
    ...rolesOnAncestors(member, content.ancestors),
    inheritedRole(content.effectiveLevel, organizationRole),
  )
}

export function roleOnSite(viewer: Viewer, site: SiteRights): Role | null {
  if (viewer.kind === 'visitor') return viewer.visit.siteId === site.id ? roleOfVisitors : null
  if (!isMember(viewer, site.organizationId)) return null
  return highestRole(viewer.grants.sites.get(site.id), roleInOrganization(viewer, site.organizationId))
}

/** Returns the role that a membership of a team gives on the team. */
export const roleOfMembership = ({ role }: TeamMembership): Role => (role === 'OWNER' ? 'ADMIN' : 'READ')

/** Returns the role on a team: the organization role, but at least READ for its members and ADMIN for its owners. */
export function roleOnTeam(viewer: Viewer, team: TeamRights): Role | null {
  if (viewer.kind === 'visitor' || !isMember(viewer, team.organizationId)) return null
  const membership = viewer.teams.get(team.id)
  return highestRole(
    membership && roleOfMembership(membership),
    roleInOrganization(viewer, team.organizationId),
  )
}

export const ownsTeamIn = (viewer: Viewer, organizationId: string): boolean =>
  viewer.kind === 'member' &&
  [...viewer.teams.values()].some(
    (membership) => membership.organizationId === organizationId && membership.role === 'OWNER',
  )
