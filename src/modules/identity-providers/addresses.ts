import type { Config } from '../../base/config.ts'
import type { IdentityProviderKind } from '../../generated/prisma/enums.ts'

type BaseAddress = Pick<Config, 'baseUrl'>

/** The folders of the protocols in the paths of this server. */
const folders = { SAML: 'saml', OIDC: 'oidc' } as const satisfies Record<IdentityProviderKind, string>

/** Returns the segment that stands for a protocol in paths. */
export const protocolPath = (kind: IdentityProviderKind): string => folders[kind]

/** Returns the URL of this server that the addresses of a provider begin with. */
export const providerAddress = (
  { baseUrl }: BaseAddress,
  kind: IdentityProviderKind,
  providerId: string,
): string => `${baseUrl}/${protocolPath(kind)}/${providerId}`

/** Returns the URL at which a sign-in with a provider starts. */
export const startAddress = (
  config: BaseAddress,
  { kind, id }: { readonly kind: IdentityProviderKind; readonly id: string },
): string => `${providerAddress(config, kind, id)}/login`

/**
 * Returns the path to redirect to after a sign-in, or null for anything that a browser could interpret as another
 * origin: browsers treat backslashes as slashes, and ignore control characters.
 */
export function sameServerPath({ baseUrl }: BaseAddress, given: string): string | null {
  if (!/^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(given) || given.length > 2048) return null
  return new URL(given, baseUrl).origin === new URL(baseUrl).origin ? given : null
}
