/** Loads the SAML library on first use: with what it needs for XML it is large, and no start needs it. */
export const loadLibrary = () => import('@node-saml/node-saml')
