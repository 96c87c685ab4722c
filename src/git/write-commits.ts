import { once } from 'node:events'
import { GitError } from './git-error.ts'
import { type GitRepository, resolveName } from './repository.ts'
import { GitProcess } from './run-git.ts'

export interface CommitPerson {
  readonly name: string
  readonly email: string
}

/** A change of one file. Paths are relative to the root of the repository. */
export type FileChange =
  | { readonly kind: 'DELETE'; readonly path: string }
  /** Writes a content that the repository has already, as for a file that moves. */
  | { readonly kind: 'PUT_BLOB'; readonly path: string; readonly oid: string; readonly mode?: string }
  | { readonly kind: 'PUT'; readonly path: string; readonly bytes: Uint8Array; readonly mode?: string }
  /** Writes a content of exactly so many bytes, which is read when its turn comes. */
  | {
      readonly kind: 'PUT_STREAM'
      readonly path: string
      readonly size: number
      readonly mode?: string
      open(): AsyncIterable<Uint8Array>
    }

export interface NewCommit {
  readonly author: CommitPerson & { readonly date: Date }
  readonly committer: CommitPerson & { readonly date: Date }
  /** The subject, an empty line, the text, and trailers at the end. */
  readonly message: string
  /** Further parents of a merge. What they have is among the changes. */
  readonly merged?: readonly string[]
  /** The differences from the parent. Deletions come first where a folder takes the place of a file. */
  readonly changes: Iterable<FileChange> | AsyncIterable<FileChange>
}

/**
 * Writes a commit on top of another one, or the first one of a branch, and returns its id. Returns the id of the parent, and writes
 * none, if its files would be the same. Reads and writes only what changes. The same commit written again has the same id.
 */
export async function writeCommit(
  repository: GitRepository,
  parent: string | undefined,
  commit: NewCommit,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const git = new GitProcess({
    args: ['fast-import', '--quiet', '--force', '--done', '--date-format=raw'],
    folder: repository.folder,
    signal,
  })
  const output: Buffer[] = []
  git.output.on('data', (chunk: Buffer) => output.push(chunk))
  try {
    for await (const piece of streamOf(parent, commit))
      if (!git.input.write(piece)) await Promise.race([once(git.input, 'drain'), git.ended])
    git.input.end()
    await git.ended
  } catch (error) {
    git.stop(new GitError('CANCELED'))
    // An input that ended early is told by what the process says.
    await git.ended.catch((cause: unknown) => {
      throw (error as NodeJS.ErrnoException).code === 'EPIPE' ? cause : error
    })
    throw error
  }
  const written = Buffer.concat(output).toString('utf8').trim()
  const isSame = (await treeOf(repository, written)) === (await treeOf(repository, parent))
  return isSame ? parent : written
}

const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

const treeOf = async (repository: GitRepository, commit: string | undefined) =>
  commit === undefined ? emptyTree : resolveName(repository, `${commit}^{tree}`)

/** The branch of the stream. It is taken away at the end, for a commit is named by its id. */
const branch = 'refs/lectern/writing'

async function* streamOf(parent: string | undefined, commit: NewCommit): AsyncGenerator<string | Uint8Array> {
  yield 'feature done\n'
  if (parent === undefined) yield `reset ${branch}\n\n`
  yield `commit ${branch}\nmark :1\n`
  yield `author ${datedPerson(commit.author)}\ncommitter ${datedPerson(commit.committer)}\n`
  yield* dataOf(Buffer.from(`${commit.message.trimEnd()}\n`))
  if (parent !== undefined) yield `from ${parent}\n`
  for (const other of commit.merged ?? []) yield `merge ${other}\n`
  for await (const change of commit.changes) yield* changeOf(change)
  yield `\nget-mark :1\nreset ${branch}\nfrom ${'0'.repeat(40)}\n\ndone\n`
}

async function* changeOf(change: FileChange): AsyncGenerator<string | Uint8Array> {
  const path = quoted(change.path)
  if (change.kind === 'DELETE') {
    yield `D ${path}\n`
    return
  }
  const mode = change.mode ?? '100644'
  if (change.kind === 'PUT_BLOB') {
    yield `M ${mode} ${change.oid} ${path}\n`
    return
  }
  yield `M ${mode} inline ${path}\n`
  if (change.kind === 'PUT') yield* dataOf(change.bytes)
  else yield* streamedData(change)
}

function* dataOf(bytes: Uint8Array): Generator<string | Uint8Array> {
  yield `data ${bytes.length}\n`
  yield bytes
  yield '\n'
}

async function* streamedData({
  path,
  size,
  open,
}: FileChange & { kind: 'PUT_STREAM' }): AsyncGenerator<string | Uint8Array> {
  yield `data ${size}\n`
  let written = 0
  for await (const chunk of open()) {
    written += chunk.length
    if (written > size) break
    yield chunk
  }
  // Too few bytes would take the next command for the rest of the file.
  if (written !== size)
    throw new Error(`The content of ${path} has not the ${size} bytes that it should have.`)
  yield '\n'
}

const quoted = (path: string) =>
  `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`

const datedPerson = ({ date, ...person }: NewCommit['author']): string =>
  `${personText(person)} ${Math.floor(date.getTime() / 1000)} +0000`

/** Returns the person that git writes as `Name <address>`. */
export function personOf(text: string): CommitPerson {
  const [name = '', email = ''] = text.split(/ ?[<>]/)
  return { name, email }
}

/** Returns a person as git writes it: `Name <address>`. Neither can have the marks that separate them. */
export function personText({ name, email }: CommitPerson): string {
  const safe = (text: string) => text.replace(/[<>\p{Cc}]+/gu, ' ').trim()
  return `${safe(name) || 'unknown'} <${safe(email).replaceAll(' ', '')}>`
}
