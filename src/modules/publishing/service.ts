import { randomBytes } from 'node:crypto'
import type { Database } from '../../database/client.ts'
import { conflict } from '../../errors.ts'
import type { PublishingAuth, Site } from '../../generated/prisma/client.ts'
import type { Context } from '../../graphql/context.ts'
import { changeSite, type SiteAddress } from '../sites/service.ts'

/** Publishes a site, so that visitors can read it according to its visibility. A published site stays unchanged. */
export async function publishSite(context: Context, address: SiteAddress): Promise<Site> {
  return changeSite(context, address, async (transaction, site) => {
    if (site.published) return site
    if (site.siteSpaceCount === 0) throw conflict('SITE_EMPTY')
    return transaction.site.update({ where: { id: site.id }, data: { published: true } })
  })
}

/** Unpublishes a site. All its settings stay. */
export async function unpublishSite(context: Context, address: SiteAddress): Promise<Site> {
  return changeSite(context, address, (transaction, site) =>
    transaction.site.update({ where: { id: site.id }, data: { published: false } }),
  )
}

const newPrivateKey = (): string => randomBytes(32).toString('base64url')

/** Returns how visitors of sites authenticate, in the order of the ids. Missing settings are created. */
export async function publishingAuthsOf(
  { prisma }: Pick<Database, 'prisma'>,
  siteIds: readonly string[],
): Promise<PublishingAuth[]> {
  const rows = await prisma.publishingAuth.findMany({ where: { siteId: { in: [...siteIds] } } })
  const bySite = new Map(rows.map((row) => [row.siteId, row]))
  const missing = siteIds.filter((siteId) => !bySite.has(siteId))
  if (missing.length > 0) {
    await prisma.publishingAuth.createMany({
      data: missing.map((siteId) => ({ siteId, privateKey: newPrivateKey() })),
      // The first of several concurrent requests creates it.
      skipDuplicates: true,
    })
    for (const row of await prisma.publishingAuth.findMany({ where: { siteId: { in: missing } } }))
      bySite.set(row.siteId, row)
  }
  return siteIds.map((siteId) => {
    const row = bySite.get(siteId)
    if (!row) throw new Error(`site ${siteId} was deleted while its publishing auth was made`)
    return row
  })
}

/** Returns how visitors of a site authenticate. The settings are created by the first call. */
export async function publishingAuthOf(
  database: Pick<Database, 'prisma'>,
  siteId: string,
): Promise<PublishingAuth> {
  const [row] = await publishingAuthsOf(database, [siteId])
  return row as PublishingAuth
}

export interface UpdatePublishingAuth {
  backend: PublishingAuth['backend']
  fallbackURL?: string | null
}

export async function updatePublishingAuth(
  context: Context,
  address: SiteAddress,
  { backend, fallbackURL: fallbackUrl }: UpdatePublishingAuth,
): Promise<PublishingAuth> {
  return changeSite(context, address, (transaction, { id: siteId }) =>
    transaction.publishingAuth.upsert({
      where: { siteId },
      create: { siteId, backend, fallbackUrl, privateKey: newPrivateKey() },
      update: { backend, fallbackUrl },
    }),
  )
}

/** Replaces the key of a site. Tokens signed with the previous key become invalid. */
export async function regeneratePublishingAuth(
  context: Context,
  address: SiteAddress,
): Promise<PublishingAuth> {
  return changeSite(context, address, (transaction, { id: siteId }) => {
    const privateKey = newPrivateKey()
    return transaction.publishingAuth.upsert({
      where: { siteId },
      create: { siteId, privateKey },
      update: { privateKey },
    })
  })
}
