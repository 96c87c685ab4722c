import { readdirSync, rmdirSync, statSync, unlinkSync } from 'node:fs'
import { join, sep } from 'node:path'
import { unneededFiles } from './unneeded-files.ts'

/** Deletes the files of packages that Lectern never loads. Returns the number of bytes that each kind had. */
export function trimPackages(folder: string): Map<string, number> {
  const bytes = new Map(unneededFiles.map(({ why }) => [why, 0]))
  trimFolder(folder, folder, bytes)
  return bytes
}

/** Returns whether the folder is empty then, and so is gone. */
function trimFolder(root: string, folder: string, bytes: Map<string, number>): boolean {
  let isEmpty = true
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    const isGone = entry.isDirectory()
      ? trimFolder(root, path, bytes)
      : entry.isFile() && trimFile(path, pathInPackage(root, path), bytes)
    isEmpty &&= isGone
  }
  if (isEmpty) rmdirSync(folder)
  return isEmpty
}

function trimFile(path: string, inPackage: string, bytes: Map<string, number>): boolean {
  const unneeded = unneededFiles.find((one) => one.path.test(inPackage))
  if (!unneeded) return false
  bytes.set(unneeded.why, (bytes.get(unneeded.why) as number) + statSync(path).size)
  unlinkSync(path)
  return true
}

/** Returns the path from the name of the package on, which may be inside of another one. */
function pathInPackage(root: string, path: string): string {
  const inRoot = path.slice(root.length + 1).replaceAll(sep, '/')
  return inRoot.slice(
    inRoot.lastIndexOf('/node_modules/') < 0 ? 0 : inRoot.lastIndexOf('/node_modules/') + 14,
  )
}
