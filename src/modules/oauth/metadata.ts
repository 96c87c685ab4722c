import type { Config } from '../../base/config.ts'
import { oauthScopes, usualScopes } from './limits.ts'

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

/** Returns the metadata of a protected resource (RFC 9728) at a path below the base URL, such as `/v1`; empty for all. */
export const resourceMetadata = ({ baseUrl }: BaseAddress, path: string) => ({
  resource: baseUrl + path,
  authorization_servers: [baseUrl],
  scopes_supported: usualScopes,
  bearer_methods_supported: ['header'],
  resource_name: 'Lectern',
})
