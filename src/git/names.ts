/** Parts of names of branches that git refuses: see `git check-ref-format`. */
const refusedInRefs = /\.\.|@\{|[\0-\x20\x7f~^:?*[\\]|\/\/|\/\.|^[./-]|[./]$|\.lock(\/|$)|^@$/

/** The most characters of the name of a branch, and of a full name without its `refs/`. */
export const maximumNameLength = 250

/** Returns whether a text can be the name of a branch or a tag, without `refs/heads/`. */
export const isBranchName = (name: string): boolean =>
  name !== '' && name.length <= maximumNameLength && !refusedInRefs.test(name) && name !== 'HEAD'

const branches = 'refs/heads/'

export const refOfBranch = (branch: string): string => branches + branch

/** Returns the name of a branch by its full name. A name that is none of a branch stays as it is. */
export const branchOfRef = (ref: string): string =>
  ref.startsWith(branches) ? ref.slice(branches.length) : ref

const objectId = /^([0-9a-f]{40}|[0-9a-f]{64})$/

/** Returns whether a text is the id of a commit or another object. */
export const isObjectId = (text: string): boolean => objectId.test(text)

/** Returns whether a path can be that of a folder or file in a repository: relative, without `..`, `.git` and empty parts. */
export const isRepositoryPath = (path: string): boolean =>
  path !== '' &&
  !path.includes('\0') &&
  path.split('/').every((part) => !['', '.', '..'].includes(part) && part.toLowerCase() !== '.git')
