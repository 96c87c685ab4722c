import { authorizeSite } from '../../access/authorize.ts'
import type { Viewer } from '../../access/viewer.ts'
import { invalidInput, orNotFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import { selectRow, updateRow } from '../../database/rows.ts'
import type { Transaction } from '../../database/transactions.ts'
import { isUniqueViolation, violatesIndex } from '../../database/violations.ts'
import type { Site, Space } from '../../generated/prisma/client.ts'
import { type Context, memberOf, viewerOf } from '../../request/context.ts'
import { assertNotOfServer, provesName } from '../organizations/proven-names.ts'
import { conflict as conflictInOrganization } from '../organizations/reasons.ts'
import { loadAuthorizedOrganization } from '../organizations/service.ts'
import { spaceLimits } from '../spaces/limits.ts'
import { readableSpaces } from '../spaces/policy.ts'
import { createSpaceIn } from '../spaces/service.ts'
import { hostOfProxy } from './addresses.ts'
import { readableSites } from './policy.ts'
import { conflict, refusedInput } from './reasons.ts'
import { writeSampleContent } from './sample-content.ts'
import { lockSiteStructure } from './structure/lock.ts'
import { chooseDefaultSection } from './structure/sections.ts'
import { appendSiteSpaces, chooseDefault, siblingsIn } from './structure/site-spaces.ts'

/** Loads a site that the viewer may read, in the organization if one is given. Throws NOT_FOUND otherwise. */
export async function loadSite(
  context: Context,
  siteId: string,
  organizationId?: string | null,
): Promise<Site> {
  const inOrganization = organizationId == null ? {} : { organizationId }
  const where = { AND: [{ id: siteId, ...inOrganization }, readableSites(viewerOf(context))] }
  return orNotFound(await selectRow(context.database.query, 'Site', where))
}

/** A site by id and, if the caller knows it, organization. */
export interface SiteAddress {
  readonly siteId: string
  readonly organizationId?: string | null
}

/**
 * Changes the structure of a site in one transaction. Changes of one site run one after the other, so what `change`
 * reads stays valid until the end.
 */
export async function changeSite<Result>(
  context: Context,
  { siteId, organizationId }: SiteAddress,
  change: (transaction: Transaction, site: Site) => Promise<Result>,
): Promise<Result> {
  const known = await loadSite(context, siteId, organizationId)
  authorizeSite(context, known)
  return context.database.transaction(async (transaction) =>
    change(transaction, await lockedSite(transaction, known)),
  )
}

/** Locks the structure of a site, and returns the site as it is then. */
export async function lockedSite(transaction: Transaction, known: Site): Promise<Site> {
  await lockSiteStructure(transaction, known)
  return orNotFound(await selectRow(transaction.query, 'Site', { id: known.id }))
}

/**
 * Loads the spaces with these ids, in this order. All must be in the organization and readable for the viewer. They
 * are locked until the end of the transaction, so that they are neither deleted nor moved to another organization.
 */
export async function spacesForSite(
  transaction: Transaction,
  viewer: Viewer,
  organizationId: string,
  spaceIds: readonly string[],
  member: string,
): Promise<Space[]> {
  await transaction.query('SELECT 1 FROM "Space" WHERE id = ANY($1::text[]) ORDER BY id FOR SHARE', [
    spaceIds,
  ])
  const where = { AND: [{ id: { in: [...spaceIds] }, organizationId }, readableSpaces(viewer)] }
  const spaces = new Map((await transaction.space.findMany({ where })).map((space) => [space.id, space]))
  return spaceIds.map((id) => {
    const space = spaces.get(id)
    if (!space) throw refusedInput(member, 'SPACE_NOT_IN_ORGANIZATION', { id })
    return space
  })
}

/** The spaces of a new site: existing ones, or a new space. */
export interface SpacesOfNewSite {
  readonly ids?: readonly string[] | null
  readonly newSpace?: 'SAMPLE' | 'EMPTY' | null
}

export interface CreateSite {
  type?: Site['type'] | null
  title?: string | null
  visibility?: Site['visibility'] | null
  spaces?: SpacesOfNewSite | null
}

/** Creates an unpublished site with its spaces at the root. The first one is the default. */
export async function createSite(context: Context, organizationId: string, input: CreateSite): Promise<Site> {
  const organization = await loadAuthorizedOrganization(context, organizationId)
  const { ids, newSpace } = input.spaces ?? {}
  if (ids && new Set(ids).size < ids.length) throw invalidInput('spaces', 'contains a space twice')
  const { site, shown } = await context.database.transaction((transaction) =>
    createSiteIn(context, transaction, organization.id, input),
  )
  for (const space of newSpace === 'SAMPLE' ? shown : []) await writeSampleContent(context, space)
  return site
}

async function createSiteIn(
  context: Context,
  transaction: Transaction,
  organizationId: string,
  { title: givenTitle, type, visibility, spaces }: CreateSite,
): Promise<{ site: Site; shown: Space[] }> {
  const title = givenTitle ?? 'Untitled site'
  // Spaces are locked before the site in every transaction.
  const created =
    spaces?.newSpace != null ? await createSpaceOfSite(context, transaction, organizationId, title) : []
  const { id } = await transaction.site.create({
    data: {
      id: newId('Site'),
      organizationId,
      title,
      type: type ?? undefined,
      visibility: visibility ?? undefined,
    },
  })
  await lockSiteStructure(transaction, { id, organizationId })
  const shown = spaces?.ids
    ? await spacesForSite(transaction, viewerOf(context), organizationId, spaces.ids, 'spaces')
    : created
  await appendSiteSpaces(transaction, { siteId: id, sectionId: null }, shown)
  // Read again, because a trigger counts the site-spaces.
  return { site: await transaction.site.findUniqueOrThrow({ where: { id } }), shown }
}

async function createSpaceOfSite(
  context: Context,
  transaction: Transaction,
  organizationId: string,
  siteTitle: string,
): Promise<Space[]> {
  const title = [...siteTitle].slice(0, spaceLimits.title.maxLength).join('')
  const { userId } = memberOf(context)
  return [await createSpaceIn(transaction, { organizationId, parentId: null, createdById: userId, title })]
}

export interface UpdateSite {
  title?: string | null
  visibility?: Site['visibility'] | null
  basename?: string | null
  hostname?: string | null
  adaptiveContent?: { isEnabled: boolean } | null
  defaultSiteSpace?: string | null
  defaultSiteSection?: string | null
  proxy?: string | null
}

export async function updateSite(context: Context, address: SiteAddress, input: UpdateSite): Promise<Site> {
  const proofs = await lookUpProofs(context, address, input)
  try {
    return await changeSite(context, address, async (transaction, site) => {
      const viewer = viewerOf(context)
      if (input.basename != null) await assertBasenameIsNoId(transaction, site, input.basename)
      if (input.hostname != null) await assertHostAvailable(transaction, site, input.hostname)
      if (input.defaultSiteSection != null)
        await setDefaultSection(transaction, site, input.defaultSiteSection)
      if (input.defaultSiteSpace != null)
        await setDefaultSiteSpace(transaction, viewer, site, input.defaultSiteSpace)
      const changes = {
        title: input.title ?? undefined,
        visibility: input.visibility ?? undefined,
        basename: input.basename ?? undefined,
        hostname: input.hostname,
        adaptiveContentEnabled: input.adaptiveContent?.isEnabled,
        proxy: input.proxy,
        ...proofs,
      }
      return orNotFound(await updateRow(transaction.query, 'Site', { id: site.id }, changes))
    })
  } catch (error) {
    if (violatesIndex(error, 'Site_hostname_key')) throw hostnameTaken()
    if (isUniqueViolation(error)) throw conflict('BASENAME_TAKEN')
    throw error
  }
}

/** URLs may contain the id of a site in place of its basename. */
async function assertBasenameIsNoId(transaction: Transaction, site: Site, basename: string): Promise<void> {
  if (basename === site.id) return
  const where = { id: basename, organizationId: site.organizationId }
  if ((await transaction.site.count({ where })) > 0) throw conflict('BASENAME_IS_SITE_ID')
}

const hostnameTaken = () => conflictInOrganization('HOSTNAME_TAKEN', { owner: 'site' })

/** Checks that neither an organization nor another site that has proven the host name has it. */
async function assertHostAvailable(transaction: Transaction, { id }: Site, hostname: string): Promise<void> {
  const proven = { hostname, hostnameProven: true, id: { not: id } }
  if ((await transaction.site.count({ where: proven })) > 0) throw hostnameTaken()
  if ((await transaction.organization.count({ where: { customHostname: hostname } })) > 0)
    throw hostnameTaken()
}

/** Returns the columns for whether the given host names are proven. Looks up those that were not proven before. */
async function lookUpProofs(
  context: Context,
  { siteId, organizationId }: SiteAddress,
  { hostname, proxy }: UpdateSite,
): Promise<Partial<Pick<Site, 'hostnameProven' | 'proxyProven'>>> {
  if (hostname === undefined && proxy === undefined) return {}
  const site = await loadSite(context, siteId, organizationId)
  authorizeSite(context, site)
  const proves = async (member: 'hostname' | 'proxy', name: string, isProven: boolean) => {
    if (isProven) return true
    assertNotOfServer(context.config, member, name)
    return provesName(context, site.organizationId, name)
  }
  const isSameHost = hostname === site.hostname && site.hostnameProven
  const isSameProxy =
    proxy != null && site.proxyProven && hostOfProxy(proxy) === hostOfProxy(site.proxy ?? '')
  const [hostnameProven, proxyProven] = await Promise.all([
    hostname == null ? false : proves('hostname', hostname, isSameHost),
    proxy == null ? false : proves('proxy', hostOfProxy(proxy), isSameProxy),
  ])
  return {
    ...(hostname !== undefined && { hostnameProven }),
    ...(proxy !== undefined && { proxyProven }),
  }
}

async function setDefaultSection(transaction: Transaction, site: Site, sectionId: string): Promise<void> {
  const section = await transaction.siteSection.findFirst({ where: { id: sectionId, siteId: site.id } })
  if (!section) throw refusedInput('defaultSiteSection', 'SECTION_NOT_IN_SITE')
  await chooseDefaultSection(transaction, site.id, section.id)
}

/** Sets the default at the root, or in the default section of a site with sections. */
async function setDefaultSiteSpace(
  transaction: Transaction,
  viewer: Viewer,
  site: Site,
  siteSpaceId: string,
): Promise<void> {
  const section = await transaction.siteSection.findFirst({ where: { siteId: site.id, isDefault: true } })
  const parent = { siteId: site.id, sectionId: section?.id ?? null }
  await setDefaultIn(transaction, viewer, parent, siteSpaceId)
}

/**
 * Sets the default site-space of a parent. Throws an input error for site-spaces of other parents or that the viewer
 * cannot read.
 */
export async function setDefaultIn(
  transaction: Transaction,
  viewer: Viewer,
  parent: { siteId: string; sectionId: string | null },
  siteSpaceId: string,
): Promise<void> {
  const readable = await transaction.siteSpace.findFirst({
    where: { id: siteSpaceId, ...parent, space: readableSpaces(viewer) },
  })
  const siblings = await siblingsIn(transaction, parent)
  const chosen = readable && siblings.find(({ id }) => id === readable.id)
  if (!chosen)
    throw invalidInput(
      'defaultSiteSpace',
      `is not a site-space ${parent.sectionId === null ? 'at the root of the site' : 'of the section'}`,
    )
  await chooseDefault(transaction, siblings, chosen)
}

/** Deletes the site with its structure, but not the spaces. */
export async function deleteSite(context: Context, address: SiteAddress): Promise<Site> {
  return changeSite(context, address, (transaction, { id }) => transaction.site.delete({ where: { id } }))
}
