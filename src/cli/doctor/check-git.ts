import { isGitError } from '../../git/git-error.ts'
import { gitVersion } from '../../git/program.ts'
import { type Finding, findingsOf } from './finding.ts'

const { ok, warning } = findingsOf('git')

/** Checks that git is installed, which only spaces need that are kept in step with a branch. */
export async function checkGit(): Promise<Finding[]> {
  try {
    return [ok(`git ${await gitVersion()} is installed.`)]
  } catch (error) {
    if (!isGitError(error)) throw error
    return [
      warning(
        'git is missing or older than version 2.37, without which no space can be kept in step with a git branch.',
        'Install the package git of the system, if you want that.',
      ),
    ]
  }
}
