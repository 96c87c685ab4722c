import { text } from 'node:stream/consumers'
import type { OpenAPISpecVersion } from '../../generated/prisma/client.ts'
import type { Context } from '../../graphql/context.ts'
import { readBlob } from '../content/blobs.ts'
import { findBlob } from './processing.ts'

/** Reads the parsed files of a version by path: the document first, then the files that it refers to. */
export async function readFilesystem(
  { config, database }: Context,
  { id, blobHash }: Pick<OpenAPISpecVersion, 'id' | 'blobHash'>,
): Promise<Record<string, unknown>> {
  const blob = await findBlob(database, blobHash)
  const stream = blob && (await readBlob(config, blob))
  if (!stream) throw new Error(`the content of ${id} is missing`)
  return JSON.parse(await text(stream))
}

/** The document of a version as it was submitted. */
export interface RawSpec {
  readonly text: string
  readonly format: 'JSON' | 'YAML'
}

export async function readRawSpec(
  { config, database }: Context,
  { id, sourceBlobHash }: Pick<OpenAPISpecVersion, 'id' | 'sourceBlobHash'>,
): Promise<RawSpec> {
  const blob = await findBlob(database, sourceBlobHash)
  const stream = blob && (await readBlob(config, blob))
  if (!stream) throw new Error(`the document of ${id} is missing`)
  const raw = await text(stream)
  // A document in JSON is an object, and one in YAML that begins so is read the same.
  return { text: raw, format: /^\s*\{/.test(raw) ? 'JSON' : 'YAML' }
}

/** A parsed file, as programs that work with several files of a specification expect it. */
export interface SpecFile {
  readonly filename: string
  readonly dir: string
  readonly isEntrypoint: boolean
  readonly references: readonly string[]
  readonly specification: unknown
}

/** Returns the files by path as a list, whose first file is the document. */
export function filesOf(filesystem: Readonly<Record<string, unknown>>): SpecFile[] {
  const names = Object.keys(filesystem)
  return Object.entries(filesystem).map(([filename, specification], index) => ({
    filename,
    dir: './',
    isEntrypoint: index === 0,
    references: index === 0 ? names.slice(1) : [],
    specification,
  }))
}
