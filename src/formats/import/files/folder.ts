import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'
import { invalidSource } from '../../source-problems.ts'
import { sourceLimits } from '../limits.ts'
import { isToolFolder, type SourceEntry } from './entries.ts'

const folderLimits = { entries: sourceLimits.entries, folders: 20_000, depth: 100 }

interface Walk {
  /** The real path of the folder, without symbolic links. */
  readonly root: string
  readonly limits: typeof folderLimits
  readonly entries: SourceEntry[]
  folders: number
}

/** Reads the files of a folder. Symbolic links are followed if they point inside the folder. */
export async function readFolder(
  directory: string,
  limits: Partial<typeof folderLimits> = {},
): Promise<SourceEntry[]> {
  const walk: Walk = {
    root: await realpath(directory),
    limits: { ...folderLimits, ...limits },
    entries: [],
    folders: 0,
  }
  await collect(walk, '', [])
  return walk.entries
}

/**
 * Collects the files of a folder. `above` contains the real paths of its ancestors, to detect cycles of
 * symbolic links.
 */
async function collect(walk: Walk, folder: string, above: readonly string[]): Promise<void> {
  const real = await realpath(join(walk.root, folder))
  if (above.includes(real) || above.length > walk.limits.depth) return
  // Symbolic links to folders that contain further links can multiply, even without any file.
  if (++walk.folders > walk.limits.folders)
    throw invalidSource('SOURCE_TOO_LARGE', `The folder contains more than ${walk.limits.folders} folders.`)
  const children = await readdir(real, { withFileTypes: true })
  children.sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const child of children) {
    const path = posix.join(folder, child.name)
    const target = child.isSymbolicLink() ? await resolveInside(walk.root, path) : join(real, child.name)
    if (target === undefined) continue
    const stats = await stat(target)
    if (stats.isDirectory()) {
      if (!isToolFolder(child.name)) await collect(walk, path, [...above, real])
    } else if (stats.isFile()) addFile(walk, path, target, stats.size)
  }
}

function addFile({ entries, limits }: Walk, path: string, target: string, size: number): void {
  if (entries.length >= limits.entries)
    throw invalidSource('SOURCE_TOO_LARGE', `The folder contains more than ${limits.entries} files.`)
  entries.push({ path, size, file: target, read: () => readFile(target) })
}

/**
 * Resolves a symbolic link. Returns undefined if it is broken, points outside of the folder or into a tool folder.
 */
async function resolveInside(root: string, path: string): Promise<string | undefined> {
  try {
    const target = await realpath(join(root, path))
    const relativePath = relative(root, target)
    const isOutside = relativePath === '..' || relativePath.startsWith(`..${sep}`)
    const isHidden = relativePath.split(sep).some(isToolFolder)
    return isOutside || isHidden ? undefined : target
  } catch {
    return undefined
  }
}
