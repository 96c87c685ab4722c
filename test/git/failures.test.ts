import { expect, test } from 'vitest'
import { failureOf } from '../../src/git/failures.ts'

/** The words of git and of servers, as they were seen, by what they mean. */
const heard: readonly (readonly [expected: string, words: string])[] = [
  ['UNREACHABLE', "fatal: unable to access 'https://git.example/a/': Could not resolve host: git.example"],
  [
    'UNREACHABLE',
    "fatal: unable to access 'https://git.example/a/': SSL certificate problem: self-signed certificate",
  ],
  ['UNREACHABLE', "fatal: unable to access 'https://git.example/a/': The requested URL returned error: 503"],
  ['UNREACHABLE', "fatal: unable to access 'https://git.example/a/': The requested URL returned error: 429"],
  [
    'UNREACHABLE',
    'error: RPC failed; curl 18 transfer closed with outstanding read data remaining\nfetch-pack: unexpected disconnect while reading sideband packet\nfatal: early EOF\nfatal: fetch-pack: invalid index-pack output',
  ],
  ['UNAUTHORIZED', "fatal: could not read Username for 'https://git.example': terminal prompts disabled"],
  [
    'UNAUTHORIZED',
    "remote: Write access to repository not granted.\nfatal: unable to access 'https://github.com/a/b/': The requested URL returned error: 403",
  ],
  [
    'REPOSITORY_NOT_FOUND',
    "remote: Repository not found.\nfatal: repository 'https://github.com/a/b/' not found",
  ],
  ['REF_GONE', 'fatal: remote error: upload-pack: not our ref 1'],
  ['REF_GONE', "fatal: couldn't find remote ref refs/heads/gone"],
  ['REDIRECTED', "fatal: unable to access 'https://git.example/a/': The requested URL returned error: 301"],
  [
    'TIMEOUT',
    "fatal: unable to access 'https://git.example/a/': Operation too slow. Less than 1 bytes/sec transferred the last 60 seconds",
  ],
  ['PUSH_STALE', ' ! [rejected]        main -> main (stale info)'],
  ['PUSH_STALE', ' ! [rejected]        main -> main (fetch first)'],
  [
    'PUSH_STALE',
    " ! [remote rejected] main -> main (cannot lock ref 'refs/heads/main': is at 1 but expected 2)",
  ],
  ['PUSH_STALE', ' ! [remote rejected] main -> main (failed to update ref)'],
  [
    'PUSH_REFUSED',
    'remote: error: GH006: Protected branch update failed for refs/heads/main.\n ! [remote rejected] main -> main (protected branch hook declined)',
  ],
  [
    'PUSH_REFUSED',
    'remote: GitLab: You are not allowed to push code to protected branches on this project.\n ! [remote rejected] main -> main (pre-receive hook declined)',
  ],
  ['PUSH_REFUSED', 'error: RPC failed; HTTP 413 curl 22 The requested URL returned error: 413'],
  [
    'CONTENTS_BROKEN',
    "error: object 1: hasDotdot: contains '..'\nfatal: fsck error in packed object\nfatal: fetch-pack: invalid index-pack output",
  ],
  [
    'TOO_LARGE',
    'fatal: attempting to allocate 8589934593 over limit 536870912\nfatal: fetch-pack: invalid index-pack output',
  ],
  ['DISK_FULL', 'fatal: write error: No space left on device\nfatal: fetch-pack: invalid index-pack output'],
  [
    'CACHE_BROKEN',
    'error: refs/lectern/fetched/heads/main does not point to a valid object!\nfatal: bad object 1',
  ],
]

test('the words of git and of servers are understood', () => {
  const understood = heard.map(([, words]) => [failureOf(words, true).failure, words])
  expect(understood).toEqual(heard)
})

test('what git says of its copy alone is a broken copy, and has no token in it', () => {
  const error = failureOf('fatal: bad object the-token\u001b[31m\n', false, 'the-token')
  expect([error.failure, error.detail]).toEqual(['CACHE_BROKEN', 'Bad object *** [31m.'])
})

test('the words that are kept are bounded', () => {
  expect(failureOf(`fatal: ${'x'.repeat(10_000)}`, true).detail.length).toBeLessThan(510)
})

test('leaves the progress of a server out of the sentence', () => {
  const words = [
    'remote: Enumerating objects: 5, done.',
    'remote: Counting objects:  20% (1/5)\rremote: Counting objects: 100% (5/5), done.',
    'remote: Total 5 (delta 0), reused 0 (delta 0), pack-reused 0',
    "error: object 1a: hasDotdot: contains '..'",
    'fatal: fsck error in packed object',
  ].join('\n')
  expect(failureOf(words, true).detail).toBe(
    "Object 1a: hasDotdot: contains '..' fsck error in packed object.",
  )
})
