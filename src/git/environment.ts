import { devNull } from 'node:os'
import { programFolders } from '../base/config.ts'
import { largeFileBytes, maximumAllocation } from './limits.ts'
import type { GitSettings } from './remote.ts'

/** Faults of old repositories that harm nobody, and that git servers let through. */
const harmlessFaults = [
  'badDate',
  'badDateOverflow',
  'badEmail',
  'badName',
  'badTimezone',
  'missingEmail',
  'missingNameBeforeEmail',
  'missingSpaceBeforeDate',
  'missingSpaceBeforeEmail',
  'multipleAuthors',
  'nulInCommit',
  'zeroPaddedDate',
  'zeroPaddedFilemode',
  // Submodules are never fetched.
  'gitmodulesUrl',
  'gitmodulesPath',
  'gitmodulesName',
  'gitmodulesBlob',
  'gitmodulesLarge',
  'gitmodulesParse',
  'gitmodulesSymlink',
  'gitmodulesMissing',
]

/** Settings of each command: nothing of the machine or of the repository runs, and memory is bounded. */
const alwaysSet: GitSettings = [
  ['core.hooksPath', devNull],
  ['core.askPass', ''],
  ['core.fsmonitor', 'false'],
  ['core.quotePath', 'false'],
  ['core.ignoreCase', 'false'],
  ['core.bigFileThreshold', String(largeFileBytes)],
  ['core.packedGitWindowSize', '16m'],
  ['core.packedGitLimit', '128m'],
  ['core.deltaBaseCacheLimit', '32m'],
  ['pack.threads', '1'],
  ['pack.windowMemory', '64m'],
  ['credential.helper', ''],
  ['protocol.allow', 'never'],
  ['protocol.http.allow', 'always'],
  ['protocol.https.allow', 'always'],
  ['fetch.fsckObjects', 'true'],
  ...harmlessFaults.map((fault) => [`fetch.fsck.${fault}`, 'ignore'] as const),
  // All that is received is in a pack, whose size is watched.
  ['fetch.unpackLimit', '1'],
  ['fetch.recurseSubmodules', 'false'],
  ['push.recurseSubmodules', 'no'],
  ['push.gpgSign', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['advice.detachedHead', 'false'],
]

/**
 * Returns the whole environment of a git process. That of the server is not passed on, because it has secrets. Settings go in here and
 * not in arguments, which other accounts of the machine can read.
 */
export function gitEnvironment(settings: GitSettings = []): Record<string, string> {
  const all = [...alwaysSet, ...settings]
  return {
    PATH: programFolders,
    LC_ALL: 'C',
    TZ: 'UTC',
    HOME: devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: devNull,
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_ALLOC_LIMIT: String(maximumAllocation),
    GIT_CONFIG_COUNT: String(all.length),
    ...Object.fromEntries(
      all.flatMap(([name, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, name],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  }
}
