import type {
  CommitTree,
  GitBodies,
  GitContent,
  GitEntry,
  GitProblem,
  StoredFile,
  TreeFile,
} from './types.ts'

/** The last common commit, and the content that the space had when both were equal. */
export interface CommonCommit {
  readonly tree: CommitTree
  readonly entries: readonly GitEntry[]
  readonly content: GitContent
}

export interface ReadSidesRequest {
  /** Absent at the first sync. */
  readonly common?: CommonCommit
  /** The head of the branch. */
  readonly head: CommitTree
  /** The paths of files that were renamed since the last common commit: the old path by the new one. */
  readonly renames?: ReadonlyMap<string, string>
  /** Returns the id of the object that a file of the first sync stands for, if the space has it already. */
  readonly knownId?: (path: string, kind: 'PAGE' | 'FILE' | 'REUSABLE') => string | undefined
  /** Stores the bytes of a file. Throws what ends the reading, or returns why the file alone cannot be stored. */
  readonly storeFile: (file: TreeFile) => Promise<StoredFile | { readonly problem: string }>
  /** Maximum bytes of one file. Larger ones are a problem, and the space keeps what it has of them. */
  readonly maximumFileBytes: number
  /** For whom texts are parsed. */
  readonly owner: string
  readonly now: Date
  /** Called after each text, with the number of all that are read. */
  readonly onProgress?: (done: number, total: number) => void
}

/** The content at the last common commit and at the head. A file that is equal in both says what the space had. */
export interface ReadSides {
  /** Empty at the first sync. */
  readonly base: GitContent
  readonly theirs: GitContent
  /** The bodies that were read, those of `base` and `theirs` that the space may not have. */
  readonly bodies: GitBodies
  /** The files of the head that content stands in, with the fingerprints of what they say. */
  readonly entries: readonly GitEntry[]
  readonly problems: readonly GitProblem[]
}

/**
 * Reads what a branch changed since the last common commit. Only texts that differ are read, besides SUMMARY.md and
 * vars.yaml. Pages keep their ids: by their path, by the path that they were renamed from, and groups and links by their
 * place in the table of contents.
 */
export async function readSides(_request: ReadSidesRequest): Promise<ReadSides> {
  throw new Error('not built yet')
}
