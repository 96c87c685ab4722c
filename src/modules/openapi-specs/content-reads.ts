import { text } from 'node:stream/consumers'
import type { OpenAPISpecVersion } from '../../generated/prisma/client.ts'
import type { Context } from '../../request/context.ts'
import { openBlob } from '../content/blobs.ts'
import { findBlob } from './processing.ts'

/** Reads the parsed files of a version by path: the document first, then the files that it refers to. */
export async function readFilesystem(
  { config, database }: Context,
  { blobHash }: Pick<OpenAPISpecVersion, 'blobHash'>,
): Promise<Record<string, unknown>> {
  const blob = await findBlob(database, blobHash)
  return JSON.parse(await text(await openBlob(config, blob)))
}

/** The document of a version as it was submitted. */
export interface RawSpec {
  readonly text: string
  readonly format: 'JSON' | 'YAML'
}

export async function readRawSpec(
  { config, database }: Context,
  { sourceBlobHash }: Pick<OpenAPISpecVersion, 'sourceBlobHash'>,
): Promise<RawSpec> {
  const blob = await findBlob(database, sourceBlobHash)
  const raw = await text(await openBlob(config, blob))
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
