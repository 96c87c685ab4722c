import { sealText } from '../../access/sealed-texts.ts'
import { decodedText } from '../../base/decoded-text.ts'
import { invalidInput, notFound, orNotFound } from '../../base/errors.ts'
import { newId } from '../../base/identifiers.ts'
import { brokenRule } from '../../base/rules.ts'
import { newWebhookSecret } from '../../base/secrets.ts'
import { type GitLink, type Job, Prisma } from '../../generated/prisma/client.ts'
import type { GitDirection, GitServer, GitSyncProvider } from '../../generated/prisma/enums.ts'
import { isGitError } from '../../git/git-error.ts'
import { branchOfRef, isBranchName, isRepositoryPath } from '../../git/names.ts'
import { gitVersion } from '../../git/program.ts'
import { repositoryUrl } from '../../git/remote.ts'
import { kindOfServer } from '../../git/servers/server-kind.ts'
import { type Context, memberOf } from '../../request/context.ts'
import { forgetRepositories } from '../collections/space-repositories.ts'
import { createJob } from '../jobs/service.ts'
import { loadAuthorizedSpace } from '../spaces/service.ts'
import { treeUrl } from './connection.ts'
import { problemOfFailure } from './problems.ts'
import { conflict, refusedInput } from './reasons.ts'
import { repositoryName } from './records.ts'
import type { SyncJobInput } from './sync-job.ts'

/** The settings of a connection. Those that are omitted stay as they are. */
export interface ConnectionInput {
  readonly url?: string | null
  readonly branch?: string | null
  readonly directory?: string | null
  readonly direction?: GitDirection | null
  readonly server?: GitServer | null
  /** Null removes it. */
  readonly username?: string | null
  /** Null removes it. */
  readonly token?: string | null
  /** Null sets the time of the installation. */
  readonly pollMinutes?: number | null
  readonly isPulling?: boolean | null
  readonly isPushing?: boolean | null
}

export interface ConnectionWithSecret {
  readonly gitLink: GitLink
  /** Only in the answer that makes it. */
  readonly webhookSecret: string | null
}

/** Returns the connection of a space. Throws NOT_FOUND if it has none. */
export async function loadConnection(context: Context, spaceId: string): Promise<GitLink> {
  const space = await loadAuthorizedSpace(context, spaceId)
  return orNotFound(await context.database.prisma.gitLink.findUnique({ where: { spaceId: space.id } }))
}

/** Connects a space with a branch, or changes its connection. A new branch, or a new folder of it, begins with a first sync. */
export async function connectGit(
  context: Context,
  spaceId: string,
  input: ConnectionInput,
): Promise<ConnectionWithSecret> {
  const space = await loadAuthorizedSpace(context, spaceId)
  const { prisma } = context.database
  const present = await prisma.gitLink.findUnique({ where: { spaceId: space.id } })
  const columns = await columnsOf(context, present, input)
  if (present) {
    const gitLink = await context.database.transaction(async (transaction) => {
      const isElsewhere = (['url', 'branch', 'directory'] as const).some(
        (name) => columns[name] !== present[name],
      )
      if (isElsewhere) await transaction.gitEntry.deleteMany({ where: { connectionId: present.id } })
      const changed = await transaction.gitLink.update({
        where: { id: present.id },
        data: {
          ...columns,
          ...(isElsewhere && { ...asNew, stateSince: new Date() }),
          failures: 0,
          dueAt: new Date(),
        },
      })
      await showOnSpace(transaction, changed)
      return changed
    })
    return { gitLink, webhookSecret: null }
  }
  const webhookSecret = newWebhookSecret()
  const sealed = await sealText(context.database, webhookSecret)
  const gitLink = await context.database.transaction(async (transaction) => {
    const created = await transaction.gitLink.create({
      data: {
        ...columns,
        id: newId('GitLink'),
        spaceId: space.id,
        webhookSecret: sealed,
        createdById: memberOf(context).userId,
        dueAt: new Date(),
      },
    })
    await showOnSpace(transaction, created)
    return created
  })
  return { gitLink, webhookSecret }
}

/** The columns of a connection that has not been synced yet. */
const asNew = {
  state: 'NOT_SYNCED_YET',
  stateMessage: null,
  stateProblem: Prisma.DbNull,
  stateFile: null,
  stateLine: null,
  problems: [],
  commitOid: null,
  revisionId: null,
  isAhead: false,
  aheadAuthors: [] as string[],
  conflictRequestId: null,
  syncedAt: null,
} as const

async function columnsOf(context: Context, present: GitLink | null, input: ConnectionInput) {
  const { direction, server, username, pollMinutes } = input
  const url = input.url == null ? present?.url : checkedUrl(context, input.url)
  if (url === undefined) throw brokenRule('url', 'REQUIRED')
  const chosen = direction ?? present?.direction
  if (chosen === undefined) throw brokenRule('direction', 'REQUIRED')
  if (present?.token && input.token === undefined && new URL(url).host !== new URL(present.url).host)
    throw refusedInput('token', 'GIT_TOKEN_REQUIRED')
  await gitVersion().catch((error: unknown) => {
    const { message } = error as Error
    const code = isGitError(error, 'GIT_MISSING') ? 'GIT_MISSING' : 'FAILED'
    const problem = isGitError(error) ? error.problem : undefined
    throw conflict('GIT_SYNC_FAILED', { problem: problemOfFailure({ code, message, problem }, message) })
  })
  return {
    url,
    server: server ?? (input.url == null && present ? present.server : await serverOf(context, url)),
    branch: checkedBranch(input.branch ?? present?.branch ?? 'main'),
    directory: checkedDirectory(input.directory ?? present?.directory ?? ''),
    direction: chosen,
    username: username === undefined ? (present?.username ?? null) : username,
    token:
      input.token === undefined
        ? (present?.token ?? null)
        : input.token && (await sealText(context.database, input.token)),
    pollMinutes: pollMinutes === undefined ? (present?.pollMinutes ?? null) : pollMinutes,
    pull: input.isPulling ?? present?.pull ?? true,
    push: input.isPushing ?? present?.push ?? true,
  }
}

function checkedUrl({ config }: Context, text: string): string {
  try {
    return repositoryUrl(text, config.outboundAllow).href
  } catch (error) {
    if (isGitError(error) && error.problem)
      throw brokenRule('url', 'GIT_ADDRESS_REFUSED', {
        problem: { ...error.problem, message: error.message },
      })
    throw error
  }
}

const serverOf = ({ config }: Context, url: string): Promise<GitServer> =>
  kindOfServer({ url, allow: config.outboundAllow })

function checkedBranch(branch: string): string {
  if (!isBranchName(branch)) throw brokenRule('branch', 'NOT_BRANCH')
  return branch
}

function checkedDirectory(text: string): string {
  const directory = text.replace(/^(\.?\/)+|\/+$/g, '')
  if (directory === '' || directory === '.') return ''
  if (!isRepositoryPath(directory)) throw brokenRule('directory', 'NOT_FOLDER')
  return directory
}

/** Returns the provider of a repository, if the contract of the API has it. */
export const providerOf = ({ server }: Pick<GitLink, 'server'>): GitSyncProvider | null =>
  server === 'GITHUB' || server === 'GITLAB' ? server : null

/** Writes into the row of the space what lists of spaces tell of its repository. */
async function showOnSpace(
  transaction: { query(text: string, values: readonly unknown[]): Promise<unknown> },
  gitLink: GitLink,
): Promise<void> {
  await transaction.query(
    `UPDATE "Space" SET "gitSyncURL" = $2, "gitSyncRepoName" = $3, "gitSyncProvider" = $4::"GitSyncProvider" WHERE id = $1`,
    [gitLink.spaceId, treeUrl(gitLink), repositoryName(gitLink.url), providerOf(gitLink)],
  )
}

/** Ends the connection of a space. Both sides keep what they have. */
export async function disconnectGit(context: Context, spaceId: string): Promise<GitLink> {
  const found = await loadConnection(context, spaceId)
  await context.database.transaction(async (transaction) => {
    const { count } = await transaction.gitLink.deleteMany({ where: { id: found.id } })
    if (count === 0) throw notFound()
    await forgetRepositories(transaction.query, [found.spaceId])
  })
  return found
}

/** Gives the webhook of a connection a new secret. The former one is refused at once. */
export async function rotateGitWebhookSecret(
  context: Context,
  spaceId: string,
): Promise<ConnectionWithSecret> {
  const { id } = await loadConnection(context, spaceId)
  const webhookSecret = newWebhookSecret()
  const sealed = await sealText(context.database, webhookSecret)
  const gitLink = await context.database.transaction((transaction) =>
    transaction.gitLink.update({ where: { id }, data: { webhookSecret: sealed } }),
  )
  return { gitLink, webhookSecret }
}

interface AskedPlace {
  readonly url?: string | null
  readonly ref?: string | null
  readonly directory?: string | null
  readonly commitMessage?: string | null
}

/** Returns the place of a sync without a connection, if an address is given. What it signs in with is sealed. */
export async function placeInput(
  context: Context,
  { url: text, ref, directory, commitMessage }: AskedPlace,
): Promise<Pick<SyncJobInput, 'place'>> {
  if (text == null) return {}
  const given = URL.parse(text)
  const [user, password] = [given?.username ?? '', given?.password ?? ''].map(decodedText)
  if (given) Object.assign(given, { username: '', password: '' })
  const token = password || user
  const url = checkedUrl(context, given?.href ?? text)
  if (ref == null) throw invalidInput('ref', 'is required with url')
  return {
    place: {
      url,
      branch: checkedBranch(branchOfRef(ref)),
      directory: checkedDirectory(directory ?? ''),
      username: password && user ? user : null,
      token: token ? await sealText(context.database, token) : null,
      message: commitMessage || null,
    },
  }
}

export async function startGitSync(context: Context, spaceId: string, input: SyncJobInput): Promise<Job> {
  const space = await loadAuthorizedSpace(context, spaceId)
  const connections = await context.database.prisma.gitLink.count({ where: { spaceId: space.id } })
  if (connections === 0 && !input.place) throw conflict('GIT_NOT_CONNECTED')
  return createJob(context, {
    organizationId: space.organizationId,
    spaceId: space.id,
    kind: 'GIT_SYNC',
    input: { ...input },
  })
}
