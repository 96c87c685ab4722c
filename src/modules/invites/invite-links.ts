import {
  assertMayReadSecrets,
  authorizeCollection,
  authorizeOrganization,
  authorizeSpace,
  mayOnCollection,
  mayOnOrganization,
  mayOnSpace,
} from '../../access/authorize.ts'
import { roleAboveOwn } from '../../access/grants.ts'
import { roleAtLeast } from '../../access/roles.ts'
import {
  type ContentRights,
  isMember,
  type Member,
  roleInOrganization,
  roleOnCollection,
  roleOnSpace,
  type Viewer,
} from '../../access/viewer.ts'
import { invalidInput, missingInput, notFound, orNotFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import { brokenRule } from '../../base/rules.ts'
import type { Database } from '../../database/client.ts'
import { lockUntilCommit } from '../../database/locks.ts'
import type {
  Collection,
  LinkInvite as InviteLink,
  Organization,
  Space,
} from '../../generated/prisma/client.ts'
import type { Role } from '../../generated/prisma/enums.ts'
import { type Context, memberOf, viewerOf } from '../../request/context.ts'
import { mayGrantOnCollection } from '../collections/grants.ts'
import { readableCollections } from '../collections/policy.ts'
import { loadOrganization } from '../organizations/service.ts'
import { readableSpaces } from '../spaces/policy.ts'
import { findGiver } from './givers.ts'
import { maximumInviteLinks } from './limits.ts'
import { conflict } from './reasons.ts'

/** An invite link with its target: a space, a collection, or neither for the organization itself. */
export interface FullInviteLink extends InviteLink {
  readonly space: Space | null
  readonly collection: Collection | null
}

export const invitedContent = { space: true, collection: true } as const

export interface InviteLinkAddress {
  /** The organization that it must belong to. */
  readonly organizationId?: string | null
  readonly inviteLinkId: string
}

/** Loads an invite link. Throws NOT_FOUND or FORBIDDEN unless the viewer may see and update it. */
export async function loadInviteLink(context: Context, address: InviteLinkAddress): Promise<FullInviteLink> {
  assertMayReadSecrets(viewerOf(context))
  const given = address.organizationId
  const found = given == null ? null : await loadOrganization(context, given)
  const invite = await context.database.prisma.linkInvite.findFirst({
    where: { id: address.inviteLinkId, organizationId: found?.id },
    include: invitedContent,
  })
  if (!invite) throw notFound()
  const { spaceId, collectionId } = invite
  const { id: organizationId } = found ?? (await loadOrganization(context, invite.organizationId))
  const content = await loadContent(context, organizationId, { spaceId, collectionId })
  if (!content && (spaceId ?? collectionId) !== null) throw notFound()
  authorizeInvites(context, organizationId, content)
  return invite
}

type Content = { readonly space: Space } | { readonly collection: Collection }

const contentOf = ({ space, collection }: Pick<FullInviteLink, 'space' | 'collection'>): Content | null =>
  space ? { space } : collection && { collection }

/** Loads the space or collection, or returns null if the viewer may not see it. */
async function loadContent(
  context: Context,
  organizationId: string,
  { spaceId, collectionId }: { spaceId: string | null; collectionId: string | null },
): Promise<Content | null> {
  const { prisma } = context.database
  const viewer = viewerOf(context)
  if (spaceId !== null) {
    const where = { AND: [{ id: spaceId, organizationId }, readableSpaces(viewer)] }
    const space = await prisma.space.findFirst({ where })
    return space && { space }
  }
  if (collectionId !== null) {
    const where = { AND: [{ id: collectionId, organizationId }, readableCollections(viewer)] }
    const collection = await prisma.collection.findFirst({ where })
    return collection && { collection }
  }
  return null
}

/** Links are for admins, of the organization or of the content. */
function authorizeInvites(context: Context, organizationId: string, content: Content | null): void {
  if (!content) authorizeOrganization(context, organizationId)
  else if ('space' in content) authorizeSpace(context, content.space)
  else authorizeCollection(context, content.collection)
}

/** Returns whether the viewer may make links to the organization or the content. */
const mayInvite = (viewer: Viewer, organizationId: string, content: Content | null): boolean => {
  if (!content) return mayOnOrganization(viewer, 'organization:administer', organizationId)
  return 'space' in content
    ? mayOnSpace(viewer, 'space:view-invite-links', content.space)
    : mayOnCollection(viewer, 'collection:view-invite-links', content.collection)
}

function roleOnInvited(viewer: Viewer, organizationId: string, content: Content | null): Role | null {
  if (!content) return roleInOrganization(viewer, organizationId)
  return 'space' in content
    ? roleOnSpace(viewer, content.space)
    : roleOnCollection(viewer, content.collection)
}

async function holdsInvited(
  { prisma }: Pick<Database, 'prisma'>,
  viewer: Member,
  organizationId: string,
  content: Content | null,
  role: Role | null,
): Promise<boolean> {
  if (content && 'collection' in content)
    return mayGrantOnCollection(prisma, viewer, content.collection, role)
  return role === null || roleAtLeast(roleOnInvited(viewer, organizationId, content), role)
}

/** Throws FORBIDDEN if a link gives more than the viewer holds on what it leads to. */
async function assertMayInvite(
  context: Context,
  organizationId: string,
  content: Content | null,
  role: Role | null,
): Promise<void> {
  const viewer = memberOf(context)
  if (!(await holdsInvited(context.database, viewer, organizationId, content, role)))
    throw roleAboveOwn(roleOnInvited(viewer, organizationId, content))
}

export interface CreateInviteLink {
  role?: Role | null
  level?: Role | null
  space?: string | null
  collection?: string | null
  expiresAt?: Date | null
}

export async function createInviteLink(
  context: Context,
  organizationId: string,
  input: CreateInviteLink,
): Promise<InviteLink> {
  const organization = await loadOrganization(context, organizationId)
  const isOfContent = (input.space ?? input.collection) != null
  if (input.space != null && input.collection != null)
    throw invalidInput('collection', 'cannot be given together with space')
  const role = readRole(input, isOfContent)
  if (role === undefined) throw brokenRule(isOfContent ? 'level' : 'role', 'REQUIRED')
  const expiresAt = readExpiry(input.expiresAt) ?? null
  const target = { spaceId: input.space ?? null, collectionId: input.collection ?? null }
  const content = await loadContent(context, organization.id, target)
  if (isOfContent && !content)
    throw invalidInput(input.space != null ? 'space' : 'collection', 'does not belong to this organization')
  authorizeInvites(context, organization.id, content)
  await assertMayInvite(context, organization.id, content, role)
  if (!organization.inviteLinks) throw conflict('INVITE_LINKS_DISABLED')
  return context.database.transaction(async (transaction) => {
    await lockUntilCommit(transaction, `invite-links:${organization.id}`)
    const active = { OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] }
    const count = await transaction.linkInvite.count({
      where: { organizationId: organization.id, ...active },
    })
    if (count >= maximumInviteLinks) throw conflict('TOO_MANY_INVITE_LINKS', { maximum: maximumInviteLinks })
    return transaction.linkInvite.create({
      data: {
        id: newId('InviteLink'),
        organizationId: organization.id,
        role,
        ...target,
        createdById: memberOf(context).userId,
        expiresAt,
      },
    })
  })
}

/** Reads the role, which is named `level` for content. Returns undefined if it is absent. */
function readRole(
  { role, level }: Pick<CreateInviteLink, 'role' | 'level'>,
  isOfContent: boolean,
): Role | null | undefined {
  if (isOfContent && role !== undefined)
    throw invalidInput('role', 'is not allowed for a space or collection; use level instead')
  if (!isOfContent && level !== undefined)
    throw invalidInput('level', 'is only allowed for a space or collection; use role instead')
  return isOfContent ? level : role
}

function readExpiry(expiresAt: Date | null | undefined): Date | null | undefined {
  if (expiresAt && expiresAt <= new Date()) throw brokenRule('expiresAt', 'PAST')
  return expiresAt
}

export type UpdateInviteLink = Pick<CreateInviteLink, 'role' | 'level' | 'expiresAt'>

export async function updateInviteLink(
  context: Context,
  address: InviteLinkAddress,
  input: UpdateInviteLink,
): Promise<InviteLink> {
  const { id, organizationId, spaceId, collectionId, space, collection } = await loadInviteLink(
    context,
    address,
  )
  const role = readRole(input, (spaceId ?? collectionId) !== null)
  const expiresAt = readExpiry(input.expiresAt)
  if (role === undefined && expiresAt === undefined)
    throw missingInput(
      ['role', 'level', 'expiresAt'],
      'at least one of role, level and expiresAt is required',
    )
  const content = contentOf({ space, collection })
  if (role !== undefined) await assertMayInvite(context, organizationId, content, role)
  const [changed] = await context.database.transaction((transaction) =>
    transaction.linkInvite.updateManyAndReturn({
      where: { id },
      // The user who updates a link is responsible for it from then on.
      data: { role, expiresAt, createdById: memberOf(context).userId },
    }),
  )
  return orNotFound(changed)
}

export async function deleteInviteLink(context: Context, address: InviteLinkAddress): Promise<InviteLink> {
  const link = await loadInviteLink(context, address)
  const { count } = await context.database.transaction((transaction) =>
    transaction.linkInvite.deleteMany({ where: { id: link.id } }),
  )
  if (count === 0) throw notFound()
  return link
}

/** Returns whether an invite link would not give the caller any additional access. */
export function isRedundant(
  viewer: Viewer,
  {
    role,
    organizationId,
    ...invite
  }: Pick<InviteLink, 'role' | 'organizationId'> & {
    readonly space: ContentRights | null
    readonly collection: ContentRights | null
  },
): boolean {
  if (viewer.kind === 'visitor' || !isMember(viewer, organizationId)) return false
  if (role === null) return true
  if (invite.space) return roleAtLeast(roleOnSpace(viewer, invite.space), role)
  if (invite.collection) return roleAtLeast(roleOnCollection(viewer, invite.collection), role)
  return roleAtLeast(roleInOrganization(viewer, organizationId), role)
}

/** Finds an invite link that is valid now: not expired, not disabled, and with an existing target. */
export async function findActiveInvite(
  context: Context,
  { organizationId, inviteLinkId }: InviteLinkAddress,
): Promise<FullInviteLink & { organization: Organization }> {
  const invite = await context.database.prisma.linkInvite.findFirst({
    where: {
      id: inviteLinkId,
      organizationId: organizationId ?? undefined,
      organization: { inviteLinks: true, deletedAt: null },
      OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
    },
    include: { ...invitedContent, organization: true },
  })
  if (!invite) {
    context.countGuess?.()
    throw notFound()
  }
  const content = invite.space ?? invite.collection
  if (content && (content.deletedAt !== null || content.organizationId !== invite.organizationId))
    throw notFound()
  return invite
}

/** Throws NOT_FOUND unless the user who created or last updated a link could create it now. */
export async function assertStillGiven({ database }: Context, invite: FullInviteLink): Promise<void> {
  const { organizationId, role, createdById } = invite
  const giver = await findGiver(database, createdById)
  const content = contentOf(invite)
  const isGiven =
    giver !== null &&
    mayInvite(giver, organizationId, content) &&
    (await holdsInvited(database, giver, organizationId, content, role))
  if (!isGiven) throw notFound()
}
