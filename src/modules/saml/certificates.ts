import { X509Certificate } from 'node:crypto'

const pemForm = /^-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----$/
const bareForm = /^[A-Za-z0-9+/=\s]+$/

/** Converts a certificate in PEM or base64 to PEM. Returns null if it is not a valid X.509 certificate. */
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
