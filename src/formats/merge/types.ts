import type { Body, StoredDocument } from '../body/documents.ts'
import type { ContentSnapshot, FileState, PageState, ReusableState } from './content-snapshot.ts'
import type { MergedBody } from './merge-body.ts'

export interface MergeInput {
  readonly base: ContentSnapshot
  readonly ours: ContentSnapshot
  readonly theirs: ContentSnapshot
  readonly bodies: ReadonlyMap<string, Body>
  /** Bodies that are already merged, by `sidesKey`. */
  readonly mergedBodies?: ReadonlyMap<string, MergedBody>
}

export interface ContentConflict {
  readonly kind: 'BODY' | 'FIELD' | 'STRUCTURE'
  readonly object: 'PAGE' | 'FILE' | 'REUSABLE_CONTENT' | 'VARIABLE'
  /** The id of the object, or the name of the variable of the space. */
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
