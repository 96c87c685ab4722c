import { type KeyObject, randomBytes, sign } from 'node:crypto'

/*
 * A certificate in DER. Node reads certificates and makes none; identity providers take the key of a service only in one, and
 * look at nothing else of it.
 */

const sequence = 0x30
const oids = {
  commonName: Buffer.from('550403', 'hex'),
  sha256WithRsa: Buffer.from('2a864886f70d01010b', 'hex'),
}

function element(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(length)
  const bytes = size.subarray(size.findIndex((byte) => byte !== 0))
  return Buffer.concat([Buffer.from([tag, 0x80 | bytes.length]), bytes, content])
}

const integer = (bytes: Buffer): Buffer => element(0x02, bytes)
const oid = (bytes: Buffer): Buffer => element(0x06, bytes)
const bitString = (bytes: Buffer): Buffer => element(0x03, Buffer.from([0]), bytes)
const generalizedTime = (date: Date): Buffer =>
  element(0x18, Buffer.from(date.toISOString().replace(/\.\d+|[-:T]/g, '')))

/** Returns a certificate of an RSA key, in PEM, which the key itself has signed. */
export function selfSignedCertificate(
  { publicKey, privateKey }: { readonly publicKey: KeyObject; readonly privateKey: KeyObject },
  { name, from, until }: { readonly name: string; readonly from: Date; readonly until: Date },
): string {
  const algorithm = element(sequence, oid(oids.sha256WithRsa), element(0x05))
  const commonName = element(sequence, oid(oids.commonName), element(0x0c, Buffer.from(name)))
  const subject = element(sequence, element(0x31, commonName))
  // A serial number is positive: its first bit is 0.
  const serial = Buffer.concat([Buffer.from([0x01]), randomBytes(15)])
  const body = element(
    sequence,
    element(0xa0, integer(Buffer.from([2]))),
    integer(serial),
    algorithm,
    subject,
    element(sequence, generalizedTime(from), generalizedTime(until)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const certificate = element(sequence, body, algorithm, bitString(sign('sha256', body, privateKey)))
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
