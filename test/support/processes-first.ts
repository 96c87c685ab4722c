import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Folders whose tests start processes: browsers, servers, commands, git. */
const folders = [
  'browser',
  'workspace',
  'git',
  'modules/git-sync',
  'start',
  'cli',
  'upgrades',
  'backups',
  'storage',
  'packaging',
  'faults',
  'modules/imports',
  'modules/pdf',
  'formats/pdf',
  'workers',
]

/**
 * Runs the tests that start processes first. Starting one takes longer the more memory the worker has, because `fork` copies its
 * page tables: 1 ms in a new worker, 48 ms in one of 2 GB, which a worker has at the end of a run. Those of browsers are the very
 * first, since they take longest and would leave the other workers without work at the end.
 */
export class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const found = folders.findIndex((folder) => moduleId.includes(`/test/${folder}/`))
      return found === -1 ? folders.length : found
    }
    return sorted.toSorted((one, other) => rank(one) - rank(other))
  }
}
