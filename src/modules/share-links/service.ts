import { randomBytes } from 'node:crypto'
import { missingInput, orNotFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import type { Database } from '../../database/client.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { ShareLink, Site } from '../../generated/prisma/client.ts'
import type { Context } from '../../request/context.ts'
import { changeSite, type SiteAddress } from '../sites/service.ts'
import { maximumShareLinks } from './limits.ts'
import { conflict } from './reasons.ts'

export async function isActiveShareKey(
  { prisma }: Pick<Database, 'prisma'>,
  siteId: string,
  key: string,
): Promise<boolean> {
  const link = await prisma.shareLink.findUnique({
    where: { key, siteId, active: true },
    select: { id: true },
  })
  return link !== null
}

export interface CreateShareLink {
  name: string
}

/** Creates an active link with a key of its own, which never changes. */
export async function createShareLink(
  context: Context,
  address: SiteAddress,
  { name }: CreateShareLink,
): Promise<ShareLink> {
  return changeSite(context, address, async (transaction, site) => {
    if ((await transaction.shareLink.count({ where: { siteId: site.id } })) >= maximumShareLinks)
      throw conflict('TOO_MANY_SHARE_LINKS', { maximum: maximumShareLinks })
    return transaction.shareLink.create({
      data: { id: newId('ShareLink'), siteId: site.id, name, key: randomBytes(24).toString('base64url') },
    })
  })
}

export interface UpdateShareLink {
  name?: string | null
  isActive?: boolean | null
}

export async function updateShareLink(
  context: Context,
  address: SiteAddress,
  shareLinkId: string,
  { name, isActive }: UpdateShareLink,
): Promise<ShareLink> {
  return changeSite(context, address, async (transaction, site) => {
    const { id } = await loadShareLink(transaction, site, shareLinkId)
    if (name == null && isActive == null)
      throw missingInput(['isActive', 'name'], 'at least one of active and name is required')
    return transaction.shareLink.update({
      where: { id },
      data: { name: name ?? undefined, active: isActive ?? undefined },
    })
  })
}

export async function deleteShareLink(
  context: Context,
  address: SiteAddress,
  shareLinkId: string,
): Promise<ShareLink> {
  return changeSite(context, address, async (transaction, site) => {
    const { id } = await loadShareLink(transaction, site, shareLinkId)
    return transaction.shareLink.delete({ where: { id } })
  })
}

/** Loads a link of the site. Throws NOT_FOUND otherwise. */
async function loadShareLink(transaction: Transaction, site: Site, shareLinkId: string): Promise<ShareLink> {
  return orNotFound(await transaction.shareLink.findFirst({ where: { id: shareLinkId, siteId: site.id } }))
}
