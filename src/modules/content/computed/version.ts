/**
 * Returns SQL for a version of the content that spaces of an organization compute from its specifications: it changes
 * whenever that content may have changed, and never comes back. `organizationId` is SQL for the id.
 */
export const computedVersion = (organizationId: string): string =>
  `(SELECT coalesce(md5(string_agg(concat_ws(' ', o.id, o.xmin), ',' ORDER BY o.id COLLATE "C")), '')
    FROM "OpenAPISpec" o WHERE o."organizationId" = ${organizationId})`
