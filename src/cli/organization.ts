import { Command } from 'commander'
import type { AuditedOperation } from '../audit/operation-record.ts'
import { newId } from '../base/identifiers.ts'
import { StartError } from '../base/start-error.ts'
import { recordOperation } from '../graphql/record-operation.ts'
import { deleteOrganization, endRetention, restoreOrganization } from '../modules/organizations/deletion.ts'
import { vouchForName } from '../modules/sites/vouched-names.ts'
import { withPermission } from '../request/context.ts'
import { purgeOrganization } from '../server/purge-organizations.ts'
import { withDatabase } from './with-database.ts'
import { openWorkspace, type Workspace } from './workspace.ts'

interface Options {
  organization?: string
  deleted?: boolean
}

interface Confirmed extends Options {
  title: string
}

const program = new Command('organization').description('Decide for an organization what its admins cannot')

program
  .command('vouch <name>')
  .description('let a host name or an email domain count as proven, without its TXT record')
  .option('--organization <id>', 'the organization that uses it; needed where there are several')
  .action((name: string, options: Options) =>
    inWorkspace(options, async ({ context, organizationId }) => {
      const uses = await recordOperation(
        context,
        operationOn(organizationId, 'updateOrganization'),
        ({ database }) => vouchForName(database, organizationId, name.toLowerCase()),
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
      await recordOperation(context, operationOn(organizationId, 'updateOrganization'), ({ database }) =>
        database.prisma.organization.update({ where: { id: organizationId }, data: { sso: false } }),
      )
      console.log(`Organization ${organizationId} does not require single sign-on any longer.`)
    }),
  )

program
  .command('delete')
  .description('delete an organization, which can be restored for 7 days')
  .requiredOption('--title <title>', 'the title of the organization, which confirms that it is the one')
  .option('--organization <id>', 'the organization; needed where there are several')
  .action(({ title, ...options }: Confirmed) =>
    inWorkspace(options, async ({ context, organizationId }) => {
      await recordOperation(context, operationOn(organizationId, 'deleteOrganization'), (recording) =>
        deleteOrganization(withPermission(recording, 'organization:administer'), organizationId, { title }),
      )
      console.log(`Organization ${organizationId} is deleted. It can be restored for 7 days.`)
    }),
  )

program
  .command('restore')
  .description('restore a deleted organization')
  .option('--organization <id>', 'the organization; needed where several are deleted')
  .action((options: Options) =>
    inWorkspace({ ...options, deleted: true }, async ({ context, organizationId }) => {
      await recordOperation(context, operationOn(organizationId, 'restoreOrganization'), (recording) =>
        restoreOrganization(recording, organizationId),
      )
      console.log(`Organization ${organizationId} is restored.`)
    }),
  )

program
  .command('create <title>')
  .description('create an organization, also where there is none any longer')
  .requiredOption('--admin <email>', 'the email address of the user who is to be its admin')
  .action((title: string, { admin }: { admin: string }) =>
    withDatabase({ shared: true }, async ({ database }) => {
      const user = await database.prisma.user.findUnique({ where: { email: admin } })
      if (!user) throw new StartError(`There is no user ${admin}.`)
      const organization = { id: newId('Organization'), title }
      const members = { create: { id: newId('Member'), userId: user.id, role: 'ADMIN' as const } }
      await database.prisma.organization.create({ data: { ...organization, members } })
      console.log(`Organization ${organization.id} is created.`)
    }),
  )

program
  .command('purge')
  .description('permanently delete a deleted organization now, instead of 7 days after its deletion')
  .requiredOption('--title <title>', 'the title of the organization, which confirms that it is the one')
  .option('--organization <id>', 'the organization; needed where several are deleted')
  .action(({ title, ...options }: Confirmed) =>
    inWorkspace({ ...options, deleted: true }, async ({ context, organizationId }) => {
      await recordOperation(context, operationOn(organizationId, 'deleteOrganization'), ({ database }) =>
        endRetention(database, organizationId, { title }),
      )
      await purgeOrganization(context.database, organizationId)
      console.log(`Organization ${organizationId} is purged.`)
    }),
  )

await program.parseAsync(process.argv)

/** Returns the operation as which the audit log has a decision of the operator. */
function operationOn(organizationId: string, action: string): AuditedOperation {
  const target = { type: 'Organization', id: organizationId }
  return {
    action,
    type: 'Organization',
    target,
    otherTarget: null,
    ids: [organizationId],
  }
}

async function inWorkspace(options: Options, work: (workspace: Workspace) => Promise<void>): Promise<void> {
  let workspace: Workspace | undefined
  try {
    workspace = await openWorkspace(options)
    await work(workspace)
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  } finally {
    await workspace?.close()
  }
}
