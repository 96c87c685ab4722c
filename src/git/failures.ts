import { GitError, type GitFailure } from './git-error.ts'
import { maximumDetailLength } from './limits.ts'

/** The words of git (with LC_ALL=C) by the failure that they tell. The first that is found counts. */
const words: readonly (readonly [RegExp, GitFailure])[] = [
  [/attempting to allocate|over limit|pack exceeds maximum allowed size|no space left/i, 'TOO_LARGE'],
  [/could not read (username|password)|authentication failed|returned error: 40[13]/i, 'UNAUTHORIZED'],
  [/returned error: 30\d|redirect/i, 'REDIRECTED'],
  [/repository '.*' not found|returned error: (404|410)/i, 'REPOSITORY_NOT_FOUND'],
  [/couldn't find remote ref|remote branch .* not found/i, 'REF_GONE'],
  [/operation timed out|operation too slow|timed? ?out|timeout/i, 'TIMEOUT'],
  [/\(stale info\)|\(fetch first\)|\(non-fast-forward\)|\[rejected\]/i, 'PUSH_STALE'],
  [/\[remote rejected\]|pre-receive hook declined|protected branch/i, 'PUSH_REFUSED'],
  [
    /fsck error|index-pack failed|unpack(-objects)? failed|bad (pack|object)|invalid index-pack/i,
    'CONTENTS_BROKEN',
  ],
  [
    /not a git repository|bad object|loose object|object file|missing (blob|tree|commit)|packfile .* (cannot|corrupt)|unable to read|does not point to a valid object|bad config|shallow file has changed|inflate/i,
    'CACHE_BROKEN',
  ],
]

/** Creates the error of a command that failed, by its words. What it does not know is a server that cannot be spoken to, or a broken copy. */
export function failureOf(stderr: string, speaksToServer: boolean, secret?: string): GitError {
  const failure =
    words.find(([pattern]) => pattern.test(stderr))?.[1] ?? (speaksToServer ? 'UNREACHABLE' : 'CACHE_BROKEN')
  // That it would ask for another password in a terminal helps nobody.
  const detail = /could not read (username|password)/i.test(stderr) ? '' : detailOf(stderr, secret)
  return new GitError(failure, detail)
}

const control = /[\p{Cc}\p{Cf}]+/gu

/** Returns a sentence of the lines of an output that say what is wrong, without the token and what only a terminal understands. */
export function detailOf(stderr: string, secret?: string): string {
  const lines = stderr
    .split(/[\r\n]+/)
    .map((line) => line.replace(control, ' ').trim())
    .filter((line) => line !== '' && !/^(hint:|remote:\s*$|To http|\w[\w ]+: +\d+%)/.test(line))
  const telling = lines.filter((line) => /^(fatal|error|remote|!)\b|^!/.test(line))
  const text = (telling.length > 0 ? telling : lines)
    .map((line) => line.replace(/^(fatal|error): /, ''))
    .join(' ')
  const safe = secret === undefined || secret === '' ? text : text.replaceAll(secret, '***')
  if (safe === '') return ''
  const sentence = `${safe.slice(0, 1).toUpperCase()}${safe.slice(1, maximumDetailLength)}`
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}${safe.length > maximumDetailLength ? '…' : '.'}`
}
