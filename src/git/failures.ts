import { GitError, type GitFailure } from './git-error.ts'
import { maximumDetailLength } from './limits.ts'

/** The words of git (with LC_ALL=C) by the failure that they tell. The first that is found counts. */
const words: readonly (readonly [RegExp, GitFailure])[] = [
  [/no space left on device|disk quota exceeded/i, 'DISK_FULL'],
  [/attempting to allocate|pack exceeds maximum allowed size/i, 'TOO_LARGE'],
  [/could not read (username|password)|authentication failed|returned error: 40[13]\b/i, 'UNAUTHORIZED'],
  [/returned error: 30\d\b|unable to update url base from redirection/i, 'REDIRECTED'],
  [/repository '.*' not found|returned error: (404|410)\b/i, 'REPOSITORY_NOT_FOUND'],
  [/couldn't find remote ref|not our ref|unadvertised object|remote branch .* not found/i, 'REF_GONE'],
  [/timed out|operation too slow|timeout/i, 'TIMEOUT'],
  // Two pushes at once: the server had the place of the branch checked before the other one moved it.
  [
    /\(stale info\)|\(fetch first\)|\(non-fast-forward\)|cannot lock ref|failed to update ref|incorrect old value/i,
    'PUSH_STALE',
  ],
  [/\[remote rejected\]|hook declined|protected branch|returned error: 413\b/i, 'PUSH_REFUSED'],
  [/\[rejected\]/i, 'PUSH_STALE'],
  [/fsck error|unresolved deltas|pack is corrupted|pack has bad object|inflate returned/i, 'CONTENTS_BROKEN'],
]

/** The words for a copy that has lost something. A command on the copy alone has no others. */
const brokenCopy =
  /not a git repository|does not point to a valid object|bad object|could not read|failed to traverse parents|loose object|object file|missing (blob|tree|commit)|packfile .* (cannot|corrupt)|bad config|bad shallow/i

/** Creates the error of a command that failed, by its words. What it does not know is a server that cannot be spoken to, or a broken copy. */
export function failureOf(stderr: string, speaksToServer: boolean, secret?: string): GitError {
  const failure =
    words.find(([pattern]) => pattern.test(stderr))?.[1] ??
    (!speaksToServer || brokenCopy.test(stderr) ? 'CACHE_BROKEN' : 'UNREACHABLE')
  // That it would ask for another password in a terminal helps nobody.
  const detail = /could not read (username|password)/i.test(stderr) ? '' : detailOf(stderr, secret)
  return new GitError(failure, { quote: detail })
}

const control = /[\p{Cc}\p{Cf}]+/gu

/** Returns a sentence of the lines of an output that say what is wrong, without the token and what only a terminal understands. */
function detailOf(stderr: string, secret?: string): string {
  const lines = stderr
    .split(/[\r\n]+/)
    .map((line) => line.replace(control, ' ').trim())
    .filter(
      (line) =>
        line !== '' &&
        !/^(hint:|remote:\s*$|To http|(remote: +)?(\w[\w ]+: +\d+(%|, done)|Total \d+ \())/.test(line),
    )
  const telling = lines.filter((line) => /^(fatal|error|remote|!)\b|^!/.test(line))
  const text = (telling.length > 0 ? telling : lines)
    .map((line) => line.replace(/^(fatal|error): /, ''))
    .join(' ')
  const safe = secret === undefined || secret === '' ? text : text.replaceAll(secret, '***')
  if (safe === '') return ''
  const sentence = `${safe.slice(0, 1).toUpperCase()}${safe.slice(1, maximumDetailLength)}`
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}${safe.length > maximumDetailLength ? '…' : '.'}`
}
