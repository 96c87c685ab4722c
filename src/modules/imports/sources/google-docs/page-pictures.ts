import { posix } from 'node:path'
import { FreePaths } from '../conversion.ts'
import { imageExtension } from '../docx/images.ts'
import type { SourceEntry } from '../entries.ts'
import type { Skip } from '../outline.ts'

/** Files beside a page that it shows, and pictures within its text, as assets. */
export class PagePictures {
  readonly entries: SourceEntry[] = []
  readonly skipped: Skip[] = []
  /** The paths in the export of the files that the page shows. */
  readonly used = new Set<string>()
  readonly #assets = new Map<string, string | null>()
  readonly #paths = new FreePaths()
  readonly #page: string
  readonly #files: ReadonlyMap<string, SourceEntry>
  readonly #folder: string

  constructor(page: string, files: ReadonlyMap<string, SourceEntry>, folder: string) {
    this.#page = page
    this.#files = files
    this.#folder = folder
  }

  /** The path of the asset for an address on the page, or the address itself if it leads to the web. */
  assetOf(source: string): string | null {
    if (/^https?:\/\//i.test(source)) return source
    const known = this.#assets.get(source)
    if (known !== undefined) return known
    const asset = source.startsWith('data:') ? this.#fromText(source) : this.#fromFile(source)
    if (asset === null)
      this.skipped.push({ path: `${this.#page}: ${source.slice(0, 200)}`, reason: 'picture not found' })
    this.#assets.set(source, asset)
    return asset
  }

  #fromFile(source: string): string | null {
    const path = posix.join(posix.dirname(this.#page), decoded(source))
    const file = this.#files.get(path)
    if (!file) return null
    this.used.add(path)
    return this.#add(file, posix.basename(path))
  }

  #fromText(source: string): string | null {
    const bytes = Buffer.from(source.slice(source.indexOf(',') + 1), 'base64')
    const extension = /^data:image\/[\w.+-]+;base64,/.test(source) ? imageExtension(bytes) : undefined
    if (extension === undefined) return null
    const entry = { path: '', size: bytes.length, read: async () => bytes }
    return this.#add(entry, `embedded${this.entries.length + 1}.${extension}`)
  }

  #add(file: SourceEntry, fileName: string): string {
    const { name, ext } = posix.parse(fileName)
    const path = this.#paths.take(posix.join(this.#folder, name), ext)
    this.entries.push({ ...file, path })
    return path
  }
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
