/** Loads the library of OpenID Connect on first use, because no start needs it. */
export const loadLibrary = () => import('openid-client')

/** Loads the library that verifies tokens on first use. */
export const loadTokenLibrary = () => import('jose')
