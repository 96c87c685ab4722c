import DataLoader from 'dataloader'
import type { OpenAPISpecVersion } from '../../generated/prisma/client.ts'
import { perRequest } from '../../graphql/context.ts'

/** Loads versions by id. */
export const versionLoader = perRequest(
  ({ database }) =>
    new DataLoader<string, OpenAPISpecVersion | null>(async (ids) => {
      const where = { id: { in: [...ids] } }
      const versions = await database.prisma.openAPISpecVersion.findMany({ where })
      const byId = new Map(versions.map((version) => [version.id, version]))
      return ids.map((id) => byId.get(id) ?? null)
    }),
)
