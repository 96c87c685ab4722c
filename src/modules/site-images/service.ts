import { authorizeSite } from '../../access/authorize.ts'
import { newId } from '../../base/identifiers.ts'
import type { Database } from '../../database/client.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Site, SiteImage } from '../../generated/prisma/client.ts'
import type { Context } from '../../request/context.ts'
import { type ImageInput, storeImage } from '../content/sent-images.ts'
import { changeSite, loadSite, type SiteAddress } from '../sites/service.ts'
import { maximumSiteImages } from './limits.ts'
import { conflict } from './reasons.ts'

/** A site with a picture that was added to it. */
export interface UploadedImage {
  readonly site: Site
  readonly siteImage: SiteImage
}

/** Adds a picture to those that the customization of a site can name. */
export async function uploadSiteImage(
  context: Context,
  address: SiteAddress,
  input: ImageInput,
): Promise<UploadedImage> {
  // Nothing of those who may not change the site is stored.
  authorizeSite(context, await loadSite(context, address.siteId, address.organizationId))
  const image = await storeImage(context, input)
  return changeSite(context, address, async (transaction, site) => {
    await removeUnnamedImages(transaction, { siteId: site.id, now: new Date() })
    if ((await transaction.siteImage.count({ where: { siteId: site.id } })) >= maximumSiteImages)
      throw conflict('TOO_MANY_SITE_IMAGES', { maximum: maximumSiteImages })
    const siteImage = await transaction.siteImage.create({
      data: { id: newId('SiteImage'), siteId: site.id, ...image },
    })
    return { site, siteImage }
  })
}

/** Deletes the pictures that were uploaded more than a day ago and that no customization names. */
export const removeUnusedImages = (database: Pick<Database, 'transaction'>, now: Date): Promise<void> =>
  database.transaction((transaction) => removeUnnamedImages(transaction, { siteId: null, now }))

const dayMs = 24 * 3_600_000

/** A picture is named by its id, which stands in the address that settings have. */
async function removeUnnamedImages(
  { query }: Transaction,
  { siteId, now }: { readonly siteId: string | null; readonly now: Date },
): Promise<void> {
  const isNamedIn = (settings: string) => `position(i.id IN ${settings}::text) > 0`
  await query(
    `DELETE FROM "SiteImage" i WHERE ($1::text IS NULL OR i."siteId" = $1) AND i."createdAt" < $2
     AND NOT EXISTS (SELECT 1 FROM "SiteCustomization" c WHERE c."siteId" = i."siteId" AND ${isNamedIn('c.settings')})
     AND NOT EXISTS (
       SELECT 1 FROM "SiteSpace" x JOIN "SiteSpaceCustomization" c ON c."siteSpaceId" = x.id
       WHERE x."siteId" = i."siteId" AND ${isNamedIn('c.settings')})`,
    [siteId, new Date(now.getTime() - dayMs)],
  )
}
