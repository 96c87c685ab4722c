import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isOlder, unfinishedExtension } from '../../base/temporary-files.ts'

/** Deletes the files of a folder and of those in it that a process left half written. Returns their number. */
export async function sweepUnfinishedFiles(
  folder: string,
  { before }: { readonly before: Date },
): Promise<number> {
  let count = 0
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) count += await sweepUnfinishedFiles(path, { before })
    else if (entry.name.endsWith(unfinishedExtension) && (await isOlder(path, before))) {
      await rm(path, { force: true })
      count += 1
    }
  }
  return count
}
