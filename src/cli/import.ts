import { existsSync, statSync } from 'node:fs'
import { Command } from 'commander'
import type { Space } from '../generated/prisma/client.ts'
import { type Context, withPermission } from '../graphql/context.ts'
import { recordOperation } from '../graphql/record-operation.ts'
import { singleLine } from '../graphql/validation.ts'
import {
  importRead,
  loadWritableSpace,
  type ReportProgress,
  readEntries,
} from '../modules/imports/service.ts'
import { type Checkout, cloneGit, readCheckout } from '../modules/imports/sources/git.ts'
import { readZip } from '../modules/imports/sources/zip.ts'
import { createSpace } from '../modules/spaces/service.ts'
import { StartError } from '../start-error.ts'
import { importReport } from './import-report.ts'
import { startProgress } from './progress.ts'
import { openWorkspace, type Workspace } from './workspace.ts'

interface Options {
  space?: string
  new?: string
  organization?: string
  ref?: string
  root?: string
  user?: string
  unlisted: boolean
  all?: boolean
}

const command = new Command('import')
  .description('Import a Markdown documentation repository into a space')
  .argument('<source>', 'a folder, a zip archive, or the URL of a git repository')
  .option('--space <id>', 'the space to add to')
  .option('--new <title>', 'create a space of this title instead')
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

await command.parseAsync(process.argv)

async function run(source: string, options: Options): Promise<void> {
  if ((options.space === undefined) === (options.new === undefined))
    command.error('give exactly one of --space <id> and --new <title>')
  if (options.new !== undefined && !singleLine.pattern.test(options.new))
    command.error(`--new ${singleLine.patternHint}`)
  const progress = await startProgress()
  let workspace: Workspace | undefined
  try {
    workspace = await openWorkspace(options)
    const checkout = await readSource(source, progress.report, options.ref)
    const { report } = progress
    // A space is created only for what can be imported.
    const read = await readEntries(workspace.context, checkout, {
      report,
      includesUnlisted: options.unlisted,
      root: options.root,
    })
    const space = await targetSpace(workspace.context, workspace.organizationId, options)
    const operation = { action: 'importContent', type: 'Revision', target: { type: 'Space', id: space.id } }
    const result = await recordOperation(
      workspace.context,
      { ...operation, otherTarget: null, ids: [space.id] },
      (context) => importRead(context, space, read, report),
    )
    progress.stop()
    for (const line of importReport(result, options)) console.log(line)
    console.log(`Space ${space.id}, revision ${result.revision.id}`)
  } catch (error) {
    progress.stop()
    console.error(`Nothing was imported: ${(error as Error).message}`)
    process.exitCode = 1
  } finally {
    await workspace?.close()
  }
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
