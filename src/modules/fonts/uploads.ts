import { randomBytes } from 'node:crypto'
import { expiryAfter, signUrl } from '../../access/signed-urls.ts'
import { invalidInput } from '../../base/errors.ts'
import type { Database } from '../../database/client.ts'
import { lockUntilCommit } from '../../database/locks.ts'
import type { Context } from '../../request/context.ts'
import { loadAuthorizedOrganization } from '../organizations/service.ts'
import { maximumStorageUploads, uploadSeconds } from './limits.ts'
import { conflict } from './reasons.ts'

/** Where a file may be uploaded, and the key that names it then. */
export interface StorageUpload {
  readonly organizationId: string
  readonly url: string
  readonly key: string
}

const uploadPath = (key: string): string => `/uploads/${key}`

/** Announces a file, and returns a URL at which it can be uploaded without a token. */
export async function createStorageUpload(
  context: Context,
  organizationId: string,
  { kind }: { readonly kind: 'CUSTOMIZATION_FONT' | 'IMPORT_FILE' | 'ORGANIZATION_FILE' },
): Promise<StorageUpload> {
  const { id } = await loadAuthorizedOrganization(context, organizationId)
  if (kind !== 'CUSTOMIZATION_FONT')
    throw invalidInput(
      'kind',
      'must be customization_font: other files are sent with the import or the change of content that needs them',
    )
  const key = randomBytes(24).toString('hex')
  await context.database.transaction(async (transaction) => {
    await lockUntilCommit(transaction, `storage uploads of ${id}`)
    const since = new Date(Date.now() - dayMs)
    await transaction.storageUpload.deleteMany({ where: { organizationId: id, createdAt: { lt: since } } })
    if ((await transaction.storageUpload.count({ where: { organizationId: id } })) >= maximumStorageUploads)
      throw conflict('TOO_MANY_STORAGE_UPLOADS', { maximum: maximumStorageUploads })
    await transaction.storageUpload.create({ data: { key, organizationId: id } })
  })
  return {
    organizationId: id,
    key,
    url: await signUrl(context, uploadPath(key), {}, expiryAfter(uploadSeconds)),
  }
}

const dayMs = 24 * 3_600_000

/** Removes the announcements of files of a day ago. What fonts do not use of their files is swept then. */
export async function removeOldUploads(database: Pick<Database, 'transaction'>, now: Date): Promise<void> {
  const where = { createdAt: { lt: new Date(now.getTime() - dayMs) } }
  await database.transaction((transaction) => transaction.storageUpload.deleteMany({ where }))
}
