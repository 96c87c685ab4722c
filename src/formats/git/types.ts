import type { StoredDocument } from '../body/documents.ts'
import type { Variables } from '../body/variables.ts'
import type { ContentSnapshot } from '../merge/content-snapshot.ts'
import type { GitFileProblem } from './problems.ts'

/** A file of a commit. Its path is relative to the project directory, with forward slashes. */
export interface TreeFile {
  readonly path: string
  readonly oid: string
  /** The size in bytes. */
  readonly size: number
  readonly kind: 'FILE' | 'SYMBOLIC_LINK' | 'SUBMODULE'
}

/** The files of a commit below the project directory. */
export interface CommitTree {
  readonly files: readonly TreeFile[]
  /** Reads a whole file. It is called for texts only, and for none above the limit of texts. */
  readonly read: (file: TreeFile) => Promise<Buffer>
}

export type EntryKind = 'PAGE' | 'FILE' | 'REUSABLE' | 'SUMMARY' | 'VARIABLES'

/** A file of the last common commit that content of the space stands in. */
export interface GitEntry {
  readonly path: string
  /** The id of the blob. Empty for a file that is planned and whose blob is not written yet. */
  readonly oid: string
  readonly kind: EntryKind
  /** The id of the page, the file or the reusable content; null for the table of contents and the variables. */
  readonly objectId: string | null
  /** A hash of the state of the object as this file says it. */
  readonly fingerprint: string
}

/** The content of a space. */
export interface GitContent {
  readonly snapshot: ContentSnapshot
  readonly variables: Variables
}

/** The reasons why something in a repository is left as it is. Each stops only the file that it names. */
export const gitProblemCodes = [
  'SYMBOLIC_LINK',
  'SUBMODULE',
  'FILE_TOO_LARGE',
  'FILE_UNREADABLE',
  'SAME_NAME',
  'CONTENTS_BROKEN',
  'PAGE_MISSING',
  'PAGE_REFUSED',
  'FRONT_MATTER_BROKEN',
  'VARIABLES_BROKEN',
  'CONFIG_BROKEN',
] as const

export type GitProblemCode = (typeof gitProblemCodes)[number]

/** Its message is a sentence for the author of the file. */
export interface GitProblem extends GitFileProblem {
  readonly code: GitProblemCode
  readonly file: string
  /** The number of the line, from 1. */
  readonly line?: number
}

/** A file of a space whose bytes were taken from a repository. */
export interface StoredFile {
  readonly blobHash: string
  readonly width?: number | null
  readonly height?: number | null
}

/** The change of one file by a commit. */
export type GitWrite =
  /** Writes a text. `from` is the path that the file moves from, which is deleted. */
  | { readonly kind: 'TEXT'; readonly path: string; readonly from?: string; readonly bytes: Buffer }
  /** Writes the bytes of a file of the space. */
  | { readonly kind: 'FILE'; readonly path: string; readonly from?: string; readonly blobHash: string }
  /** Moves a file whose bytes stay. */
  | { readonly kind: 'MOVE'; readonly path: string; readonly from: string; readonly oid: string }
  | { readonly kind: 'DELETE'; readonly path: string }

/** The bodies of pages and reusable contents by the ids of their documents. */
export type GitBodies = ReadonlyMap<string, StoredDocument>
