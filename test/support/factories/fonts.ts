import { request } from 'undici'
import type { TestClient } from '../app.ts'

/** Returns bytes with the header of a font, whose letters no browser could draw. */
export function fontBytes(content = 'letters', signature = 'wOF2'): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(48), Buffer.from(content)])
  bytes.write(signature, 'latin1')
  bytes.writeUInt32BE(bytes.length, 8)
  return bytes
}

/** Announces a file. Returns where it is uploaded, and its key. */
export async function announceFont(
  client: TestClient,
  organizationId: string,
): Promise<{ url: string; key: string }> {
  const answer = await client.post(`/orgs/${organizationId}/storage/upload`, {
    file: { name: 'own.woff2', type: 'font/woff2', size: 55 },
    kind: 'customization_font',
  })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body
}

export const uploadTo = (url: string, bytes: Buffer) => request(url, { method: 'PUT', body: bytes })

/** Uploads the file of a font. Returns its key. */
export async function uploadFont(
  client: TestClient,
  organizationId: string,
  bytes = fontBytes(),
): Promise<string> {
  const { url, key } = await announceFont(client, organizationId)
  const { statusCode, body } = await uploadTo(url, bytes)
  if (statusCode !== 200) throw new Error(await body.text())
  return key
}
