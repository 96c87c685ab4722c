import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { allowedMemory, memoryOfProcess } from '../base/allowed-memory.ts'

const mebibyte = 1024 * 1024

/** The memory in bytes that a worker takes with large content, about. */
const memoryOfWorker = 96 * mebibyte

/** The megabytes of heap without which a worker could not even load its code. */
const leastMegabytes = 64

/**
 * Returns how many workers of one kind the memory allows. They have half of what the process does not need itself, the other half
 * is that of the caches. All kinds are never at work at once.
 */
export const workersWithin = (allowed = allowedMemory()): number =>
  Math.max(1, Math.floor((allowed - memoryOfProcess) / 2 / memoryOfWorker))

/**
 * Returns the most megabytes of heap that a worker may have: with more, the system would end the whole process before the worker
 * meets its own limit.
 */
export const megabytesWithin = (allowed = allowedMemory()): number =>
  Math.max(leastMegabytes, Math.floor((allowed - memoryOfProcess) / mebibyte))

/** The workers that the largest pool would have. */
const mostWorkers = Math.max(4, availableParallelism())

/** Tells the operator if there are fewer workers than there would be with more memory. */
export function reportWorkers(logger: Pick<Logger, 'info'>, allowed = allowedMemory()): void {
  const workers = workersWithin(allowed)
  if (workers < mostWorkers)
    logger.info({ allowed, workers }, 'no pool has more workers than this, because memory is short')
}
