import { totalmem } from 'node:os'

/** The memory in bytes that a process needs besides its caches and workers, with that of a request under way. */
export const memoryOfProcess = 256 * 1024 * 1024

/** Returns the memory in bytes that the process may use: that of its container, or of the machine. */
export function allowedMemory(constrained = process.constrainedMemory(), total = totalmem()): number {
  // Node.js has no number, 0 or one beyond all memory where nothing is constrained.
  return constrained > 0 ? Math.min(constrained, total) : total
}
