import DataLoader from 'dataloader'
import type { PublishingAuth } from '../../generated/prisma/client.ts'
import type { Context } from '../../graphql/context.ts'
import { publishingAuthsOf } from './service.ts'

const loaders = new WeakMap<Context, DataLoader<string, PublishingAuth>>()

/** How the visitors of a site authenticate, read for all sites of a request in one go. */
export function loadPublishingAuth(context: Context, siteId: string): Promise<PublishingAuth> {
  let loader = loaders.get(context)
  if (!loader) {
    // Not kept, because a mutation may change what a later field of the same request reads.
    loader = new DataLoader((siteIds) => publishingAuthsOf(context.database, siteIds), { cache: false })
    loaders.set(context, loader)
  }
  return loader.load(siteId)
}
