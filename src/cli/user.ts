import { Command, Option } from 'commander'
import { roleOrder } from '../access/roles.ts'
import { recordOperation } from '../audit/record-operation.ts'
import { StartError } from '../base/start-error.ts'
import { faultsOf } from '../base/validation.ts'
import type { Role } from '../generated/prisma/enums.ts'
import { addUser } from '../modules/invites/addition.ts'
import { inviteLimits } from '../modules/invites/limits.ts'
import { setMemberDisabled } from '../modules/members/changes.ts'
import { userLimits } from '../modules/users/limits.ts'
import { once } from './once.ts'
import { inWorkspace, operationOn } from './run-in.ts'
import { withDatabase } from './with-database.ts'
import { findUser, type Workspace } from './workspace.ts'

interface Options {
  organization?: string
}

interface NewUser extends Options {
  name: string
  role: string
}

const roles = [...roleOrder.map((role) => role.toLowerCase()), 'guest']

export const command = new Command('user').description('Create, list, disable and enable users')

const organization = () =>
  new Option('--organization <id>', 'the organization; needed where there are several').argParser(
    once('--organization'),
  )

command
  .command('create <email>')
  .description('make somebody a member of an organization, who then signs in with a link or a provider')
  .requiredOption('--name <name>', 'the name by which others see the user', once('--name'))
  .addOption(new Option('--role <role>', 'the role in the organization').choices(roles).default('edit'))
  .addOption(organization())
  .action(create)

command
  .command('list')
  .description('list the users of the server, or the members of an organization')
  .option('--organization <id>', 'list its members only', once('--organization'))
  .action(list)

for (const [name, disabled, description] of [
  ['disable', true, 'take the access to an organization away, and keep the rest'],
  ['enable', false, 'give the access to an organization back'],
] as const)
  command
    .command(`${name} <email>`)
    .description(description)
    .addOption(organization())
    .action((email: string, options: Options) => changeDisabled(email, disabled, options))

function create(email: string, { name, role, ...options }: NewUser): Promise<void> {
  const [fault] = [
    ...faultsOf(inviteLimits.address, email, []).map(({ message }) => `The email address ${message}.`),
    ...faultsOf(userLimits.displayName, name, []).map(({ message }) => `--name ${message}.`),
  ]
  if (fault !== undefined) throw new StartError(fault)
  return inWorkspace(options, async ({ context, organizationId }) => {
    const given = role === 'guest' ? null : (role.toUpperCase() as Role)
    const added = await recordOperation(
      context,
      operationOn(organizationId, 'inviteMembers'),
      ({ database }) =>
        database.transaction((transaction) =>
          addUser(transaction, {
            organizationId,
            email: email.toLowerCase(),
            displayName: name,
            role: given,
          }),
        ),
    )
    if (!added)
      throw new StartError(`${email} is disabled in organization ${organizationId}; enable them first.`)
    console.log(
      added.isNew
        ? `User ${added.userId} is created, with the role ${role}.`
        : `User ${added.userId} was there already, and has the role ${role} at least.`,
    )
  })
}

/** The users that are read at once. */
const batch = 500

function list({ organization }: Options): Promise<void> {
  return withDatabase({ shared: true }, async ({ database: { prisma } }) => {
    if (
      organization !== undefined &&
      (await prisma.organization.count({ where: { id: organization } })) === 0
    )
      throw new StartError(`There is no organization ${organization}; check --organization.`)
    let after = ''
    for (;;) {
      const users = await prisma.user.findMany({
        where: {
          id: { gt: after },
          ...(organization !== undefined && { memberships: { some: { organizationId: organization } } }),
        },
        include: { memberships: { orderBy: { organizationId: 'asc' } } },
        orderBy: { id: 'asc' },
        take: batch,
      })
      for (const { id, email, displayName, memberships } of users)
        console.log([id, email, displayName, ...memberships.map(membershipText)].join('\t'))
      const last = users.at(-1)
      if (!last || users.length < batch) return
      after = last.id
    }
  })
}

const membershipText = (member: { organizationId: string; role: Role | null; disabled: boolean }): string =>
  `${member.organizationId}=${member.role?.toLowerCase() ?? 'guest'}${member.disabled ? ' (disabled)' : ''}`

const changeDisabled = (email: string, disabled: boolean, options: Options): Promise<void> =>
  inWorkspace(options, async (workspace) => {
    const userId = await memberOf(workspace, email)
    const { context, organizationId } = workspace
    await recordOperation(context, operationOn(organizationId, 'updateMember'), ({ database }) =>
      setMemberDisabled(database, { organizationId, userId }, disabled),
    )
    console.log(`${email} is ${disabled ? 'disabled' : 'enabled'} in organization ${organizationId}.`)
  })

async function memberOf({ context, organizationId }: Workspace, email: string): Promise<string> {
  const userId = await findUser(context.database, email)
  const member = await context.database.prisma.member.findFirst({ where: { organizationId, userId } })
  if (!member) throw new StartError(`${email} is not a member of organization ${organizationId}.`)
  return userId
}
