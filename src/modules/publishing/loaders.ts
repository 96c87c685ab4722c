import DataLoader from 'dataloader'
import type { PublishingAuth } from '../../generated/prisma/client.ts'
import { type Context, perRequest } from '../../graphql/context.ts'
import { publishingAuthsOf } from './service.ts'

const publishingAuthLoader = perRequest(
  // Not cached, because a mutation may change what a later field of the same request reads.
  ({ database }) =>
    new DataLoader<string, PublishingAuth>((siteIds) => publishingAuthsOf(database, siteIds), {
      cache: false,
    }),
)

/** Loads how visitors of sites authenticate, in one batch for all sites of a request. */
export const loadPublishingAuth = (context: Context, siteId: string): Promise<PublishingAuth> =>
  publishingAuthLoader(context).load(siteId)
