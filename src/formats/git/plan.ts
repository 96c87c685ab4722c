import { gitObjectId } from '../import/files/imported-file.ts'
import type { BranchState } from './branch-state.ts'
import type { ObjectPaths } from './file-paths.ts'
import type { WritesRequest } from './plan-writes.ts'
import type { SpaceAddresses } from './space-addresses.ts'
import type { GitEntry, GitWrite } from './types.ts'

/** The changes of a commit, to which each file adds its own. */
export interface Plan {
  readonly request: WritesRequest
  readonly branch: BranchState
  readonly paths: ObjectPaths
  readonly addresses: SpaceAddresses
  readonly writes: GitWrite[]
  readonly entries: GitEntry[]
}

export const entryOfText = (entry: Omit<GitEntry, 'oid'>, bytes: Buffer): GitEntry => ({
  ...entry,
  oid: gitObjectId(bytes),
})
