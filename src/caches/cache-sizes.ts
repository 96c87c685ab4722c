import { totalmem } from 'node:os'

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
  // Published sites, unless the operator says how much
  sites: 64 * 1024 * 1024,
} as const

/** A cache that takes its size from here. */
export type CacheName = keyof typeof largest

/** The memory in bytes that a process needs besides its caches, with that of a request under way. */
const memoryOfProcess = 256 * 1024 * 1024

/** The share of a cache below which it would only cost time. */
const smallestShare = 1 / 16

const sum = Object.values(largest).reduce((bytes, each) => bytes + each, 0)

/** Returns the memory in bytes that the process may use: that of its container, or of the machine. */
export function allowedMemory(constrained = process.constrainedMemory(), total = totalmem()): number {
  // Node.js has no number, 0 or one beyond all memory where nothing is constrained.
  return constrained > 0 ? Math.min(constrained, total) : total
}

/**
 * Returns the bytes that a cache takes at most. All of them together take half of the allowed memory that the process does not
 * need itself: V8 lets as much garbage gather beside what is in use.
 */
export function bytesOfCache(name: CacheName, allowed = allowedMemory()): number {
  const share = (allowed - memoryOfProcess) / 2 / sum
  return Math.floor(largest[name] * Math.min(1, Math.max(smallestShare, share)))
}

/** The names of all caches. */
export const cacheNames = Object.keys(largest) as CacheName[]
