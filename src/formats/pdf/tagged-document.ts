import pdfDocument, { type TextOptions } from 'pdfmake/js/PDFDocument.js'
import type { DrawnItem, Inline, Line } from 'pdfmake/js/Renderer.js'
import { StructureElement } from './structure-element.ts'

/** The area of a link, which may go on with the next word of its line. */
interface LinkArea {
  readonly method: 'link' | 'goTo'
  readonly target: string
  readonly element: StructureElement | undefined
  left: number
  top: number
  right: number
  bottom: number
  text: string
}

/** A link or code in a text, which may go on in the next line. */
interface InlineElement {
  readonly owner: StructureElement
  readonly target: string | undefined
  readonly element: StructureElement
}

/** A document in which everything is drawn as the content of an element of its structure, or as decoration. */
export class TaggedDocument extends pdfDocument.default {
  readonly structure = new StructureElement(this, { type: 'Document' })
  /** The element whose content is drawn; null if it is decoration. */
  #marked: StructureElement | null | undefined
  #line: Line | undefined
  #drawn = 0
  #inline: InlineElement | undefined
  #area: LinkArea | undefined

  /** Begins the content of an element, or decoration if there is none. */
  mark(element: StructureElement | undefined): void {
    const owner = element?.repeatsOn(this.page) ? null : (element ?? null)
    if (this.#marked === owner) return
    this.endMark()
    if (owner) this.markContent(owner.type, { mcid: owner.addContent(this.page) })
    else this.markContent('Artifact')
    this.#marked = owner
  }

  /** Ends the content or the decoration that was begun. */
  endMark(): void {
    if (this.#marked === undefined) return
    this.#drawArea()
    this.endMarkedContent()
    this.#marked = undefined
  }

  /** Begins a line, of which the backgrounds, the texts and the lines through them are drawn in this order. */
  beginLine(line: Line): void {
    this.#line = line
    this.#drawn = 0
    if (line.inlines.some(({ background }) => background)) this.mark(undefined)
  }

  endLine(): void {
    this.#drawArea()
    this.#line = undefined
  }

  override text(text: string, x: number, y: number, options: TextOptions): this {
    const inline = this.#line?.inlines[this.#drawn++]
    if (!this.#line || !inline || text === '') return super.text(text, x, y, options)
    const { inlines } = this.#line
    const owner = elementOf(this.#line)
    this.mark(owner && this.#elementOf(inline, owner))
    super.text(text, x, y, options)
    if (this.#area && targetOf(inline) !== undefined) this.#area.text += text
    const isLast = this.#drawn === inlines.length
    if (isLast && inlines.some(({ decoration }) => decoration)) this.mark(undefined)
    return this
  }

  override link(x: number, y: number, width: number, height: number, url: string): this {
    return this.#addArea('link', url, x, y, width, height)
  }

  override goTo(x: number, y: number, width: number, height: number, name: string): this {
    return this.#addArea('goTo', name, x, y, width, height)
  }

  /** Leaves out the metadata in XML, which PDFKit writes without escaping the title. */
  override endMetadata(): void {}

  override end(): void {
    this.structure.end()
    super.end()
  }

  #elementOf(inline: Inline, owner: StructureElement): StructureElement {
    const target = targetOf(inline)
    const isCode = inline.isCode === true && owner.type !== 'Code' && owner.type !== 'Formula'
    if (target === undefined && !isCode) {
      this.#inline = undefined
      return owner
    }
    if (this.#inline?.owner !== owner || this.#inline.target !== target) {
      const type = target === undefined ? 'Code' : 'Link'
      const element = new StructureElement(this, { type }, owner)
      this.#inline = { owner, target, element }
    }
    return this.#inline.element
  }

  /** Adds a word or an image to the area of its link, of which there is one in each line. */
  #addArea(
    method: LinkArea['method'],
    target: string,
    left: number,
    top: number,
    width: number,
    height: number,
  ): this {
    const right = left + width
    const bottom = top + height
    const element = linkAround(this.#marked)
    const last = this.#area
    if (last && element && last.element === element) {
      last.left = Math.min(last.left, left)
      last.top = Math.min(last.top, top)
      last.right = Math.max(last.right, right)
      last.bottom = Math.max(last.bottom, bottom)
      return this
    }
    this.#drawArea()
    this.#area = { method, target, element, left, top, right, bottom, text: this.#marked?.alt ?? '' }
    return this
  }

  #drawArea(): void {
    if (!this.#area) return
    const { method, target, element, left, top, right, bottom, text } = this.#area
    this.#area = undefined
    const key = element && this.createStructParentTreeNextKey()
    const options = { Contents: new String(text.trim()), ...(element && { StructParent: key }) }
    super[method](left, top, right - left, bottom - top, target, options)
    const annotation = this.page.annotations.at(-1)
    if (element && annotation && key !== undefined) element.addAnnotation(this.page, annotation, key)
  }
}

/** Returns the element that an item of a page belongs to. */
export const elementOf = ({ element }: DrawnItem): StructureElement | undefined =>
  element as StructureElement | undefined

const targetOf = ({ link, linkToDestination }: Inline): string | undefined =>
  link ?? linkToDestination ?? undefined

/** Returns the link that an element is or, if it is an image, that it is in. */
function linkAround(element: StructureElement | null | undefined): StructureElement | undefined {
  if (element?.type === 'Link') return element
  return element?.parent?.type === 'Link' ? element.parent : undefined
}
