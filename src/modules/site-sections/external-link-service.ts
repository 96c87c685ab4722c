import { orNotFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import { brokenRule } from '../../base/rules.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Site, SiteExternalLink } from '../../generated/prisma/client.ts'
import type { Context } from '../../request/context.ts'
import { changeSite, type SiteAddress } from '../sites/service.ts'
import { localizedColumn, localizedLimits } from '../sites/structure/localized.ts'
import { movedBehind, positionBehindAll, readSiteOrder } from '../sites/structure/sections.ts'
import { assertCondition } from '../visitors/conditions/condition.ts'
import { maximumExternalLinks } from './limits.ts'
import { assertMayContain, moveToGroup } from './nesting.ts'
import { badRequest, conflict } from './reasons.ts'

interface LinkFields {
  localizedTitle?: unknown
  description?: string | null
  localizedDescription?: unknown
  icon?: string | null
  condition?: string | null
  isDraft?: boolean | null
}

export interface CreateExternalLink extends LinkFields {
  title: string
  url: string
  parentSectionGroupId?: string | null
}

/** Adds a link at the end of a group, or of the root of a site with sections. */
export async function createExternalLink(
  context: Context,
  address: SiteAddress,
  input: CreateExternalLink,
): Promise<SiteExternalLink> {
  return changeSite(context, address, async (transaction, site) => {
    assertFields(input)
    await assertRoom(transaction, site)
    const order = await readSiteOrder(transaction, site.id)
    const groupId = input.parentSectionGroupId ?? null
    const id = newId('SiteExternalLink')
    const added = { kind: 'SITE_EXTERNAL_LINK', id, position: positionBehindAll(order), groupId } as const
    if (groupId !== null) assertMayContain([...order, added], groupId, id, 'parentSectionGroupId')
    const [moved] = movedBehind([...order, added], groupId, [id])
    return transaction.siteExternalLink.create({
      data: {
        id,
        siteId: site.id,
        groupId,
        title: input.title,
        url: input.url,
        ...columnsOf(input),
        position: moved?.position ?? added.position,
      },
    })
  })
}

function assertFields({ url, condition }: { url?: string | null; condition?: string | null }): void {
  if (condition != null) assertCondition('condition', condition)
  if (url != null && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw brokenRule('url', 'WITHOUT_HTTP')
}

async function assertRoom(transaction: Transaction, { id: siteId }: Site): Promise<void> {
  if ((await transaction.siteSection.count({ where: { siteId } })) === 0)
    throw badRequest('SITE_WITHOUT_SECTIONS')
  if ((await transaction.siteExternalLink.count({ where: { siteId } })) >= maximumExternalLinks)
    throw conflict('TOO_MANY_EXTERNAL_LINKS', { maximum: maximumExternalLinks })
}

const columnsOf = (input: LinkFields) => ({
  localizedTitle: localizedColumn('localizedTitle', input.localizedTitle, localizedLimits.title),
  description: input.description,
  localizedDescription: localizedColumn(
    'localizedDescription',
    input.localizedDescription,
    localizedLimits.description,
  ),
  icon: input.icon,
  condition: input.condition,
  draft: input.isDraft ?? undefined,
})

export interface UpdateExternalLink extends LinkFields {
  title?: string | null
  url?: string | null
  /** Null moves the link to the root. */
  parentSectionGroupId?: string | null
}

export async function updateExternalLink(
  context: Context,
  address: SiteAddress,
  linkId: string,
  input: UpdateExternalLink,
): Promise<SiteExternalLink> {
  return changeSite(context, address, async (transaction, site) => {
    const link = await loadExternalLink(transaction, site, linkId)
    assertFields(input)
    const groupId = input.parentSectionGroupId
    if (groupId !== undefined) await moveToGroup(transaction, site, link, groupId, 'parentSectionGroupId')
    return transaction.siteExternalLink.update({
      where: { id: link.id },
      data: {
        title: input.title ?? undefined,
        url: input.url ?? undefined,
        ...columnsOf(input),
        ...(groupId !== undefined && { groupId }),
      },
    })
  })
}

/** Loads a link of the site. Throws NOT_FOUND otherwise. */
export async function loadExternalLink(
  transaction: Transaction,
  site: Pick<Site, 'id'>,
  linkId: string,
): Promise<SiteExternalLink> {
  return orNotFound(await transaction.siteExternalLink.findFirst({ where: { id: linkId, siteId: site.id } }))
}

export async function deleteExternalLink(
  context: Context,
  address: SiteAddress,
  linkId: string,
): Promise<SiteExternalLink> {
  return changeSite(context, address, async (transaction, site) => {
    const { id } = await loadExternalLink(transaction, site, linkId)
    return transaction.siteExternalLink.delete({ where: { id } })
  })
}
