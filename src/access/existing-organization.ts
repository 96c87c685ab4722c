/*
 * The members of a deleted organization have no rights in it, which is decided once, where a viewer is read. These
 * conditions are for whoever needs no account: visitors of sites, holders of signed links, identity providers, and jobs.
 */

/** Matches what belongs to an organization that is not deleted. */
export const inExistingOrganization = { organization: { deletedAt: null } } as const

/** Returns SQL for whether the organization is not deleted, from SQL for its id. */
export const isExistingOrganization = (organizationId: string): string =>
  `EXISTS (SELECT 1 FROM "Organization" existing WHERE existing.id = ${organizationId} AND existing."deletedAt" IS NULL)`
