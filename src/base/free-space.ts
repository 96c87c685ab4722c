import { statfs } from 'node:fs/promises'

/** Below this, files cannot be relied upon to be stored. */
const leastBytes = 1024 * 1024

/** Returns the bytes of the disk of a folder, and those that can still be stored. One that cannot be read has none. */
export async function spaceOf(folder: string): Promise<{ readonly size: number; readonly free: number }> {
  const { blocks, bavail, bsize } = await statfs(folder).catch(() => ({ blocks: 0, bavail: 0, bsize: 0 }))
  return { size: blocks * bsize, free: bavail * bsize }
}

/** Returns whether files can be stored in a folder. */
export const hasFreeSpace = async (folder: string): Promise<boolean> =>
  (await spaceOf(folder)).free >= leastBytes
