import { existsSync, statSync } from 'node:fs'
import { Command } from 'commander'
import { recordOperation } from '../audit/record-operation.ts'
import { rules } from '../base/rules.ts'
import { StartError } from '../base/start-error.ts'
import { singleLine } from '../base/validation.ts'
import { readZip } from '../formats/import/files/zip.ts'
import type { Space } from '../generated/prisma/client.ts'
import { type Checkout, cloneGit, readCheckout } from '../modules/imports/git.ts'
import {
  importRead,
  loadWritableSpace,
  type ReportProgress,
  readEntries,
} from '../modules/imports/service.ts'
import { createSpace } from '../modules/spaces/service.ts'
import { type Context, withPermission } from '../request/context.ts'
import { importReport } from './import-report.ts'
import { startProgress } from './progress.ts'
import { openWorkspace, type Workspace } from './workspace.ts'

interface Options {
  space?: string
  new?: string
  site?: string
  sitemap?: string
  organization?: string
  ref?: string
  root?: string
  user?: string
  unlisted: boolean
  all?: boolean
}

export const command = new Command('import')
  .description('Import a Markdown documentation repository into a space')
  .argument('<source>', 'a folder, a zip archive, or the URL of a git repository')
  .option('--space <id>', 'the space to add to')
  .option('--new <title>', 'create a space of this title instead')
  .option(
    '--site <title>',
    'make a published site instead, with a space for each language or section of the source',
  )
  .option(
    '--sitemap <file or URL>',
    'with --site: the sitemap of the old site, whose addresses are tried on the new one',
  )
  .option('--organization <id>', 'where to create it; needed where there are several organizations')
  .option('--ref <name>', 'the branch or tag of the git repository; its default branch if absent')
  .option(
    '--root <folder>',
    'the folder with the documentation; by default the one that its configuration names',
  )
  .option('--no-unlisted', 'leave out Markdown files that SUMMARY.md does not list; by default hidden pages')
  .option('--all', 'list everything that was left out')
  .option('--user <email>', 'who imports; the first admin of the organization if absent')
  .action(run)

async function run(source: string, options: Options): Promise<void> {
  const { space, new: newSpace, site } = options
  if ([space, newSpace, site].filter((target) => target !== undefined).length !== 1)
    command.error('give exactly one of --space <id>, --new <title> and --site <title>')
  for (const [name, title] of Object.entries({ '--new': newSpace, '--site': site }))
    if (title !== undefined && !singleLine.pattern.test(title))
      command.error(`${name} ${rules[singleLine.patternRule]}`)
  if (options.sitemap !== undefined && site === undefined) command.error('--sitemap goes with --site <title>')
  const progress = await startProgress()
  let workspace: Workspace | undefined
  try {
    workspace = await openWorkspace(options)
    const checkout = await readSource(source, progress.report, options.ref)
    const lines = await (site === undefined ? importSpace : importWholeSite)(
      workspace,
      checkout,
      options,
      progress,
    )
    progress.stop()
    for (const line of lines) console.log(line)
  } catch (error) {
    progress.stop()
    console.error(`Nothing was imported: ${(error as Error).message}`)
    process.exitCode = 1
  } finally {
    await workspace?.close()
  }
}

type Progress = Awaited<ReturnType<typeof startProgress>>

/** Imports a source into one space. Returns the lines of the report. */
async function importSpace(
  { context, organizationId }: Workspace,
  checkout: Checkout,
  options: Options,
  { report }: Progress,
): Promise<string[]> {
  // A space is created only for what can be imported.
  const read = await readEntries(context, checkout, {
    ...{ report, includesUnlisted: options.unlisted, root: options.root },
  })
  const space = await targetSpace(context, organizationId, options)
  const operation = { action: 'importContent', type: 'Revision', target: { type: 'Space', id: space.id } }
  const result = await recordOperation(
    context,
    { ...operation, otherTarget: null, ids: [space.id] },
    (importing) => importRead(importing, space, read, report),
  )
  return [...importReport(result, options), `Space ${space.id}, revision ${result.revision.id}`]
}

/** Makes a site of a source. Returns the lines of the report, which end with the address of the site. */
async function importWholeSite(
  { context, organizationId }: Workspace,
  checkout: Checkout,
  { site: title = '', sitemap, root, all, unlisted: includesUnlisted }: Options,
  { report }: Progress,
): Promise<string[]> {
  const { importSite } = await import('./site-import/import-site.ts')
  const { addressReport, siteReport } = await import('./site-import/site-report.ts')
  // A sitemap that cannot be read must not be found out once the site is made.
  const old = sitemap === undefined ? null : await readOld(sitemap)
  const result = await importSite(context, {
    ...{ organizationId, title, checkout, root, includesUnlisted, report },
  })
  const lines = siteReport(result, { all })
  if (old) {
    const { answersOf } = await import('./site-import/answered-addresses.ts')
    const answers = await answersOf(context, result.site, old.paths, report).catch((error: Error) => error)
    if (answers instanceof Error)
      lines.push(`The addresses of the old site could not be tried: ${answers.message}`)
    else lines.push(...addressReport(old, answers, { all }))
  }
  return [...lines, `Site ${result.site.id}, published at ${result.address}`]
}

async function readOld(sitemap: string) {
  const { readOldAddresses } = await import('./site-import/old-addresses.ts')
  return readOldAddresses(sitemap)
}

async function targetSpace(context: Context, organizationId: string, options: Options): Promise<Space> {
  if (options.space !== undefined)
    return loadWritableSpace(withPermission(context, 'space:edit'), options.space)
  const mayCreate = withPermission(context, 'organization:create-content')
  const operation = { action: 'createSpace', type: 'Space', target: null, otherTarget: null }
  return recordOperation(mayCreate, { ...operation, ids: [organizationId] }, (recording) =>
    createSpace(recording, organizationId, { title: options.new }),
  )
}

async function readSource(source: string, report: ReportProgress, ref?: string): Promise<Checkout> {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(source)) return cloneGit(source, { ref, onProgress: report })
  if (!existsSync(source)) throw new StartError(`There is no folder or archive ${source}.`)
  if (statSync(source).isDirectory()) return readCheckout(source)
  return { entries: await readZip(source) }
}
