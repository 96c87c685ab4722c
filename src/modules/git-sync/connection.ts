import { openSealedText } from '../../access/sealed-texts.ts'
import type { Config } from '../../base/config.ts'
import type { RequestLogger } from '../../base/logger.ts'
import type { Database } from '../../database/client.ts'
import type { GitLink } from '../../generated/prisma/client.ts'
import { refOfBranch } from '../../git/names.ts'
import type { GitRemote } from '../../git/remote.ts'
import { copyFolder } from './copies.ts'

/** The services of the process that a sync uses. */
export interface SyncServices {
  readonly config: Config
  readonly database: Database
  readonly logger: RequestLogger
}

/** A branch of a repository, with what it takes to reach it. */
export interface GitPlace {
  readonly remote: GitRemote
  /** The full name of the branch. */
  readonly ref: string
  readonly branch: string
  /** The folder of the content, empty for the whole repository. */
  readonly directory: string
  /** The folder of the copy on this server. */
  readonly folder: string
  readonly server: GitLink['server']
}

/** Returns the branch of a connection, with its token. */
export async function placeOf(
  { config, database }: Pick<SyncServices, 'config' | 'database'>,
  connection: Pick<GitLink, 'id' | 'url' | 'branch' | 'directory' | 'username' | 'token' | 'server'>,
): Promise<GitPlace> {
  const { id, url, branch, directory, username, server } = connection
  const token = connection.token === null ? undefined : await openSealedText(database, connection.token)
  return {
    remote: { url, token, user: username ?? undefined, allow: config.outboundAllow, limits: config.git },
    ref: refOfBranch(branch),
    branch,
    directory,
    folder: copyFolder(config, id),
    server,
  }
}

/** The path to a folder of a branch, behind the address of a repository. */
const treePaths: Readonly<Record<GitPlace['server'], string | undefined>> = {
  GITHUB: 'tree',
  GITLAB: '-/tree',
  GITEA: 'src/branch',
  OTHER: undefined,
}

/** Returns the address of the folder of the content for people; that of the repository where the server has no known one. */
export function treeUrl({
  url,
  server,
  branch,
  directory,
}: Pick<GitLink, 'url' | 'server' | 'branch' | 'directory'>): string {
  const path = treePaths[server]
  if (path === undefined) return url
  const names = [...branch.split('/'), ...directory.split('/')].filter((name) => name !== '')
  return `${url.replace(/\.git$/, '')}/${path}/${names.map(encodeURIComponent).join('/')}`
}

/** Returns the address of a commit for people. */
export function commitUrl(
  { remote, server }: { readonly remote: Pick<GitRemote, 'url'>; readonly server: GitPlace['server'] },
  oid: string,
): string {
  const url = remote.url.replace(/\.git$/, '')
  return server === 'GITLAB' ? `${url}/-/commit/${oid}` : `${url}/commit/${oid}`
}
