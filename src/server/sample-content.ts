import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { viewerOfUser } from '../access/authenticate.ts'
import { readFolder } from '../formats/import/files/folder.ts'
import { updateSiteCustomization } from '../modules/customizations/service.ts'
import { type FolderImport, importFolders } from '../modules/imports/service.ts'
import { publishSite } from '../modules/publishing/service.ts'
import { createSection } from '../modules/site-sections/service.ts'
import { publishedAddress } from '../modules/sites/addresses.ts'
import { createSite, updateSite } from '../modules/sites/service.ts'
import { createSpace } from '../modules/spaces/service.ts'
import { type Context, withPermission } from '../request/context.ts'

/** Lectern's own documentation: a folder for each section. */
const documentation = fileURLToPath(new URL('../docs', import.meta.url))

const sections = [
  { folder: 'guide', title: 'Guide', emoji: '📘' },
  { folder: 'operating', title: 'Operating', emoji: '🛟' },
  { folder: 'api', title: 'API', emoji: '🔌' },
  { folder: 'contributing', title: 'Contributing', emoji: '🧩' },
] as const

/**
 * Imports Lectern's own documentation, a space for each section, as the first admin, and publishes it as a site.
 * Returns the address of the site.
 */
export async function createSampleContent(
  { config, database, logger }: Pick<Context, 'config' | 'database' | 'logger'>,
  first: { organizationId: string; userId: string },
): Promise<string> {
  const viewer = await viewerOfUser(database.query, first.userId)
  const context: Context = { requestId: randomUUID(), logger, config, database, api: 'rest', viewer }
  const creating = withPermission(context, 'organization:create-content')
  const administering = withPermission(context, 'site:administer')
  const { organizationId } = first
  const imports: FolderImport[] = []
  for (const { folder, title, emoji } of sections)
    imports.push({ folder, space: await createSpace(creating, organizationId, { title, emoji }) })
  for (const { skipped } of await importFolders(context, await readFolder(documentation), imports))
    for (const skip of skipped) logger.warn(skip, 'left out of the sample content')
  const site = await createSite(creating, organizationId, { title: 'Lectern documentation' })
  const address = { organizationId, siteId: site.id }
  for (const { space } of imports) await createSection(administering, address, { spaceId: space.id })
  await updateSite(administering, address, { basename: 'docs' })
  const link = (title: string, path: string) => ({
    title,
    to: { kind: 'url' as const, url: `${config.baseUrl}${path}` },
  })
  await updateSiteCustomization(administering, address, {
    input: {
      themes: { toggleable: true },
      header: { links: [link('GraphiQL', '/graphql'), link('REST reference', '/v1/docs')] },
    },
  })
  return publishedAddress(config, await publishSite(administering, address)) as string
}
