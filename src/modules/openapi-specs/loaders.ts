import DataLoader from 'dataloader'
import type { OpenAPISpecVersion } from '../../generated/prisma/client.ts'
import type { Context } from '../../graphql/context.ts'

const loadersByContext = new WeakMap<Context, DataLoader<string, OpenAPISpecVersion | null>>()

/** Versions by their ids, for all the specifications of a request in one statement. */
export function versionLoader(context: Context): DataLoader<string, OpenAPISpecVersion | null> {
  let loader = loadersByContext.get(context)
  if (!loader) {
    loader = new DataLoader(async (ids) => {
      const where = { id: { in: [...ids] } }
      const versions = await context.database.prisma.openAPISpecVersion.findMany({ where })
      const byId = new Map(versions.map((version) => [version.id, version]))
      return ids.map((id) => byId.get(id) ?? null)
    })
    loadersByContext.set(context, loader)
  }
  return loader
}
