import { authorizeSite } from '../../access/authorize.ts'
import { invalidInput } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import { imageDimensions, imageTypeOf } from '../../base/image-dimensions.ts'
import { brokenRule } from '../../base/rules.ts'
import type { Database } from '../../database/client.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { Site, SiteImage } from '../../generated/prisma/client.ts'
import type { Context } from '../../request/context.ts'
import { storeBlob, storeBlobFile } from '../content/blobs.ts'
import { bytesOfBase64, readBeginning, uploadNamed } from '../content/sent-files.ts'
import { changeSite, loadSite, type SiteAddress } from '../sites/service.ts'
import { maximumImageBytes, maximumSiteImages } from './limits.ts'
import { conflict } from './reasons.ts'

export interface ImageInput {
  readonly upload?: string | null
  readonly base64?: string | null
  readonly name?: string | null
}

type StoredImage = Pick<SiteImage, 'name' | 'contentType' | 'size' | 'width' | 'height' | 'blobHash'>

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

async function storeImage(
  context: Context,
  { upload: named, base64, name }: ImageInput,
): Promise<StoredImage> {
  if ((named == null) === (base64 == null))
    throw invalidInput('upload', 'is required, unless base64 is given')
  if (named != null) {
    const upload = uploadNamed(context, named, 'upload')
    const row = imageRow(await readBeginning(upload), upload.size, 'upload', name ?? upload.name)
    return { ...row, blobHash: (await storeBlobFile(context, upload)).hash }
  }
  const bytes = bytesOfBase64(base64 ?? '', 'base64')
  if (name == null) throw brokenRule('name', 'REQUIRED')
  const row = imageRow(bytes, bytes.length, 'base64', name)
  return { ...row, blobHash: (await storeBlob(context, bytes)).hash }
}

/** Returns what the bytes at the beginning of a picture tell. Throws BAD_USER_INPUT if it is none, or too large. */
function imageRow(beginning: Uint8Array, size: number, field: string, name: string) {
  if (size > maximumImageBytes)
    throw brokenRule(field, 'FILE_TOO_LARGE', { megabytes: maximumImageBytes / 1024 ** 2 })
  const contentType = imageTypeOf(beginning)
  if (contentType === undefined) throw brokenRule(field, 'NOT_PICTURE')
  const { width = null, height = null } = imageDimensions(beginning, contentType) ?? {}
  return { name, contentType, size, width, height }
}
