/**
 * Held alone by whoever changes the fields of an organization or takes spaces out of it, and shared by those who
 * write values, which must fit the fields as they are then and belong to the organization of the space.
 */
export const fieldsLock = (organizationId: string): string => `custom fields of ${organizationId}`
