import { newSecret } from '../../base/secrets.ts'
import type { Database } from '../../database/client.ts'
import type { Prisma, PublishingAuth, Site } from '../../generated/prisma/client.ts'
import type { Context } from '../../request/context.ts'
import { changeSite, type SiteAddress } from '../sites/service.ts'
import { conflict } from './reasons.ts'

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

/** Returns how visitors of a site authenticate. */
export const publishingAuthOf = (
  { prisma }: Pick<Database, 'prisma'>,
  siteId: string,
): Promise<PublishingAuth> => prisma.publishingAuth.findUniqueOrThrow({ where: { siteId } })

export interface UpdatePublishingAuth {
  backend?: PublishingAuth['backend'] | null
  fallbackURL?: string | null
  logoutURL?: string | null
}

interface SiteWithAuth {
  readonly site: Site
  readonly publishingAuth: PublishingAuth
}

export const updatePublishingAuth = (
  context: Context,
  address: SiteAddress,
  { backend, fallbackURL: fallbackUrl, logoutURL: logoutUrl }: UpdatePublishingAuth,
): Promise<SiteWithAuth> =>
  changePublishingAuth(context, address, { backend: backend ?? undefined, fallbackUrl, logoutUrl })

/** Replaces the key of a site. Tokens signed with the previous key become invalid. */
export const regeneratePublishingAuth = (context: Context, address: SiteAddress): Promise<SiteWithAuth> =>
  changePublishingAuth(context, address, { privateKey: newSecret() })

const changePublishingAuth = (
  context: Context,
  address: SiteAddress,
  data: Prisma.PublishingAuthUpdateInput,
): Promise<SiteWithAuth> =>
  changeSite(context, address, async (transaction, site) => ({
    site,
    publishingAuth: await transaction.publishingAuth.update({ where: { siteId: site.id }, data }),
  }))
