import { posix } from 'node:path'
import { decodedText } from '../../../base/decoded-text.ts'
import { UniquePaths } from '../conversion/unique-paths.ts'
import { imageExtension } from '../files/image-extension.ts'
import { importLine } from '../report/lines.ts'
import { type Skip, skipOf } from '../report/notes.ts'

/** An asset of a page, from a file of the export or from embedded data. */
export interface PageAsset {
  readonly path: string
  readonly content: { readonly file: string } | { readonly bytes: Uint8Array }
}

/** Collects the images of a page, from files next to it and from data URLs. */
export class PageImages {
  readonly assets: PageAsset[] = []
  readonly skipped: Skip[] = []
  readonly #known = new Map<string, string | null>()
  readonly #paths = new UniquePaths()
  readonly #page: string
  readonly #files: ReadonlySet<string>
  readonly #folder: string

  constructor(page: string, files: ReadonlySet<string>, folder: string) {
    this.#page = page
    this.#files = files
    this.#folder = folder
  }

  /**
   * Returns the path of the asset for an image URL, the URL itself if it is absolute, or null if the image is
   * not found.
   */
  resolve(source: string): string | null {
    if (/^https?:\/\//i.test(source)) return source
    const known = this.#known.get(source)
    if (known !== undefined) return known
    const asset = source.startsWith('data:') ? this.#fromText(source) : this.#fromFile(source)
    if (asset === null)
      this.skipped.push(
        skipOf(
          `${this.#page}: ${source.slice(0, 200)}`,
          importLine('IMPORT_IMAGE_MISSING', 'image not found'),
        ),
      )
    this.#known.set(source, asset)
    return asset
  }

  #fromFile(source: string): string | null {
    const file = posix.join(posix.dirname(this.#page), decodedText(source))
    return this.#files.has(file) ? this.#add(posix.basename(file), { file }) : null
  }

  #fromText(source: string): string | null {
    const bytes = Buffer.from(source.slice(source.indexOf(',') + 1), 'base64')
    const extension = /^data:image\/[\w.+-]+;base64,/.test(source) ? imageExtension(bytes) : undefined
    if (extension === undefined) return null
    return this.#add(`embedded${this.assets.length + 1}.${extension}`, { bytes })
  }

  #add(fileName: string, content: PageAsset['content']): string {
    const { name, ext } = posix.parse(fileName)
    const path = this.#paths.take(posix.join(this.#folder, name), ext)
    this.assets.push({ path, content })
    return path
  }
}
