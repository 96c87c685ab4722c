import { createReadStream, existsSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { Command } from 'commander'
import type { AuditedOperation } from '../audit/operation-record.ts'
import { recordOperation } from '../audit/record-operation.ts'
import { writeWholeFile } from '../backups/archive.ts'
import { decrypted, encrypted } from '../backups/encryption.ts'
import { exportOrganization } from '../backups/organizations/export-organization.ts'
import { type ImportResult, importOrganization } from '../backups/organizations/import-organization.ts'
import { StartError } from '../base/start-error.ts'
import { faultsOf } from '../base/validation.ts'
import { deleteOrganization, endRetention, restoreOrganization } from '../modules/organizations/deletion.ts'
import { organizationLimits } from '../modules/organizations/limits.ts'
import { retentionDays } from '../modules/organizations/retention.ts'
import { addOrganization } from '../modules/organizations/service.ts'
import { vouchForName } from '../modules/sites/vouched-names.ts'
import { withPermission } from '../request/context.ts'
import { purgeOrganization } from '../server/purge-organizations.ts'
import { identitiesIn } from './identities.ts'
import { once } from './once.ts'
import { inWorkspace, operationOn, runIn } from './run-in.ts'
import { withDatabase } from './with-database.ts'
import { openAsUser } from './workspace.ts'

interface Options {
  organization?: string
  deleted?: boolean
}

interface Confirmed extends Options {
  title: string
}

export const command = new Command('organization').description(
  'Decide for an organization what its admins cannot',
)

command
  .command('list')
  .description('list the organizations of the server')
  .action(() =>
    withDatabase({ shared: true }, async ({ database: { prisma } }) => {
      const organizations = await prisma.organization.findMany({ orderBy: { id: 'asc' } })
      for (const { id, title, deletedAt } of organizations)
        console.log([id, title, ...(deletedAt ? ['(deleted)'] : [])].join('\t'))
    }),
  )

command
  .command('vouch <name>')
  .description('let a host name or an email domain count as proven, without its TXT record')
  .option(
    '--organization <id>',
    'the organization that uses it; needed where there are several',
    once('--organization'),
  )
  .action((name: string, options: Options) =>
    inWorkspace(options, async ({ context, organizationId }) => {
      const uses = await recordOperation(
        context,
        operationOn(organizationId, 'updateOrganization'),
        ({ database }) => vouchForName(database, organizationId, name.toLowerCase()),
      )
      if (uses.length === 0)
        throw new StartError(
          `Organization ${organizationId} does not use ${name}; let an admin enter it first.`,
        )
      console.log(`${name} is proven as ${uses.join(' and as ')}.`)
    }),
  )

command
  .command('stop-requiring-sso')
  .description('let members in without the identity provider, if nobody can sign in with it')
  .option('--organization <id>', 'the organization; needed where there are several', once('--organization'))
  .action((options: Options) =>
    inWorkspace(options, async ({ context, organizationId }) => {
      await recordOperation(context, operationOn(organizationId, 'updateOrganization'), ({ database }) =>
        database.transaction((transaction) =>
          transaction.organization.update({ where: { id: organizationId }, data: { sso: false } }),
        ),
      )
      console.log(`Organization ${organizationId} does not require single sign-on any longer.`)
    }),
  )

command
  .command('delete')
  .description(`delete an organization, which can be restored for ${retentionDays} days`)
  .requiredOption(
    '--title <title>',
    'the title of the organization, which confirms that it is the one',
    once('--title'),
  )
  .option('--organization <id>', 'the organization; needed where there are several', once('--organization'))
  .action(({ title, ...options }: Confirmed) =>
    inWorkspace(options, async ({ context, organizationId }) => {
      await recordOperation(context, operationOn(organizationId, 'deleteOrganization'), (recording) =>
        deleteOrganization(withPermission(recording, 'organization:administer'), organizationId, { title }),
      )
      console.log(`Organization ${organizationId} is deleted. It can be restored for ${retentionDays} days.`)
    }),
  )

command
  .command('restore')
  .description('restore a deleted organization')
  .option('--organization <id>', 'the organization; needed where several are deleted', once('--organization'))
  .action((options: Options) =>
    inWorkspace({ ...options, deleted: true }, async ({ context, organizationId }) => {
      await recordOperation(context, operationOn(organizationId, 'restoreOrganization'), (recording) =>
        restoreOrganization(recording, organizationId),
      )
      console.log(`Organization ${organizationId} is restored.`)
    }),
  )

command
  .command('create <title>')
  .description('create an organization, also where there is none any longer')
  .requiredOption('--admin <email>', 'the email address of the user who is to be its admin', once('--admin'))
  .action((title: string, { admin }: { admin: string }) => {
    const [fault] = faultsOf(organizationLimits.title, title, [])
    if (fault) command.error(`The title ${fault.message}.`)
    return runIn(
      () => openAsUser(admin),
      async ({ context }) => {
        const { id } = await recordOperation(context, creation, (recording) =>
          addOrganization(recording, { title }),
        )
        console.log(`Organization ${id} is created.`)
      },
    )
  })

command
  .command('purge')
  .description(
    `permanently delete a deleted organization now, instead of ${retentionDays} days after its deletion`,
  )
  .requiredOption(
    '--title <title>',
    'the title of the organization, which confirms that it is the one',
    once('--title'),
  )
  .option('--organization <id>', 'the organization; needed where several are deleted', once('--organization'))
  .action(({ title, ...options }: Confirmed) =>
    inWorkspace({ ...options, deleted: true }, async ({ context, organizationId }) => {
      await recordOperation(context, operationOn(organizationId, 'deleteOrganization'), ({ database }) =>
        endRetention(database, organizationId, { title }),
      )
      await purgeOrganization(context.database, organizationId)
      console.log(`Organization ${organizationId} is purged.`)
    }),
  )

command
  .command('export <file>')
  .description('write everything that an organization has to a new file, for another installation')
  .requiredOption('--organization <id>', 'the organization', once('--organization'))
  .action((file: string, { organization: organizationId }: { organization: string }) => {
    if (existsSync(file)) command.error(`${file} exists; give the name of a new file.`)
    return withDatabase({ shared: true }, async ({ config, database, report }) => {
      const keep = async (bytes: Readable) =>
        writeWholeFile(file, await encrypted(bytes, config.backupRecipients))
      const result = await exportOrganization({ config, database, organizationId, keep, report })
      console.log(`Wrote ${result.title} to ${file}: ${result.tables} tables and ${result.files} files.`)
      if (result.missing.length === 0) return
      console.error(`${result.missing.length} files are missing, and not in the file.`)
      process.exitCode = 1
    })
  })

interface ImportOptions {
  readonly newIds?: boolean
  readonly identity?: string
}

command
  .command('import <file>')
  .description('add an organization that was exported from another installation')
  .option('--new-ids', 'give everything new ids, for a copy beside what was exported')
  .option('--identity <file>', 'the file with the secret key of age, for a file that is encrypted')
  .action(async (file: string, { newIds = false, identity }: ImportOptions) => {
    if (!existsSync(file)) command.error(`There is no file ${file}.`)
    const identities = await identitiesIn(identity)
    return withDatabase({ shared: true }, async ({ config, database, report }) => {
      const open = async () => decrypted(createReadStream(file), identities)
      tellImported(await importOrganization({ config, database, open, isCopy: newIds, report }))
    })
  })

function tellImported({ id, title, files, rows, knownUsers, newUsers, notes }: ImportResult): void {
  const count = [...rows.values()].reduce((sum, number) => sum + number, 0)
  console.log(
    `Added ${title} as ${id}: ${count} rows of ${rows.size} tables and ${files} files, all of which were read back.`,
  )
  console.log(`Users: ${knownUsers} were here already, ${newUsers} are new.`)
  for (const note of notes) console.log(note)
}

/** The operation as which the audit log has the creation of an organization. Its id is that of the created row. */
const creation: AuditedOperation = {
  action: 'createOrganization',
  type: 'Organization',
  target: null,
  otherTarget: null,
  ids: [],
}
