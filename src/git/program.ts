import { GitError } from './git-error.ts'
import { gitProblem } from './problems.ts'
import { readGit } from './run-git.ts'

/** The first version that connects to the addresses that it is told (`http.curloptResolve`). */
const oldest = [2, 37] as const

const tooOld = (version: string, minimum = oldest.join('.')) =>
  gitProblem('GIT_VERSION_TOO_OLD', `Version ${version} is too old, ${minimum} is needed.`, {
    version,
    minimum,
  })

/** Returns the version of git on this machine. Throws GIT_MISSING if there is none, or one before 2.37. */
export async function gitVersion(): Promise<string> {
  const text = await readGit({ args: ['version'], timeoutMs: 10_000 })
  const [, version = '', major, minor] = /^git version ((\d+)\.(\d+)\S*)/.exec(text) ?? []
  const isNewEnough = Number(major) > oldest[0] || (Number(major) === oldest[0] && Number(minor) >= oldest[1])
  if (!isNewEnough) throw new GitError('GIT_MISSING', tooOld(version || text))
  return version
}
