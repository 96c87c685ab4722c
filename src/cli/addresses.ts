import { Command } from 'commander'
import { StartError } from '../base/start-error.ts'
import { loadSite } from '../modules/sites/service.ts'
import { startProgress } from './progress.ts'
import { answersOf } from './site-import/answered-addresses.ts'
import { readOldAddresses } from './site-import/old-addresses.ts'
import { addressReport } from './site-import/site-report.ts'
import { openWorkspace, type Workspace } from './workspace.ts'

interface Options {
  site: string
  organization?: string
  user?: string
  all?: boolean
}

export const command = new Command('addresses')
  .description('Tell how many addresses of an old site answer on a published site')
  .argument('<sitemap>', 'the sitemap of the old site, a file or a URL')
  .requiredOption('--site <id>', 'the site to ask')
  .option('--organization <id>', 'its organization; needed where there are several organizations')
  .option('--all', 'list every address that does not answer')
  .option('--user <email>', 'who asks for the site; the first admin of the organization if absent')
  .action(run)

async function run(sitemap: string, options: Options): Promise<void> {
  const progress = await startProgress()
  let workspace: Workspace | undefined
  try {
    workspace = await openWorkspace(options)
    const { context, organizationId } = workspace
    const old = await readOldAddresses(sitemap)
    const site = await loadSite(context, options.site, organizationId).catch(() => {
      throw new StartError(`There is no site ${options.site}.`)
    })
    if (!site.published) throw new StartError(`The site ${options.site} is not published.`)
    const answers = await answersOf(context, site, old.paths, progress.report)
    progress.stop()
    for (const line of addressReport(old, answers, options)) console.log(line)
  } catch (error) {
    progress.stop()
    console.error((error as Error).message)
    process.exitCode = 1
  } finally {
    await workspace?.close()
  }
}
