import DataLoader from 'dataloader'
import type { SamlProvider } from '../../generated/prisma/client.ts'
import { type Context, perRequest } from '../../graphql/context.ts'
import { signInChoices } from './service.ts'

const signInChoicesLoader = perRequest(
  // Not cached, because a later field of the same request may read the providers after a mutation changed them.
  (context) => new DataLoader<string, SamlProvider[]>((ids) => signInChoices(context, ids), { cache: false }),
)

/** Loads the active providers of an organization, batched for all organizations of a request. */
export const loadSignInChoices = (context: Context, organizationId: string): Promise<SamlProvider[]> =>
  signInChoicesLoader(context).load(organizationId)
