import { text } from 'node:stream/consumers'
import type { OpenAPISpecVersion } from '../../generated/prisma/client.ts'
import type { Context } from '../../graphql/context.ts'
import { readBlob } from '../content/blobs.ts'
import { findBlob } from './processing.ts'

/** The document of a version and what it refers to, parsed, by path; the document comes first. */
export async function readFilesystem(
  { config, database }: Context,
  { id, blobHash }: OpenAPISpecVersion,
): Promise<Record<string, unknown>> {
  const blob = await findBlob(database, blobHash)
  const stream = blob && (await readBlob(config, blob))
  if (!stream) throw new Error(`the content of ${id} is gone`)
  return JSON.parse(await text(stream))
}
