import { Command, InvalidArgumentError, Option } from 'commander'
import { type GivenScope, givenScopes, storedScopes } from '../access/tokens.ts'
import { recordOperation } from '../audit/record-operation.ts'
import { StartError } from '../base/start-error.ts'
import { faultsOf } from '../base/validation.ts'
import type { PrismaReads } from '../database/prisma-reads.ts'
import type { ApiToken } from '../generated/prisma/client.ts'
import { tokenLimits } from '../modules/tokens/limits.ts'
import { addToken, lockTokens, unexpired } from '../modules/tokens/service.ts'
import { once } from './once.ts'
import { runIn } from './run-in.ts'
import { withDatabase } from './with-database.ts'
import { findUser, openAs, openAsUser } from './workspace.ts'

interface NewToken {
  user: string
  label: string
  scope: GivenScope
  expires?: Date
}

export const command = new Command('token').description('Create, list and revoke API tokens of users')

command
  .command('create')
  .description('create a token and print it; also the way back for an admin who has lost theirs')
  .requiredOption('--user <email>', 'the user whose token it is', once('--user'))
  .option('--label <label>', 'its name in the list of tokens', 'Created by the operator')
  .addOption(new Option('--scope <scope>', 'what it may do').choices(givenScopes).default('write'))
  .option('--expires <date>', 'the end of its validity, such as 2027-01-31; never if absent', parseExpiry)
  .action(create)

command
  .command('list')
  .description('list the active tokens and sessions of a user')
  .requiredOption('--user <email>', 'the user whose tokens are listed', once('--user'))
  .action(({ user }: { user: string }) =>
    withDatabase({ shared: true }, async ({ database }) => {
      const tokens = await database.prisma.apiToken.findMany({
        where: { userId: await findUser(database, user), ...unexpired() },
        orderBy: { id: 'asc' },
      })
      for (const token of tokens) console.log(lineOf(token))
    }),
  )

command.command('revoke <id>').description('revoke a token or a session, which ends at once').action(revoke)

function create({ user, label, scope, expires }: NewToken): Promise<void> {
  const [fault] = faultsOf(tokenLimits.label, label, [])
  if (fault) throw new StartError(`--label ${fault.message}.`)
  return runIn(
    () => openAsUser(user),
    async ({ context, userId }) => {
      const operation = {
        action: 'createApiToken',
        type: 'ApiToken',
        target: null,
        otherTarget: null,
        ids: [],
      }
      const { secret } = await recordOperation(context, operation, ({ database }) =>
        database.transaction(async (transaction) => {
          await lockTokens(transaction, userId)
          return addToken(transaction, userId, {
            label,
            scopes: storedScopes([scope]),
            expiresAt: expires ?? null,
            identityProviderId: null,
          })
        }),
      )
      console.log(secret)
    },
  )
}

function revoke(id: string): Promise<void> {
  return runIn(
    () => openAs(async ({ prisma }) => ({ userId: await ownerOf(prisma, id) })),
    async ({ context }) => {
      const target = { type: 'ApiToken', id }
      const operation = { action: 'revokeApiToken', type: 'ApiToken', target, otherTarget: null, ids: [id] }
      await recordOperation(context, operation, ({ database }) =>
        database.transaction((transaction) =>
          transaction.apiToken.updateMany({ where: { id, ...unexpired() }, data: { revokedAt: new Date() } }),
        ),
      )
      console.log(`Token ${id} is revoked.`)
    },
  )
}

/** Returns the id of the user of an active token or session. Throws a StartError if there is none. */
async function ownerOf({ apiToken }: Pick<PrismaReads, 'apiToken'>, id: string): Promise<string> {
  const found = await apiToken.findFirst({ where: { id, ...unexpired() }, select: { userId: true } })
  if (!found)
    throw new StartError(
      `There is no active token ${id}; list those of a user with token list --user <email>.`,
    )
  return found.userId
}

function parseExpiry(text: string): Date {
  const date = new Date(text)
  if (Number.isNaN(date.getTime()) || date <= new Date())
    throw new InvalidArgumentError('It must be a date in the future, such as 2027-01-31.')
  return date
}

const lineOf = ({ id, kind, prefix, label, scopes, createdAt, expiresAt, lastUsedAt }: ApiToken): string =>
  [
    id,
    kind.toLowerCase(),
    `${prefix}…`,
    label,
    scopes.join(',') || 'write',
    `created ${dayOf(createdAt)}`,
    expiresAt ? `expires ${dayOf(expiresAt)}` : 'never expires',
    lastUsedAt ? `used ${dayOf(lastUsedAt)}` : 'never used',
  ].join('\t')

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)
