import { pageLayout } from './styles.ts'
import { TaggedDocument } from './tagged-document.ts'

/** A document whose pages can be drawn on again, because what is on all of them depends on their number. */
export class ReopenedDocument extends TaggedDocument {
  readonly #images: ReadonlyMap<string, Buffer>
  /** The page that is drawn on next, if all are there. */
  #next: number | undefined

  constructor(
    fonts: object,
    images: ReadonlyMap<string, Buffer>,
    options: object,
    files: object,
    mayRead: (path: string) => boolean,
  ) {
    super(fonts, {}, {}, {}, options, files, mayRead)
    this.#images = images
  }

  /** Adds a page, or goes on to the next one if pages were reopened. */
  override addPage(): this {
    if (this.#next === undefined) return super.addPage({ size: [pageLayout.width, pageLayout.height] })
    this.switchToPage(this.#next++)
    return this
  }

  /** Lets the pages be drawn on again, from the first one on. */
  reopenPages(): void {
    this.#next = 0
  }

  /** Writes out the pages that were drawn on again, after which nothing more can be. */
  writeReopenedPages(): void {
    const count = (this.#next ?? 0) - this._pageBufferStart
    const others = this._pageBuffer.slice(count)
    this._pageBuffer = this._pageBuffer.slice(0, count)
    this.flushPages()
    this._pageBuffer = others
  }

  /** Writes out, compressed, what is on pages so far. More of them is written beside it. */
  packPages(from: number): void {
    for (const page of this._pageBuffer.slice(from)) {
      const packed = page.content
      page.content = this.ref()
      page.dictionary.data.Contents = [packed, page.content]
      packed.end()
    }
  }

  /** Reads an image from memory: pdfmake would have it as text, in base64. */
  override provideImage(name: string) {
    const known = this._imageRegistry[name]
    if (known) return known
    const bytes = this.#images.get(name)
    if (!bytes) throw new Error(`The PDF has no image ${name}.`)
    const image = this.openImage(bytes)
    image.embed(this)
    this._imageRegistry[name] = image
    return image
  }
}
