import { statfs } from 'node:fs/promises'

/** Below this, files cannot be relied upon to be stored. */
const leastBytes = 1024 * 1024

/** Returns whether files can be stored in a folder. A folder that cannot be read has no space. */
export async function hasFreeSpace(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize >= leastBytes
}
