import { allowedMemory, memoryOfProcess } from '../base/allowed-memory.ts'

/** Bytes of the heap that caches take at most where there is memory enough. What they hold is estimated by its size. */
const largest = {
  // GraphQL
  documents: 16_000_000,
  namedDocuments: 4_000_000,
  plans: 24_000_000,
  statements: 32_000_000,
  statementTexts: 4_000_000,
  statementNames: 4_000_000,
  viewers: 16_000_000,
  issuers: 2_000_000,
  // Content
  bodies: 24_000_000,
  parsedBodies: 24_000_000,
  relativeBodies: 2_000_000,
  comparisons: 16_000_000,
  spaceVariables: 2_000_000,
  usedSpecifications: 1_000_000,
  expressions: 4_000_000,
  stems: 6_000_000,
  embeds: 2_000_000,
  // What visitors are shown
  revisionParts: 16_000_000,
  revisionConditions: 2_000_000,
  shownContent: 24_000_000,
  bodyConditions: 8_000_000,
  bodyMentions: 24_000_000,
  updateTags: 8_000_000,
  // What authors are shown as sites show it
  renderedBlocks: 16_000_000,
  // Published sites, unless the operator says how much
  sites: 64 * 1024 * 1024,
} as const

export type CacheName = keyof typeof largest

/** The share of a cache below which it would only cost time. */
const smallestShare = 1 / 16

const sum = Object.values(largest).reduce((bytes, each) => bytes + each, 0)

/**
 * Returns the bytes that a cache takes at most. All of them together take half of the allowed memory that the process does not
 * need itself: V8 lets as much garbage gather beside what is in use.
 */
export function bytesOfCache(name: CacheName, allowed = allowedMemory()): number {
  const share = (allowed - memoryOfProcess) / 2 / sum
  return Math.floor(largest[name] * Math.min(1, Math.max(smallestShare, share)))
}

export const cacheNames = Object.keys(largest) as CacheName[]

/** Returns the bytes that all caches together take at most. */
export const bytesOfCaches = (allowed = allowedMemory()): number =>
  cacheNames.reduce((bytes, name) => bytes + bytesOfCache(name, allowed), 0)
