import DataLoader from 'dataloader'
import type { SamlProvider } from '../../generated/prisma/client.ts'
import type { Context } from '../../graphql/context.ts'
import { signInChoices } from './service.ts'

const loaders = new WeakMap<Context, DataLoader<string, SamlProvider[]>>()

/** The providers with which members of an organization can sign in now, read for all of a request in one go. */
export function loadSignInChoices(context: Context, organizationId: string): Promise<SamlProvider[]> {
  let loader = loaders.get(context)
  if (!loader) {
    // Not kept, because a mutation may change what a later field of the same request reads.
    loader = new DataLoader((ids) => signInChoices(context, ids), { cache: false })
    loaders.set(context, loader)
  }
  return loader.load(organizationId)
}
