import type { RemoteOptions } from './fetch.ts'
import { type GitRemote, withRemoteCommand } from './remote.ts'
import type { GitRepository } from './repository.ts'
import { runGit } from './run-git.ts'

/**
 * Moves a branch of the server to a commit, if it is still where it is expected; with `expected: undefined`, makes the branch if there
 * is none. Throws PUSH_STALE if somebody else moved it, and PUSH_REFUSED, with the words of the server, if a rule forbids it.
 */
export async function pushBranch(
  { folder }: GitRepository,
  remote: GitRemote,
  {
    ref,
    commit,
    expected,
  }: { readonly ref: string; readonly commit: string; readonly expected: string | undefined },
  { signal, onProgress }: RemoteOptions = {},
): Promise<void> {
  const args = ['push', '--progress', '--no-verify', `--force-with-lease=${ref}:${expected ?? ''}`]
  await withRemoteCommand(remote, (command) =>
    runGit({ args: [...args, remote.url, `${commit}:${ref}`], folder, ...command, signal, onProgress }),
  )
}
