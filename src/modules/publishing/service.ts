import { randomBytes } from 'node:crypto'
import type { Database } from '../../database/client.ts'
import { conflict } from '../../errors.ts'
import type { PublishingAuth, Site } from '../../generated/prisma/client.ts'
import type { Context } from '../../graphql/context.ts'
import { changeSite, type SiteAddress } from '../sites/service.ts'

/** Lets those whom the visibility names reach the site. A site that is published already stays as it is. */
export async function publishSite(context: Context, address: SiteAddress): Promise<Site> {
  return changeSite(context, address, async (transaction, site) => {
    if (site.published) return site
    if (site.siteSpaceCount === 0) throw conflict('The site has nothing to show: add a space first.')
    return transaction.site.update({ where: { id: site.id }, data: { published: true } })
  })
}

/** Lets nobody reach the site any more. Everything that was chosen for it stays. */
export async function unpublishSite(context: Context, address: SiteAddress): Promise<Site> {
  return changeSite(context, address, (transaction, site) =>
    transaction.site.update({ where: { id: site.id }, data: { published: false } }),
  )
}

const newPrivateKey = (): string => randomBytes(32).toString('base64url')

/** How the visitors of sites authenticate, in the order of the ids; made for those that have none yet. */
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
      // Of several who ask at once the first makes it.
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

/** How the visitors of a site authenticate; made when it is first asked for. */
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

/** Gives the site a new key. What was signed with the one before is worth nothing from then on. */
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
