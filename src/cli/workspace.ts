import { randomUUID } from 'node:crypto'
import { viewerOfUser } from '../access/authenticate.ts'
import { loadConfig } from '../base/config.ts'
import { StartError } from '../base/start-error.ts'
import { openDatabase } from '../database/open.ts'
import { claimStore } from '../modules/content/store-id.ts'
import { userOfEmail } from '../modules/users/addresses.ts'
import type { Context } from '../request/context.ts'
import { registerListeners } from '../server/listeners.ts'
import { commandLogger } from './command-logger.ts'

/** An open database with an acting user, for one command of the operator. */
export interface OpenContext {
  readonly context: Context
  close(): Promise<void>
}

/** The same for a command about an organization or something in it. */
export interface Workspace extends OpenContext {
  readonly organizationId: string
}

export interface WorkspaceOptions {
  readonly space?: string
  readonly organization?: string
  readonly deleted?: boolean
  /** Email address of the user to act as. The organization's first admin if absent. */
  readonly user?: string
}

/**
 * Opens the configured database, and resolves the organization and the acting user. Throws a StartError if either is unknown or
 * ambiguous.
 */
export const openWorkspace = (options: WorkspaceOptions): Promise<Workspace> =>
  openAs(async (database) => {
    const organizationId = await organizationOf(database, options)
    return { organizationId, userId: await actingUser(database, organizationId, options.user) }
  })

/** Opens the configured database with the user of an email address as the acting one. Throws a StartError if it is unknown. */
export const openAsUser = (email: string): Promise<OpenContext & { readonly userId: string }> =>
  openAs(async (database) => ({ userId: await findUser(database, email) }))

/** Returns the id of the user of an email address, in upper or lower case. Throws a StartError if it is unknown. */
export async function findUser({ query }: Pick<Database, 'query'>, email: string): Promise<string> {
  const user = await userOfEmail(query, email)
  if (!user)
    throw new StartError(`There is no user ${email}; give the email address of a user of this server.`)
  return user.id
}

/** Opens the configured database, also while a server runs on it, for a user that is found in it. */
export async function openAs<Found extends { readonly userId: string }>(
  find: (database: Database) => Promise<Found>,
): Promise<OpenContext & Found> {
  registerListeners()
  const config = loadConfig()
  const logger = commandLogger()
  const database = await openDatabase(config, logger, { shared: true })
  try {
    await claimStore({ config, database })
    const found = await find(database)
    const viewer = await viewerOfUser(database.query, found.userId)
    const context: Context = { requestId: randomUUID(), logger, config, database, api: 'rest', viewer }
    return { ...found, context, close: () => database.close() }
  } catch (error) {
    await database.close()
    throw error
  }
}

type Database = Context['database']

async function organizationOf(
  { prisma }: Database,
  { space, organization, deleted = false }: WorkspaceOptions,
): Promise<string> {
  if (space !== undefined) {
    const row = await prisma.space.findUnique({ where: { id: space }, select: { organizationId: true } })
    if (!row) throw new StartError(`There is no space ${space}.`)
    return row.organizationId
  }
  const where = { id: organization, deletedAt: deleted ? { not: null } : null }
  const rows = await prisma.organization.findMany({ where, select: { id: true, title: true }, take: 20 })
  if (rows.length === 1) return (rows[0] as { id: string }).id
  if (rows.length === 0) throw new StartError(await whyNone(prisma, organization, deleted))
  const list = rows.map(({ id, title }) => `  ${id}  ${title}`).join('\n')
  throw new StartError(
    `There are several ${deleted ? 'deleted ' : ''}organizations; select one with --organization <id>:\n${list}`,
  )
}

/** Returns why no organization was found, of those that are deleted or of the others. */
async function whyNone(
  { organization }: Database['prisma'],
  id: string | undefined,
  deleted: boolean,
): Promise<string> {
  if (id === undefined)
    return deleted
      ? 'No organization is deleted, so that there is none to restore or to purge.'
      : 'There is no organization; restore or create one with npm run lectern -- organization, or start Lectern, which creates the first one.'
  if ((await organization.count({ where: { id } })) === 0)
    return `There is no organization ${id}; check --organization.`
  return deleted
    ? `Organization ${id} is not deleted, so that it can be neither restored nor purged; check --organization.`
    : `Organization ${id} is deleted; restore it first, with npm run lectern -- organization restore --organization ${id}.`
}

async function actingUser({ prisma }: Database, organizationId: string, email?: string): Promise<string> {
  const member = await prisma.member.findFirst({
    where: {
      organizationId,
      disabled: false,
      ...(email === undefined ? { role: 'ADMIN' } : { user: { email } }),
    },
    orderBy: { id: 'asc' },
    select: { userId: true },
  })
  if (!member)
    throw new StartError(
      email === undefined
        ? 'The organization has no admin to act as; enable one of its admins first.'
        : `The organization has no member ${email}; give --user the email address of one of its members.`,
    )
  return member.userId
}
