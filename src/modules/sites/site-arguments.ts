import type { ArgBuilder } from '@pothos/core'
import type { GraphTypes } from '../../graphql/builder.ts'

interface WithArguments {
  readonly arg: ArgBuilder<GraphTypes>
}

export const siteArguments = ({ arg }: WithArguments) => ({
  siteId: arg.id({ required: true, description: 'Id of the site.' }),
  organizationId: arg.id({ description: 'Id of the organization that must own the site.' }),
})

/** Returns the arguments of a field of Query with an item of a site, for `itemOfSite`. */
export const itemArguments = ({ arg }: WithArguments, description: string) => ({
  id: arg.id({ required: true, description }),
  siteId: arg.id({ description: 'Id of the site. The item is not found if it belongs to another.' }),
})

/** Matches an item by its id, and by that of its site if it is given. */
export const itemOfSite = ({
  id,
  siteId,
}: {
  readonly id: string
  readonly siteId?: string | null | undefined
}) => ({
  id,
  ...(siteId != null && { siteId }),
})
