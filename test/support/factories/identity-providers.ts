import { readFileSync } from 'node:fs'

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/saml/${name}`, import.meta.url), 'utf8').trim()

/** A key of an identity provider with its certificate. */
export interface SigningKey {
  readonly key: string
  readonly certificate: string
}

/** The key that the identity providers of tests sign with. */
export const idpKey: SigningKey = { key: fixture('idp.key.pem'), certificate: fixture('idp.cert.pem') }

/** A key that nobody was told to trust. */
export const otherKey: SigningKey = { key: fixture('other.key.pem'), certificate: fixture('other.cert.pem') }

/** The body that sets up an identity provider in full. */
export const identityProvider = (label: string, address = 'https://idp.example.test') => ({
  label,
  entityID: `${address}/metadata`,
  certificate: idpKey.certificate,
  ssoURL: `${address}/sso`,
})

/** The same with the address at which sessions end at the identity provider. */
export const providerWithLogout = (label: string, address?: string) => {
  const body = identityProvider(label, address)
  return { ...body, singleLogoutURL: body.ssoURL.replace(/sso$/, 'slo') }
}
