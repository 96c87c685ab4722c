import { posix } from 'node:path'
import { lookup } from 'mime-types'
import { storedFileName } from '../import/stored-fields.ts'
import type { FileState } from '../merge/content-snapshot.ts'
import type { StoredFile, TreeFile } from './types.ts'

export interface FileReading {
  readonly file: TreeFile
  readonly id: string
  /** The file as the space has it, and the path and the content that it had. */
  readonly known: FileState | undefined
  readonly source: TreeFile | undefined
  readonly now: Date
  readonly storeFile: (file: TreeFile) => Promise<StoredFile>
}

/** Reads a file of a space. Its bytes are stored only if they are others than before. */
export async function readFileState({
  file,
  id,
  known,
  source,
  now,
  storeFile,
}: FileReading): Promise<FileState> {
  const name = storedFileName(posix.basename(file.path))
  const isSame = known !== undefined && source?.oid === file.oid
  if (isSame) {
    const isRenamed = posix.basename(source.path) !== posix.basename(file.path)
    return { ...known, ...(isRenamed && { name }), gitPath: file.path }
  }
  const stored = await storeFile(file)
  return {
    fileId: id,
    name,
    contentType: lookup(file.path) || 'application/octet-stream',
    width: stored.width ?? null,
    height: stored.height ?? null,
    gitOid: file.oid,
    gitPath: file.path,
    blobHash: stored.blobHash,
    createdAt: known?.createdAt ?? now,
  }
}
