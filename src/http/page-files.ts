import { createHash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { StoredResponse } from './stored-response.ts'

export interface PageFile {
  readonly type: string
  readonly body: string | Buffer
}

/** The files that a page loads, by name. */
export interface PageFiles {
  /** A digest of the files, which is part of their URL, so that browsers may cache them indefinitely. */
  readonly edition: string
  readonly files: ReadonlyMap<string, StoredResponse>
}

export const scriptType = 'text/javascript; charset=utf-8'
export const styleType = 'text/css; charset=utf-8'

export function storePageFiles(
  files: Readonly<Record<string, PageFile>>,
  headers: OutgoingHttpHeaders,
): PageFiles {
  const digest = createHash('sha1')
  for (const { body } of Object.values(files)) digest.update(body)
  const stored = Object.entries(files).map(([name, { type, body }]): [string, StoredResponse] => [
    name,
    new StoredResponse({
      status: 200,
      headers: { 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable', ...headers },
      body,
    }),
  ])
  return { edition: digest.digest('hex').slice(0, 12), files: new Map(stored) }
}
