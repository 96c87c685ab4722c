import { randomUUID } from 'node:crypto'
import { viewerOfUser } from '../access/authenticate.ts'
import { loadConfig } from '../base/config.ts'
import { StartError } from '../base/start-error.ts'
import { openDatabase } from '../database/open.ts'
import { claimStore } from '../modules/content/store-id.ts'
import type { Context } from '../request/context.ts'
import { registerListeners } from '../server/listeners.ts'
import { commandLogger } from './command-logger.ts'

/** An open database with an acting user, for one command of the operator. */
export interface Workspace {
  readonly context: Context
  readonly organizationId: string
  close(): Promise<void>
}

export interface WorkspaceOptions {
  readonly space?: string
  readonly organization?: string
  /** Whether the organization is one that is deleted. */
  readonly deleted?: boolean
  /** Email address of the user to act as. The organization's first admin if absent. */
  readonly user?: string
}

/**
 * Opens the configured database, also while a server runs on it, and resolves the organization and the acting user.
 * Throws a StartError if either is unknown or ambiguous.
 */
export async function openWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  registerListeners()
  const config = loadConfig()
  const logger = commandLogger()
  const database = await openDatabase(config, logger, { shared: true })
  try {
    await claimStore({ config, database })
    const organizationId = await organizationOf(database, options)
    const userId = await actingUser(database, organizationId, options.user)
    const viewer = await viewerOfUser(database.pool, userId)
    const context: Context = { requestId: randomUUID(), logger, config, database, api: 'rest', viewer }
    return { context, organizationId, close: () => database.close() }
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
  if (rows.length === 0)
    throw new StartError(
      deleted
        ? 'No deleted organization was found; check --organization.'
        : 'No organization was found; check --organization, or start Lectern once to create one.',
    )
  const list = rows.map(({ id, title }) => `  ${id}  ${title}`).join('\n')
  throw new StartError(
    `There are several ${deleted ? 'deleted ' : ''}organizations; select one with --organization <id>:\n${list}`,
  )
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
    throw new StartError(`The organization has no ${email === undefined ? 'admin' : `member ${email}`}.`)
  return member.userId
}
