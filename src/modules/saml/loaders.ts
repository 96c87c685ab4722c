import DataLoader from 'dataloader'
import type { SamlProvider } from '../../generated/prisma/client.ts'
import { type Context, perRequest } from '../../graphql/context.ts'
import { signInChoices } from './service.ts'

const signInChoicesLoader = perRequest(
  // Not kept, because a mutation may change what a later field of the same request reads.
  (context) => new DataLoader<string, SamlProvider[]>((ids) => signInChoices(context, ids), { cache: false }),
)

/** The providers with which members of an organization can sign in now, read for all of a request in one go. */
export const loadSignInChoices = (context: Context, organizationId: string): Promise<SamlProvider[]> =>
  signInChoicesLoader(context).load(organizationId)
