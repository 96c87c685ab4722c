import { invalidInput, orNotFound } from '../../base/errors.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Site, SiteSection } from '../../generated/prisma/client.ts'
import { type Context, viewerOf } from '../../request/context.ts'
import { assertPageOfSpace } from '../site-spaces/home-pages.ts'
import { conflict } from '../site-spaces/reasons.ts'
import { changeSite, type SiteAddress, setDefaultIn, spacesForSite } from '../sites/service.ts'
import { localizedColumn, localizedLimits } from '../sites/structure/localized.ts'
import { appendSection, removeSections } from '../sites/structure/sections.ts'
import { appendSiteSpaces } from '../sites/structure/site-spaces.ts'
import { assertCondition } from '../visitors/conditions/condition.ts'
import { sectionLimits } from './limits.ts'
import { moveToGroup } from './nesting.ts'

export interface CreateSection {
  spaceId: string
  title?: string | null
  icon?: string | null
  isDraft?: boolean | null
  /** The page that is shown at the path of the section. */
  pageId?: string | null
  siteSectionGroupId?: string | null
}

/**
 * Adds a section at the end of the root, with one site-space as its default. A site has either site-spaces or
 * sections at the root: existing site-spaces are moved into a first section, which becomes the default and is named after the
 * default one of them.
 */
export async function createSection(
  context: Context,
  address: SiteAddress,
  input: CreateSection,
): Promise<SiteSection> {
  return changeSite(context, address, async (transaction, site) => {
    const spaces = await spacesForSite(
      transaction,
      viewerOf(context),
      site.organizationId,
      [input.spaceId],
      'spaceId',
    )
    const pageId = input.pageId ?? null
    if (pageId !== null) await assertPageOfSpace(transaction, input.spaceId, pageId)
    await gatherRoot(transaction, site)
    const title = input.title ?? titleFor(spaces[0]?.title ?? '')
    const draft = input.isDraft ?? false
    const section = await appendSection(transaction, site, { title, icon: input.icon, draft })
    await appendSiteSpaces(transaction, { siteId: site.id, sectionId: section.id }, spaces, { pageId })
    const groupId = input.siteSectionGroupId ?? null
    if (groupId === null) return section
    await moveSectionInto(transaction, site, section, groupId, 'siteSectionGroupId')
    return loadSection(transaction, site, section.id)
  })
}

/** Moves the site-spaces at the root, if there are any, into a first section, with the title of the default one. */
async function gatherRoot(transaction: Transaction, site: Site): Promise<void> {
  const atRoot = { siteId: site.id, sectionId: null }
  const shownFirst = await transaction.siteSpace.findFirst({
    where: atRoot,
    orderBy: [{ isDefault: 'desc' }, { position: 'asc' }],
    select: { title: true, space: { select: { title: true } } },
  })
  if (!shownFirst) return
  const title = titleFor(shownFirst.title ?? shownFirst.space.title)
  const { id } = await appendSection(transaction, site, { title })
  await transaction.siteSpace.updateMany({ where: atRoot, data: { sectionId: id } })
}

/** Returns the title of a space, or a fallback if it is too short for the title of a section. */
export const titleFor = (spaceTitle: string): string =>
  [...spaceTitle].length < sectionLimits.title.minLength ? 'Untitled section' : spaceTitle

export interface UpdateSection {
  title?: string | null
  path?: string | null
  defaultSiteSpace?: string | null
  condition?: string | null
  icon?: string | null
  description?: string | null
  localizedTitle?: unknown
  localizedDescription?: unknown
  isDraft?: boolean | null
  /** Null moves the section to the root. */
  siteSectionGroupId?: string | null
}

export async function updateSection(
  context: Context,
  address: SiteAddress,
  sectionId: string,
  input: UpdateSection,
): Promise<SiteSection> {
  return changeSite(context, address, async (transaction, site) => {
    const section = await loadSection(transaction, site, sectionId)
    if (input.condition != null) assertCondition('condition', input.condition)
    if (input.path != null) await assertPathAvailable(transaction, section, input.path)
    const parent = { siteId: site.id, sectionId: section.id }
    if (input.defaultSiteSpace != null)
      await setDefaultIn(transaction, viewerOf(context), parent, input.defaultSiteSpace)
    if (input.siteSectionGroupId !== undefined)
      await moveSectionInto(transaction, site, section, input.siteSectionGroupId, 'siteSectionGroupId')
    return transaction.siteSection.update({
      where: { id: section.id },
      data: {
        title: input.title ?? undefined,
        localizedTitle: localizedColumn('localizedTitle', input.localizedTitle, localizedLimits.title),
        localizedDescription: localizedColumn(
          'localizedDescription',
          input.localizedDescription,
          localizedLimits.description,
        ),
        draft: input.isDraft ?? undefined,
        path: input.path ?? undefined,
        condition: input.condition,
        icon: input.icon,
        description: input.description,
      },
    })
  })
}

/** Moves a section to the end of a group, or to the root. In the group already, it keeps its position. */
export async function moveSectionInto(
  transaction: Transaction,
  site: Pick<Site, 'id'>,
  section: Pick<SiteSection, 'id' | 'groupId'>,
  groupId: string | null,
  member: string,
): Promise<void> {
  await moveToGroup(transaction, site, section, groupId, member)
  await transaction.siteSection.update({ where: { id: section.id }, data: { groupId } })
}

/** Loads a section of the site. Throws NOT_FOUND otherwise. */
export async function loadSection(
  transaction: Transaction,
  site: Pick<Site, 'id'>,
  sectionId: string,
): Promise<SiteSection> {
  return orNotFound(await transaction.siteSection.findFirst({ where: { id: sectionId, siteId: site.id } }))
}

async function assertPathAvailable(
  transaction: Transaction,
  section: SiteSection,
  path: string,
): Promise<void> {
  const where = { siteId: section.siteId, path, id: { not: section.id } }
  if (await transaction.siteSection.findFirst({ where }))
    throw conflict('PATH_TAKEN', { owner: 'section of the site' })
}

/** Loads the sections with these ids, in this order, without duplicates. */
export async function sectionsNamed(
  transaction: Transaction,
  site: Pick<Site, 'id'>,
  sectionIds: readonly string[],
  member: string,
): Promise<SiteSection[]> {
  const ids = [...new Set(sectionIds)]
  const rows = await transaction.siteSection.findMany({ where: { siteId: site.id, id: { in: ids } } })
  const sections = new Map(rows.map((section) => [section.id, section]))
  return ids.map((id) => {
    const section = sections.get(id)
    if (!section) throw invalidInput(member, `${id} is not a section of this site`)
    return section
  })
}

/** Deletes a section with its site-spaces, but not the spaces. */
export async function deleteSection(
  context: Context,
  address: SiteAddress,
  sectionId: string,
): Promise<SiteSection> {
  return changeSite(context, address, async (transaction, site) => {
    const section = await loadSection(transaction, site, sectionId)
    await removeSections(transaction, site.id, [section.id])
    return section
  })
}
