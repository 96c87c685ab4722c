import { allowedAddresses, isAllowedUrl, PrivateAddressError } from '../http/outbound-addresses.ts'
import { gitAddressProblem, type gitAddressProblems } from './address-problems.ts'
import { withCertificates } from './certificates.ts'
import { GitError } from './git-error.ts'
import type { RemoteLimits } from './limits.ts'
import { gitProblem } from './problems.ts'

export type GitAddress = Pick<GitRemote, 'url' | 'allow'>

/** A repository on a git server. */
export interface GitRemote {
  /** An https address without user and password, or an http one of a host that `allow` has. */
  readonly url: string
  /** Absent for a public repository that is only read. */
  readonly token?: string | undefined
  /** The user that is sent with the token. Most servers take any. Defaults to one that works for the host. */
  readonly user?: string | undefined
  /** Host names, addresses and CIDRs that are allowed although they are private: `outboundAllow` of the configuration. */
  readonly allow: readonly string[]
  readonly limits: RemoteLimits
}

/** Settings of git, which a process gets by its environment alone. */
export type GitSettings = readonly (readonly [name: string, value: string])[]

/**
 * Returns the address of a repository in one form: without query, fragment and the slash at the end. Throws INVALID_ADDRESS, with
 * the sentence that says what to write, and REFUSED_ADDRESS where the host is a private address.
 */
export function repositoryUrl(text: string, allow: readonly string[]): URL {
  const url = URL.parse(text.trim())
  if (!url) throw refused('GIT_ADDRESS_MALFORMED', 'Write it as https://host/owner/repository.')
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw refused('GIT_ADDRESS_NOT_HTTPS', 'Only https addresses work; ssh, git and local ones do not.')
  if (url.username !== '' || url.password !== '')
    throw refused(
      'GIT_ADDRESS_WITH_PASSWORD',
      'Leave out the user and the password, and give the token by itself.',
    )
  if (url.protocol === 'http:' && !isAllowedUrl(url, allow))
    throw refused('GIT_ADDRESS_NOT_HTTPS', 'Use https, so that nobody on the way can read the token.')
  url.search = ''
  // Programs leave a dot at the end out, and would then look the host up by themselves.
  url.hostname = url.hostname.replace(/\.$/, '')
  url.hash = ''
  url.pathname = url.pathname.replace(/\/+$/, '')
  if (url.pathname === '/') throw refused('GIT_ADDRESS_WITHOUT_PATH', 'It has no path of a repository.')
  return url
}

const refused = (name: keyof typeof gitAddressProblems, detail: string): GitError =>
  new GitError('INVALID_ADDRESS', gitAddressProblem(name, detail))

/** Returns the settings with which git speaks to a server: to the checked addresses of its host alone, and with the token. */
export async function remoteSettings(remote: GitRemote): Promise<GitSettings> {
  const url = repositoryUrl(remote.url, remote.allow)
  return [
    ...(await pinnedAddresses(url, remote)),
    ['http.followRedirects', 'false'],
    ['http.proxy', ''],
    ['http.lowSpeedLimit', '1'],
    ['http.lowSpeedTime', String(remote.limits.maxIdleSeconds)],
    ['http.userAgent', 'git/lectern'],
    ...(remote.token === undefined
      ? []
      : ([['http.extraHeader', `Authorization: Basic ${credentials(url, remote)}`]] as const)),
  ]
}

/** Returns the setting by which git connects to the addresses that were checked: a second lookup could return others. */
async function pinnedAddresses(url: URL, { allow }: GitRemote): Promise<GitSettings> {
  try {
    const addresses = await allowedAddresses(url, allow)
    const shown = addresses.map((address) => (address.includes(':') ? `[${address}]` : address))
    return shown[0] === url.hostname
      ? []
      : [['http.curloptResolve', `${url.hostname}:${portOf(url)}:${shown.join(',')}`]]
  } catch (error) {
    if (error instanceof PrivateAddressError) throw new GitError('REFUSED_ADDRESS', notAllowed(url.host))
    const { code, message } = error as NodeJS.ErrnoException
    throw new GitError('UNREACHABLE', notFound(url.hostname, code ?? message))
  }
}

const notAllowed = (host: string) =>
  gitProblem('GIT_HOST_NOT_ALLOWED', `${host} is not in OUTBOUND_ALLOW.`, { host })

const notFound = (host: string, quote: string) =>
  gitProblem('GIT_HOST_NOT_FOUND', `The host ${host} is not found (${quote}).`, { host, quote })

/** Runs with what all commands have that speak to a server. */
export const withRemoteCommand = async <Result>(
  remote: GitRemote,
  use: (command: RemoteCommand) => Promise<Result>,
): Promise<Result> => {
  const settings = await remoteSettings(remote)
  const { limits, token: secret } = remote
  return withCertificates((certificates) =>
    use({ settings: [...settings, ...certificates], remoteLimits: limits, secret }),
  )
}

interface RemoteCommand {
  readonly settings: GitSettings
  readonly remoteLimits: RemoteLimits
  readonly secret: string | undefined
}

const portOf = ({ protocol, port }: URL) => port || (protocol === 'https:' ? '443' : '80')

const usersOfHosts: Readonly<Record<string, string>> = {
  'bitbucket.org': 'x-token-auth',
  'gitlab.com': 'oauth2',
}

function credentials({ hostname }: URL, { token, user }: GitRemote): string {
  const name = user ?? usersOfHosts[hostname] ?? 'x-access-token'
  return Buffer.from(`${name}:${token}`).toString('base64')
}
