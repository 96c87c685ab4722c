/**
 * Returns the name of the lock on the custom fields of an organization. Changes of fields and of the organization of
 * spaces hold it exclusively. Writes of values share it, so that values match the current fields.
 */
export const fieldsLock = (organizationId: string): string => `custom fields of ${organizationId}`
