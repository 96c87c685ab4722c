import type { FileVersion, PageVersion, ReusableContentVersion } from '../../../generated/prisma/client.ts'
import type { Body, StoredDocument } from '../documents-store.ts'

type VersionColumns = 'id' | 'branchId' | 'sequence' | 'endSequence' | 'deleted'

/** A page without the columns for the revisions in which its row is valid. */
export type PageState = Omit<PageVersion, VersionColumns>
export type FileState = Omit<FileVersion, VersionColumns>
export type ReusableState = Omit<ReusableContentVersion, VersionColumns>

export interface ContentSnapshot {
  readonly pages: ReadonlyMap<string, PageState>
  readonly files: ReadonlyMap<string, FileState>
  readonly reusable: ReadonlyMap<string, ReusableState>
}

export interface MergeInput {
  readonly base: ContentSnapshot
  readonly ours: ContentSnapshot
  readonly theirs: ContentSnapshot
  readonly bodies: ReadonlyMap<string, Body>
}

export interface ContentConflict {
  readonly kind: 'BODY' | 'FIELD' | 'STRUCTURE'
  readonly object: 'PAGE' | 'FILE' | 'REUSABLE_CONTENT'
  readonly objectId: string
  readonly title: string
  readonly field: string | null
  readonly base: unknown
  readonly ours: unknown
  readonly theirs: unknown
}

export interface MergeResult {
  readonly pages: Map<string, PageState>
  readonly files: Map<string, FileState>
  readonly reusable: Map<string, ReusableState>
  readonly bodies: Map<string, StoredDocument>
  readonly conflicts: ContentConflict[]
}
