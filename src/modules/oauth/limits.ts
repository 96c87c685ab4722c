/** The lifetime of an API token of a program. */
export const accessSeconds = 3600

/** The time in which a program must refresh its token, after which the user has to give access again. */
export const refreshSeconds = 30 * 86_400

/** The time in which a program must exchange a code. */
export const codeSeconds = 60

/** The grants of a user to one program. A further one ends the oldest. */
export const maximumGrants = 10

/** The programs that have registered and that no user has given access to. */
export const maximumUnusedClients = 10_000

/** The days after which a program that nobody has given access to is forgotten. */
export const unusedClientDays = 30

/** The scopes that a program may ask for. */
export const oauthScopes = ['read', 'write', 'content:write'] as const

/** The scopes that programs ask for that ask for all which a resource names. What is missing must be asked for by name. */
export const usualScopes = ['read', 'write'] as const satisfies readonly OAuthScope[]

export type OAuthScope = (typeof oauthScopes)[number]

export const registrationLimits = {
  redirectUris: 10,
  redirectUriLength: 2048,
  nameLength: 50,
  bodyBytes: 65_536,
} as const
