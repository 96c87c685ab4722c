import type { Config } from '../../base/config.ts'
import { type OAuthScope, oauthScopes, usualScopes } from './limits.ts'

type BaseAddress = Pick<Config, 'baseUrl'>

/** Returns the metadata of the authorization server (RFC 8414). */
export const serverMetadata = ({ baseUrl }: BaseAddress) => ({
  issuer: baseUrl,
  authorization_endpoint: `${baseUrl}/oauth/authorize`,
  token_endpoint: `${baseUrl}/oauth/token`,
  registration_endpoint: `${baseUrl}/oauth/register`,
  revocation_endpoint: `${baseUrl}/oauth/revoke`,
  scopes_supported: oauthScopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
  revocation_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
})

/** Returns the metadata of a protected resource (RFC 9728) at an address. */
export const protectedResource = (
  { baseUrl }: BaseAddress,
  address: string,
  scopes: readonly OAuthScope[] = usualScopes,
) => ({
  resource: address,
  authorization_servers: [baseUrl],
  scopes_supported: scopes,
  bearer_methods_supported: ['header'],
  resource_name: 'Lectern',
})
