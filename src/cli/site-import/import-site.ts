import { recordOperation } from '../../audit/record-operation.ts'
import { newId } from '../../base/identifiers.ts'
import type { ReportProgress } from '../../base/report-progress.ts'
import { StartError } from '../../base/start-error.ts'
import type { Site, Space } from '../../generated/prisma/client.ts'
import type { Checkout } from '../../modules/imports/git.ts'
import { type ImportResult, importRead, type ReadFolder, readFolders } from '../../modules/imports/service.ts'
import { publishSite } from '../../modules/publishing/service.ts'
import { publishedAddress } from '../../modules/sites/addresses.ts'
import { siteLimits } from '../../modules/sites/limits.ts'
import { spaceLimits } from '../../modules/spaces/limits.ts'
import { createSpace } from '../../modules/spaces/service.ts'
import { type Context, withPermission } from '../../request/context.ts'
import { checkPlan } from './check-plan.ts'
import { createStructure, type PlacedSpaces } from './create-structure.ts'
import { CreatedObjects } from './created-objects.ts'
import { operate } from './operate.ts'
import { planSite } from './plan-site.ts'
import { createRedirects } from './redirects.ts'
import { type PlannedSpace, type SiteNote, type SitePlan, spacesOfPlan } from './site-plan.ts'
import { createSpecs, namesOfSpecs } from './specifications.ts'

export interface SiteImport {
  readonly organizationId: string
  readonly title: string
  readonly checkout: Checkout
  /** The folder that is read as if it were the source. */
  readonly root?: string | undefined
  readonly includesUnlisted: boolean
  readonly report: ReportProgress
}

export interface ImportedSpace {
  readonly folder: string
  readonly title: string
  readonly language: string | undefined
  readonly result: ImportResult
}

export interface SiteImportResult {
  readonly site: Site
  readonly address: string
  readonly spaces: readonly ImportedSpace[]
  readonly createdRedirects: number
  /** Notes on the site as a whole. Those on pages are with the spaces. */
  readonly notes: readonly SiteNote[]
}

/**
 * Makes a published site of a source: its spaces, their order, languages and variants, redirects, and the specifications that
 * its pages show. Everything is read before anything is made. If making it fails, what was made is removed again, and the
 * error says so.
 */
export async function importSite(context: Context, given: SiteImport): Promise<SiteImportResult> {
  const { organizationId, title, checkout, root, includesUnlisted, report } = given
  const { minLength, maxLength } = siteLimits.title
  const { length } = [...title]
  if (length < minLength || length > maxLength)
    throw new StartError(`The title of a site has ${minLength} to ${maxLength} characters.`)
  await assertNoSite(context, organizationId, title)
  const plan = await planSite(checkout.entries, { title, root })
  checkPlan(plan)
  const planned = new Map(spacesOfPlan(plan).map((space) => [space.folder, space]))
  const spaceIds = new Map([...planned.keys()].map((folder) => [folder, newId('Space')]))
  const sources = [...spaceIds].map(([folder, spaceId]) => ({ folder, spaceId }))
  const folders = await readFolders(context, checkout, sources, { includesUnlisted, report })
  const created = new CreatedObjects(context, organizationId)
  try {
    return await makeSite(context, given, { plan, planned, spaceIds, folders, created })
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${await created.remove()}`)
  }
}

/** Refuses a second import. What a reader of the site has changed since must not be lost without a word. */
async function assertNoSite(
  { database, config }: Context,
  organizationId: string,
  title: string,
): Promise<void> {
  const site = await database.prisma.site.findFirst({
    where: { organizationId, title },
    include: { siteSpaces: { select: { spaceId: true, space: { select: { title: true } } } } },
  })
  if (!site) return
  const spaces = site.siteSpaces.map(({ spaceId, space }) => `  --space ${spaceId}   ${space.title}`)
  throw new StartError(
    [
      `There is a site "${title}" already: ${publishedAddress(config, site) ?? `${site.id}, which is not published`}.`,
      `Give another title, or delete it first: DELETE /v1/orgs/${organizationId}/sites/${site.id}.`,
      'To add pages to one of its spaces, import without --site:',
      ...spaces,
    ].join('\n'),
  )
}

interface Prepared {
  readonly plan: SitePlan
  /** One of the places of each space, by folder. */
  readonly planned: ReadonlyMap<string, PlannedSpace>
  readonly spaceIds: ReadonlyMap<string, string>
  readonly folders: readonly ReadFolder[]
  readonly created: CreatedObjects
}

async function makeSite(
  context: Context,
  { organizationId, title, checkout: { entries }, report }: SiteImport,
  { plan, planned, spaceIds, folders, created }: Prepared,
): Promise<SiteImportResult> {
  const spaces: ImportedSpace[] = []
  for (const folder of folders) {
    const space = planned.get(folder.folder) as PlannedSpace
    const result = await importFolder(context, { organizationId, folder, space, created, report })
    spaces.push({ folder: folder.folder, title: space.title, language: space.language, result })
  }
  const specNotes = await createSpecs(context, namesOfSpecs(folders), {
    ...{ organizationId, entries },
    whenCreated: (name) => created.specs.push(name),
  })
  const placed = await createStructure(context, plan, {
    ...{ organizationId, title, spaceIds },
    whenCreated: (site) => {
      created.site = site
    },
  })
  const site = created.site as Site
  const address = { organizationId, siteId: site.id }
  const redirects = await createRedirects(context, address, entries, placedFolders(placed, folders))
  const published = await operate(
    context,
    { action: 'publishSite', type: 'Site', permission: 'site:administer', id: site.id },
    (administering) => publishSite(administering, address),
  )
  return {
    site: published,
    address: publishedAddress(context.config, published) as string,
    spaces,
    createdRedirects: redirects.created,
    notes: [...plan.notes, ...specNotes, ...redirects.notes],
  }
}

function placedFolders(placed: PlacedSpaces, folders: readonly ReadFolder[]) {
  const byFolder = new Map(folders.map((folder) => [folder.folder, folder]))
  return [...placed].flatMap(([{ folder: path }, siteSpace]) => {
    const folder = byFolder.get(path)
    return folder ? [{ folder, siteSpace }] : []
  })
}

interface FolderToImport {
  readonly organizationId: string
  readonly folder: ReadFolder
  readonly space: PlannedSpace
  readonly created: CreatedObjects
  readonly report: ReportProgress
}

async function importFolder(
  context: Context,
  { organizationId, folder, space, created, report }: FolderToImport,
): Promise<ImportResult> {
  const title = [...space.title].slice(0, spaceLimits.title.maxLength).join('')
  const { spaceId: id, read } = folder
  const made: Space = await operate(
    context,
    {
      action: 'createSpace',
      type: 'Space',
      permission: 'organization:create-content',
      id: organizationId,
      creates: true,
    },
    (creating) => createSpace(creating, organizationId, { id, title, language: space.language }),
  )
  created.spaces.push(made)
  const operation = {
    action: 'importContent',
    type: 'Revision',
    target: { type: 'Space', id },
    otherTarget: null,
    ids: [id],
  }
  return recordOperation(withPermission(context, 'space:edit'), operation, (importing) =>
    importRead(importing, made, read, report),
  )
}
