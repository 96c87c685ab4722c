import type pdfDocument from 'pdfmake/js/PDFDocument.js'
import type { PdfKitPage, PdfObject } from 'pdfmake/js/PDFDocument.js'
import type { Tag } from './tags.ts'

type Pdf = InstanceType<typeof pdfDocument.default>

/** An element of the structure of a PDF: what it consists of, in reading order. */
export class StructureElement {
  readonly type: Tag['type']
  readonly alt: string | undefined
  readonly parent: StructureElement | undefined
  /** Whether its content may be drawn again at the top of the next pages. */
  readonly isRepeated: boolean
  readonly #document: Pdf
  readonly #object: PdfObject
  readonly #kids: (PdfObject | number | object)[] = []
  /** The elements in it that are not written out. */
  readonly #children = new Set<StructureElement>()
  #page: PdfKitPage | undefined

  /** Adds an element at the end of another one, or at its beginning. One without a parent is the whole document. */
  constructor(
    document: Pdf,
    { type, alt, attributes, isFirst = false }: Tag,
    parent?: StructureElement,
    isRepeated = false,
  ) {
    const root = document.getStructTreeRoot()
    this.type = type
    this.alt = alt
    this.parent = parent
    this.isRepeated = isRepeated
    this.#document = document
    this.#object = document.ref({
      Type: 'StructElem',
      S: type,
      P: parent ? parent.#object : root,
      K: this.#kids,
    })
    const { data } = this.#object
    if (alt !== undefined) data.Alt = new String(alt)
    if (attributes) data.A = attributes
    if (parent) {
      parent.#kids[isFirst ? 'unshift' : 'push'](this.#object)
      parent.#children.add(this)
    } else root.data.K = this.#object
  }

  /** Returns whether what is drawn on a page repeats what was drawn on another one. */
  repeatsOn(page: PdfKitPage): boolean {
    return this.isRepeated && this.#page !== undefined && this.#page !== page
  }

  /** Adds what is drawn next on a page, and returns its number there. */
  addContent(page: PdfKitPage): number {
    const owners = this.#document.getStructParentTree().get(page.structParentTreeKey)
    const mcid = owners.push(this.#object) - 1
    if (!this.#page) {
      this.#page = page
      this.#object.data.Pg = page.dictionary
    }
    this.#kids.push(this.#page === page ? mcid : { Type: 'MCR', Pg: page.dictionary, MCID: mcid })
    return mcid
  }

  /** Adds the area of a link, whose key tells that it belongs to the element. */
  addAnnotation(page: PdfKitPage, annotation: PdfObject, key: number): void {
    this.#document.getStructParentTree().add(key, this.#object)
    this.#kids.push({ Type: 'OBJR', Obj: annotation, Pg: page.dictionary })
  }

  /** Writes out the element with all that are in it. */
  end(): void {
    for (const child of this.#children) child.end()
    this.#object.end()
    this.#kids.length = 0
    if (this.parent) this.parent.#children.delete(this)
  }
}
