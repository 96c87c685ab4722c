import type { Logger } from 'pino'
import { generateToken, hashToken, tokenPrefix } from '../access/tokens.ts'
import type { Config } from '../base/config.ts'
import { newId } from '../base/identifiers.ts'
import type { Database } from '../database/client.ts'
import { lockUntilCommit } from '../database/locks.ts'
import { insertOrganization } from '../modules/organizations/new-organization.ts'
import { addressOfLink } from '../modules/sign-in-links/links.ts'
import { addPrintedLink, renewPrintedLink } from '../modules/sign-in-links/printed-links.ts'
import { createSampleContent } from './sample-content.ts'

interface BootstrapOptions {
  readonly config: Config
  readonly database: Database
  readonly logger: Logger
}

/** The results of the first start. Later starts have no more than a link. */
export interface FirstStart {
  readonly createdToken?: string
  /** The address that signs the admin in once. On later starts there is one as long as nobody has used any. */
  readonly signInAddress?: string
  /** URL of the published sample site. */
  readonly sampleSite?: string
}

/**
 * Creates the first organization, its admin, an API token and a link that signs the admin in on an empty database, and the sample
 * content if it is configured. Returns both secrets, which are stored only as hashes. Makes no more than another link on any other
 * database.
 */
export async function bootstrap(options: BootstrapOptions): Promise<FirstStart> {
  if (await isInUse(options.database)) return laterStart(options)
  const token = options.config.bootstrapToken ?? generateToken()
  const created = await createFirstOrganization(options.database, token)
  if (!created) return {}
  const signInAddress = addressOfLink(options.config, created.linkSecret)
  if (!options.config.sampleContent) return { createdToken: token, signInAddress }
  const sampleSite = await tryToCreateSampleContent(options, created)
  return { createdToken: token, signInAddress, sampleSite }
}

async function laterStart({ config, database }: BootstrapOptions): Promise<FirstStart> {
  const secret = await renewPrintedLink(database)
  return secret === null ? {} : { signInAddress: addressOfLink(config, secret) }
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
  readonly linkSecret: string
}

const adminEmail = 'admin@localhost'

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
        email: adminEmail,
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
    return { ...ids, linkSecret: await addPrintedLink(transaction, adminEmail) }
  })
}
