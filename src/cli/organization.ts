import { Command } from 'commander'
import type { AuditedOperation } from '../audit/operation-record.ts'
import { recordOperation } from '../graphql/record-operation.ts'
import { vouchForName } from '../modules/sites/vouched-names.ts'
import { openWorkspace, type Workspace } from './workspace.ts'

interface Options {
  organization?: string
}

const program = new Command('organization').description('Decide for an organization what its admins cannot')

program
  .command('vouch <name>')
  .description('let a host name or an email domain count as proven, without its TXT record')
  .option('--organization <id>', 'the organization that uses it; needed where there are several')
  .action((name: string, options: Options) =>
    inWorkspace(options, async ({ context, organizationId }) => {
      const uses = await recordOperation(context, changeOf(organizationId), ({ database }) =>
        vouchForName(database, organizationId, name.toLowerCase()),
      )
      if (uses.length === 0)
        throw new Error(`Organization ${organizationId} does not use ${name}; let an admin enter it first.`)
      console.log(`${name} is proven as ${uses.join(' and as ')}.`)
    }),
  )

program
  .command('stop-requiring-sso')
  .description('let members in without the identity provider, if nobody can sign in with it')
  .option('--organization <id>', 'the organization; needed where there are several')
  .action((options: Options) =>
    inWorkspace(options, async ({ context, organizationId }) => {
      await recordOperation(context, changeOf(organizationId), ({ database }) =>
        database.prisma.organization.update({ where: { id: organizationId }, data: { sso: false } }),
      )
      console.log(`Organization ${organizationId} does not require single sign-on any longer.`)
    }),
  )

await program.parseAsync(process.argv)

/** Returns the operation as which the audit log has a decision of the operator. */
function changeOf(organizationId: string): AuditedOperation {
  const target = { type: 'Organization', id: organizationId }
  return {
    action: 'updateOrganization',
    type: 'Organization',
    target,
    otherTarget: null,
    ids: [organizationId],
  }
}

async function inWorkspace(
  { organization }: Options,
  work: (workspace: Workspace) => Promise<void>,
): Promise<void> {
  let workspace: Workspace | undefined
  try {
    workspace = await openWorkspace({ organization })
    await work(workspace)
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  } finally {
    await workspace?.close()
  }
}
