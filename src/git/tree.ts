import { GitError } from './git-error.ts'
import { gitProblem } from './problems.ts'
import type { GitRepository } from './repository.ts'
import { resolveName } from './repository.ts'
import { readGit, runGit } from './run-git.ts'

/** One file of a commit. */
export interface TreeEntry {
  /** The path below the folder that was asked for, with forward slashes. */
  readonly path: string
  readonly kind: 'FILE' | 'SYMBOLIC_LINK' | 'SUBMODULE'
  /** `100644`, or `100755` for a program. A changed file keeps it. */
  readonly mode: string
  /** The id of its content. */
  readonly oid: string
  /** In bytes. 0 for a submodule. */
  readonly size: number
}

export interface Tree {
  readonly entries: readonly TreeEntry[]
  /** Paths that are not in UTF-8, with � for what cannot be read. They are in no entry. */
  readonly unreadable: readonly string[]
}

/** Lists the files of a commit, or of a folder of it. Throws DIRECTORY_GONE if the commit has no such folder. */
export async function listTree(repository: GitRepository, commit: string, directory = ''): Promise<Tree> {
  const tree = await treeOf(repository, commit, directory)
  const output = await runGit({ args: ['ls-tree', '-r', '-l', '-z', tree], folder: repository.folder })
  const entries: TreeEntry[] = []
  const unreadable: string[] = []
  for (const record of recordsOf(output)) {
    const { text, isReadable } = decoded(record)
    const [, mode = '', type = '', oid = '', size = '', path = ''] =
      /^(\d+) (\w+) (\w+) +(\d+|-)\t(.*)$/s.exec(text) ?? []
    if (!isReadable) unreadable.push(path)
    else entries.push({ path, kind: kindOf(mode, type), mode, oid, size: Number(size) || 0 })
  }
  return { entries, unreadable }
}

async function treeOf(repository: GitRepository, commit: string, directory: string): Promise<string> {
  const tree = await resolveName(repository, directory === '' ? `${commit}^{tree}` : `${commit}:${directory}`)
  if (tree === undefined)
    throw directory === ''
      ? new GitError(
          'CACHE_BROKEN',
          gitProblem('GIT_OBJECT_MISSING', `There is no commit ${commit}.`, { id: commit }),
        )
      : new GitError(
          'DIRECTORY_GONE',
          gitProblem('GIT_FOLDER_MISSING', `There is no folder ${directory}.`, { path: directory }),
        )
  if ((await readGit({ args: ['cat-file', '-t', tree], folder: repository.folder })) !== 'tree')
    throw new GitError(
      'DIRECTORY_GONE',
      gitProblem('GIT_FOLDER_IS_FILE', `${directory} is a file.`, { path: directory }),
    )
  return tree
}

const kindOf = (mode: string, type: string): TreeEntry['kind'] =>
  type === 'commit' ? 'SUBMODULE' : mode === '120000' ? 'SYMBOLIC_LINK' : 'FILE'

/** A file that two commits have differently. */
export interface TreeChange {
  readonly kind: 'ADDED' | 'CHANGED' | 'DELETED' | 'RENAMED'
  /** The path in the later commit; of a deleted file that in the earlier one. */
  readonly path: string
  /** The path in the earlier commit, of a renamed file. */
  readonly from?: string
  /** The contents before and after. Absent where there is none. */
  readonly oldOid?: string
  readonly oid?: string
}

/**
 * Lists the files that differ between two commits, below a folder. A file that moved with at least half of its lines is RENAMED: what
 * git shows as a rename. Paths are relative to the folder; paths that are not in UTF-8 are left out.
 */
export async function listChanges(
  repository: GitRepository,
  from: string,
  to: string,
  directory = '',
): Promise<TreeChange[]> {
  const output = await runGit({
    args: [
      'diff-tree',
      '-r',
      '-z',
      '--raw',
      '--no-abbrev',
      '-M50%',
      '-l2000',
      ...(directory === '' ? [] : [`--relative=${directory}/`]),
      `${from}^{tree}`,
      `${to}^{tree}`,
    ],
    folder: repository.folder,
  })
  const changes: TreeChange[] = []
  const records = recordsOf(output)
  while (true) {
    const head = records.next()
    if (head.done) return changes
    const [, , oldOid = '', oid = '', status = ''] = head.value.toString('latin1').split(' ')
    const first = decoded(nextOf(records))
    const second = /^[RC]/.test(status) ? decoded(nextOf(records)) : undefined
    if (first.isReadable && (second?.isReadable ?? true))
      changes.push(changeOf(status, first.text, second?.text, oldOid, oid))
  }
}

function changeOf(
  status: string,
  first: string,
  second: string | undefined,
  oldOid: string,
  oid: string,
): TreeChange {
  if (status.startsWith('R')) return { kind: 'RENAMED', path: second ?? first, from: first, oldOid, oid }
  if (status === 'A') return { kind: 'ADDED', path: first, oid }
  if (status === 'D') return { kind: 'DELETED', path: first, oldOid }
  return { kind: 'CHANGED', path: first, oldOid, oid }
}

function nextOf(records: Iterator<Buffer, void>): Buffer {
  const { value } = records.next()
  if (!value)
    throw new GitError('CACHE_BROKEN', gitProblem('GIT_ENDED_EARLY', 'A list of changes ends early.'))
  return value
}

/** Returns the parts of an output that each end with a zero byte. */
function* recordsOf(output: Buffer): Generator<Buffer, void> {
  for (let start = 0; start < output.length; ) {
    const end = output.indexOf(0, start)
    yield output.subarray(start, end)
    start = end + 1
  }
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decoded(bytes: Buffer): { readonly text: string; readonly isReadable: boolean } {
  try {
    return { text: strict.decode(bytes), isReadable: true }
  } catch {
    return { text: bytes.toString('utf8'), isReadable: false }
  }
}
