import type { FileVersion, PageVersion, ReusableContentVersion } from '../../generated/prisma/client.ts'

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
