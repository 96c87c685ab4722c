import { authorizeOrganization } from '../../access/authorize.ts'
import { assertNoFaults, type FieldFault, notFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import { lockUntilCommit } from '../../database/locks.ts'
import type { Transaction } from '../../database/transactions.ts'
import type { CustomFont } from '../../generated/prisma/client.ts'
import type { FontFormat } from '../../generated/prisma/enums.ts'
import { type Context, viewerOf } from '../../request/context.ts'
import { loadAuthorizedOrganization } from '../organizations/service.ts'
import { maximumFonts, regularWeight } from './limits.ts'
import { readableFonts } from './policy.ts'
import { conflict, preconditionFailed } from './reasons.ts'

/** A weight of a font with the key of its uploaded file. Without one the weight is removed. */
export interface FaceInput {
  readonly weight: number
  readonly storageKey?: string | null
}

/** A font by its id and, optionally, the organization that it must belong to. */
export interface FontAddress {
  readonly fontId: string
  readonly organizationId?: string | null
}

interface Face {
  readonly weight: number
  readonly format: FontFormat
  readonly blobHash: string
}

export async function createFont(
  context: Context,
  organizationId: string,
  { fontFamily, fontFaces }: { readonly fontFamily: string; readonly fontFaces: readonly FaceInput[] },
): Promise<CustomFont> {
  const { id } = await loadAuthorizedOrganization(context, organizationId)
  assertWeightsOnce(fontFaces)
  return context.database.transaction(async (transaction) => {
    await lockUntilCommit(transaction, fontsLock(id))
    if ((await transaction.customFont.count({ where: { organizationId: id } })) >= maximumFonts)
      throw conflict('TOO_MANY_FONTS', { maximum: maximumFonts })
    const font = await transaction.customFont.create({
      data: { id: newId('CustomFont'), organizationId: id, fontFamily },
    })
    await writeFaces(transaction, font, fontFaces)
    return font
  })
}

/** Updates a font. The weights that it does not name keep their files. */
export async function updateFont(
  context: Context,
  address: FontAddress,
  {
    fontFamily,
    fontFaces,
  }: { readonly fontFamily?: string | null; readonly fontFaces?: readonly FaceInput[] | null },
): Promise<CustomFont> {
  const { organizationId } = await loadFont(context, address)
  assertWeightsOnce(fontFaces ?? [])
  return context.database.transaction(async (transaction) => {
    await lockUntilCommit(transaction, fontsLock(organizationId))
    const [font] = await transaction.customFont.updateManyAndReturn({
      where: { id: address.fontId },
      data: { fontFamily: fontFamily ?? undefined, updatedAt: new Date() },
    })
    if (!font) throw notFound()
    await writeFaces(transaction, font, fontFaces ?? [])
    return font
  })
}

/** Deletes a font that no customization uses. */
export async function deleteFont(
  context: Context,
  address: FontAddress,
): Promise<{ id: string; organizationId: string }> {
  const { id, organizationId } = await loadFont(context, address)
  return context.database.transaction(async (transaction) => {
    await lockUntilCommit(transaction, fontsLock(organizationId))
    const [use] = await transaction.query<{ title: string }>(usesOfFont, [organizationId, id])
    if (use) throw conflict('FONT_IN_USE', { title: use.title })
    const { count } = await transaction.customFont.deleteMany({ where: { id } })
    if (count === 0) throw notFound()
    return { id, organizationId }
  })
}

const fontsLock = (organizationId: string) => `fonts of ${organizationId}`

async function loadFont(context: Context, { fontId, organizationId }: FontAddress): Promise<CustomFont> {
  const inOrganization = organizationId == null ? {} : { organizationId }
  const font = await context.database.prisma.customFont.findFirst({
    where: { AND: [{ id: fontId, ...inOrganization }, readableFonts(viewerOf(context))] },
  })
  if (!font) throw notFound()
  authorizeOrganization(context, font.organizationId)
  return font
}

/** The sites of an organization whose customization, or that of a site-space, names a font. */
const usesOfFont = `
  SELECT s.title FROM "Site" s
  LEFT JOIN "SiteCustomization" c ON c."siteId" = s.id
  LEFT JOIN "SiteSpace" x ON x."siteId" = s.id
  LEFT JOIN "SiteSpaceCustomization" o ON o."siteSpaceId" = x.id
  WHERE s."organizationId" = $1 AND EXISTS (
    SELECT 1 FROM (VALUES (c.settings), (o.settings)) chosen(settings),
      LATERAL (VALUES ('font'), ('headingFont'), ('monospaceFont')) use(member)
    WHERE chosen.settings -> 'styling' -> use.member ->> 'id' = $2)
  ORDER BY s.id LIMIT 1`

/** Throws BAD_USER_INPUT for a weight that comes twice. */
function assertWeightsOnce(faces: readonly FaceInput[]): void {
  const seen = new Set<number>()
  assertNoFaults(
    faces.flatMap(({ weight }, index) => {
      const isRepeated = seen.has(weight)
      seen.add(weight)
      return isRepeated
        ? [{ path: `fontFaces.${index}.weight`, message: 'is the weight of a face before' }]
        : []
    }),
  )
}

async function writeFaces(
  transaction: Transaction,
  font: CustomFont,
  faces: readonly FaceInput[],
): Promise<void> {
  const written = await uploadedFaces(transaction, font.organizationId, faces)
  const weights = faces.map(({ weight }) => weight)
  await transaction.customFontFace.deleteMany({ where: { fontId: font.id, weight: { in: weights } } })
  await transaction.customFontFace.createMany({
    data: written.map((face) => ({ ...face, id: newId('CustomFontFace'), fontId: font.id })),
  })
  const regular = { fontId: font.id, weight: regularWeight }
  if ((await transaction.customFontFace.count({ where: regular })) === 0)
    throw preconditionFailed('FONT_WITHOUT_REGULAR')
}

/** Returns the faces with the files that their keys name. Throws BAD_USER_INPUT for a key without a file. */
async function uploadedFaces(
  transaction: Transaction,
  organizationId: string,
  faces: readonly FaceInput[],
): Promise<Face[]> {
  const keys = faces.flatMap(({ storageKey }) => storageKey ?? [])
  const uploads = await transaction.query<{
    key: string
    format: FontFormat | null
    blobHash: string | null
  }>(
    `SELECT key, format, "blobHash" FROM "StorageUpload"
     WHERE "organizationId" = $1 AND key = ANY($2::text[]) ORDER BY key FOR SHARE`,
    [organizationId, keys],
  )
  const byKey = new Map(uploads.map((upload) => [upload.key, upload]))
  const faults: FieldFault[] = []
  const found = faces.flatMap(({ weight, storageKey }, index): Face[] => {
    if (storageKey == null) return []
    const { format, blobHash } = byKey.get(storageKey) ?? {}
    if (format && blobHash) return [{ weight, format, blobHash }]
    faults.push({
      path: `fontFaces.${index}.storageKey`,
      message: 'must be the key of a file that was uploaded within a day',
    })
    return []
  })
  assertNoFaults(faults)
  return found
}
