import { X509Certificate } from 'node:crypto'

const pemForm = /^-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----$/
const bareForm = /^[A-Za-z0-9+/=\s]+$/

/** A certificate given as PEM or as bare base64, as PEM; null for what is no X.509 certificate. */
export function certificatePem(given: string): string | null {
  const text = given.trim()
  const base64 = pemForm.exec(text)?.[1] ?? (bareForm.test(text) ? text : null)
  if (base64 === null) return null
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).toString().trim()
  } catch {
    return null
  }
}
