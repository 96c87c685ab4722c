import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Coding } from '../http/compression.ts'

/** The folder that `npm run workspace` builds the application into. */
const folder = fileURLToPath(new URL('../generated/workspace/', import.meta.url))

/** A part of the application, as Vite lists it. */
interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly css?: readonly string[]
  /** The keys of the parts that it cannot run without. */
  readonly imports?: readonly string[]
}

/** The names of the files that a page of the workspace begins with. */
export interface StartFiles {
  readonly script: string
  readonly styles: readonly string[]
  /** Parts that the script imports, which a browser can load together with it. */
  readonly imports: readonly string[]
}

type Manifest = Readonly<Record<string, Chunk>>

let start: StartFiles | undefined

/** Returns the files that the workspace begins with; undefined where it was not built, as in an install without development packages. */
export function startFiles(): StartFiles | undefined {
  const path = join(folder, 'manifest.json')
  if (!start && existsSync(path)) start = startFilesOf(JSON.parse(readFileSync(path, 'utf8')) as Manifest)
  return start
}

function startFilesOf(manifest: Manifest): StartFiles {
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry)
  if (!entry) throw new Error('The manifest of the workspace has no entry. Build it again: npm run workspace')
  const imported = new Set<Chunk>()
  const collect = (chunk: Chunk) => {
    for (const key of chunk.imports ?? []) {
      const part = manifest[key]
      if (!part || imported.has(part)) continue
      imported.add(part)
      collect(part)
    }
  }
  collect(entry)
  return {
    script: entry.file,
    styles: [entry, ...imported].flatMap(({ css }) => css ?? []),
    imports: [...imported].map(({ file }) => file),
  }
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** A file of the application, in the form that a browser asked for. */
export interface BuiltFile {
  readonly type: string
  readonly body: Buffer
  readonly coding: Coding | null
}

/** Names have a digest of the content, and no folder: so a request can name nothing outside of the built files. */
const fileName = /^[\w.-]+\.(?:js|css|svg|json|woff2)$/

/** Returns a built file, compressed if it was built compressed and the coding is accepted; undefined if there is none. */
export async function builtFile(name: string, coding: Coding | null): Promise<BuiltFile | undefined> {
  const type = types[extname(name)]
  if (!type || !fileName.test(name)) return undefined
  const path = join(folder, 'assets', name)
  const coded = coding && (await readIfThere(`${path}.${coding === 'br' ? 'br' : 'gz'}`))
  if (coded) return { type, body: coded, coding }
  const body = await readIfThere(path)
  return body && { type, body, coding: null }
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
