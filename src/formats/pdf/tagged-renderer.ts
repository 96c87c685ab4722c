import renderer, { type DrawnItem, type LaidOutPage, type Line } from 'pdfmake/js/Renderer.js'
import { elementOf, type TaggedDocument } from './tagged-document.ts'

/** Draws pages whose items tell which elements they belong to. */
export class TaggedRenderer extends renderer.default {
  readonly #document: TaggedDocument

  constructor(document: TaggedDocument) {
    super(document)
    this.#document = document
  }

  override renderPages(pages: readonly LaidOutPage[]): void {
    for (const page of pages) {
      super.renderPages([page])
      this.#document.endMark()
    }
  }

  override renderLine(line: Line, x: number, y: number): void {
    this.#document.beginLine(line)
    super.renderLine(line, x, y)
    this.#document.endLine()
  }

  override renderVector(vector: DrawnItem): void {
    this.#document.mark(elementOf(vector))
    super.renderVector(vector)
  }

  override renderImage(image: DrawnItem): void {
    this.#document.mark(elementOf(image))
    super.renderImage(image)
  }

  override renderSVG(svg: DrawnItem): void {
    this.#document.mark(elementOf(svg))
    super.renderSVG(svg)
  }
}
