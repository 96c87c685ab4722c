import type { Logger } from 'pino'
import { generateToken, hashToken, tokenPrefix } from '../access/tokens.ts'
import type { Config } from '../base/config.ts'
import { newId } from '../base/identifiers.ts'
import type { Database } from '../database/client.ts'
import { lockUntilCommit } from '../database/locks.ts'
import { insertOrganization } from '../modules/organizations/new-organization.ts'
import { createSampleContent } from './sample-content.ts'

interface BootstrapOptions {
  readonly config: Config
  readonly database: Database
  readonly logger: Logger
}

/** The results of the first start. Empty on later starts. */
export interface FirstStart {
  readonly createdToken?: string
  /** URL of the published sample site. */
  readonly sampleSite?: string
}

/**
 * Creates the first organization, its admin and an API token on an empty database, and the sample content if it is
 * configured. Returns the token, which is stored only as a hash. Does nothing on any other database.
 */
export async function bootstrap(options: BootstrapOptions): Promise<FirstStart> {
  if (await isInUse(options.database)) return {}
  const token = options.config.bootstrapToken ?? generateToken()
  const created = await createFirstOrganization(options.database, token)
  if (!created) return {}
  if (!options.config.sampleContent) return { createdToken: token }
  return { createdToken: token, sampleSite: await tryToCreateSampleContent(options, created) }
}

/**
 * Returns whether there is a user, who stays where the last organization was deleted and purged. Asks without Prisma, whose
 * first query compiles its query compiler: later starts do not wait for that.
 */
async function isInUse({ query }: Database): Promise<boolean> {
  const found = await query('SELECT 1 FROM "User" LIMIT 1', [])
  return found.length > 0
}

/** Creates the sample content. A failure must not stop the start, because the token is printed only once. */
async function tryToCreateSampleContent(
  options: BootstrapOptions,
  created: FirstOrganization,
): Promise<string | undefined> {
  try {
    return await createSampleContent(options, created)
  } catch (error) {
    options.logger.error({ err: error }, 'creating the sample content failed')
    return undefined
  }
}

interface FirstOrganization {
  readonly organizationId: string
  readonly userId: string
}

/** Returns null where a user exists. Replicas that start at the same time wait for the first one. */
function createFirstOrganization(database: Database, token: string): Promise<FirstOrganization | null> {
  return database.transaction(async (transaction) => {
    await lockUntilCommit(transaction, 'bootstrap')
    if ((await transaction.user.findFirst({ select: { id: true } })) !== null) return null
    const ids = { organizationId: newId('Organization'), userId: newId('User') }
    await transaction.user.create({
      data: {
        id: ids.userId,
        displayName: 'Admin',
        email: 'admin@localhost',
        tokens: {
          create: {
            id: newId('ApiToken'),
            label: 'First token',
            prefix: tokenPrefix(token),
            hash: hashToken(token),
            scopes: [],
          },
        },
      },
    })
    await insertOrganization(transaction, ids.userId, {
      id: ids.organizationId,
      title: 'My organization',
    })
    return ids
  })
}
