import { GitError } from './git-error.ts'
import { readGit } from './run-git.ts'

/** The first version that connects to the addresses that it is told (`http.curloptResolve`). */
const oldest = [2, 37] as const

/** Returns the version of git on this machine. Throws GIT_MISSING if there is none, or one before 2.37. */
export async function gitVersion(): Promise<string> {
  const text = await readGit({ args: ['version'], timeoutMs: 10_000 })
  const [, version = '', major, minor] = /^git version ((\d+)\.(\d+)\S*)/.exec(text) ?? []
  const isNewEnough = Number(major) > oldest[0] || (Number(major) === oldest[0] && Number(minor) >= oldest[1])
  if (!isNewEnough)
    throw new GitError('GIT_MISSING', `Version ${version || text} is too old, ${oldest.join('.')} is needed.`)
  return version
}
