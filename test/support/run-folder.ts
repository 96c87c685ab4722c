import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../../src/database/embedded/postmaster.ts'

const prefix = 'lectern-run-'
const memory = '/dev/shm'
const leastMemory = 3 * 2 ** 30

/**
 * Makes the folder of this run and lets it be the place of all temporary files, those of child processes included.
 * In memory where there is enough: the databases of the tests are thousands of small files.
 */
export function makeRunFolder(): string {
  for (const parent of new Set([memory, tmpdir()])) sweep(parent)
  const folder = join(hasMemory() ? memory : tmpdir(), `${prefix}${process.pid}`)
  mkdirSync(folder)
  // Like the system's own folder: some tests start processes of other accounts.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  return folder
}

function hasMemory(): boolean {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === memory)
  // Copies of the database's programs may have to run there.
  return bavail * bsize >= leastMemory && mount !== undefined && !/\bnoexec\b/.test(mount)
}

/** Removes what runs left that were killed. */
function sweep(parent: string): void {
  if (!existsSync(parent)) return
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length)))) continue
    const folder = join(parent, name)
    for (const pid of [...processesWith(folder), ...processesIn(folder).map((process) => process.pid)])
      end(pid)
    removeRunFolder(folder)
  }
}

/** Removes the folder of a run, with the databases that are kept outside of it. */
export function removeRunFolder(folder: string): void {
  for (const outside of foldersOutside(folder)) rmSync(outside, { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}

/** Tells what the tests of a run have not removed or stopped. */
export function leftovers(folder: string): string[] {
  return [
    ...readdirSync(folder)
      .filter((name) => name.startsWith('lectern-'))
      .map((name) => `the folder ${name}`),
    ...foldersOutside(folder).map((outside) => `the folder ${outside}`),
    ...processesIn(folder).map(({ pid, program }) => `the process ${pid} (${program})`),
  ]
}

/** Returns the folders below /var/lib of embedded databases whose data directories are in the folder. */
function foldersOutside(folder: string): string[] {
  const parent = '/var/lib'
  if (!existsSync(parent)) return []
  return readdirSync(parent)
    .filter((name) => name.startsWith('lectern-'))
    .map((name) => join(parent, name))
    .filter((outside) => {
      const note = join(outside, 'data-directory')
      return existsSync(note) && readFileSync(note, 'utf8').startsWith(`${folder}/`)
    })
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself: a database does with the process that keeps it.
  }
}

/** The processes that were told to keep what is temporary in the folder. They keep the databases of a killed run going. */
const processesWith = (folder: string): number[] =>
  processIds().filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`TMPDIR=${folder}`)
    } catch {
      // It has ended.
      return false
    }
  })

const processIds = (): number[] =>
  existsSync('/proc/self/cwd')
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
    : []

/** Returns the processes that work in the folder, or in one that belongs to it. */
function processesIn(folder: string): { pid: number; program: string }[] {
  const parents = [folder, ...foldersOutside(folder)]
  return processIds().flatMap((pid) => {
    try {
      const works = readlinkSync(`/proc/${pid}/cwd`)
      if (!parents.some((parent) => works.startsWith(`${parent}/`))) return []
      return [{ pid, program: readFileSync(`/proc/${pid}/comm`, 'utf8').trim() }]
    } catch {
      // It has ended.
      return []
    }
  })
}
