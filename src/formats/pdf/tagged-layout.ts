import layoutBuilder, { type LaidOutNode, type LaidOutRow } from 'pdfmake/js/LayoutBuilder.js'
import type { Line } from 'pdfmake/js/Renderer.js'
import { StructureElement } from './structure-element.ts'
import type { TaggedDocument } from './tagged-document.ts'
import type { Tag } from './tags.ts'
import { orderLine } from './text-direction.ts'

/** The elements of rows, by those of their tables. Other tables only arrange what is in them. */
const rowTypes: Partial<Record<Tag['type'], Tag['type']>> = { Table: 'TR', TOC: 'TOCI' }

/** Lays out content, and tells all that is drawn of it which element of the structure it belongs to. */
export class TaggedLayout extends layoutBuilder.default {
  /** The element that the next content belongs to. Without one, the content is decoration. */
  element: StructureElement | undefined
  readonly #document: TaggedDocument
  readonly #elements = new WeakMap<Tag, StructureElement>()
  #isRepeated = false

  constructor(document: TaggedDocument, ...options: ConstructorParameters<typeof layoutBuilder.default>) {
    super(...options)
    this.#document = document
  }

  override processNode(node: LaidOutNode, isAligned?: boolean): void {
    this.#within(this.#elementOf(node), () => {
      if (node.image || node.svg) node.element = this.element
      for (const vector of node.canvas ?? []) vector.element = this.element
      super.processNode(node, isAligned)
    })
  }

  override processRow(row: LaidOutRow): object {
    const type = rowTypes[row.tableNode?.tag?.type ?? 'Artifact']
    const isArtifact = row.cells.every(({ tag }) => tag?.type === 'Artifact')
    if (!type || !this.element || isArtifact) return super.processRow(row)
    const wasRepeated = this.#isRepeated
    this.#isRepeated ||= (row.rowIndex ?? 0) < (row.tableNode?.table?.headerRows ?? 0)
    const result = this.#within(this.#add({ type }, this.element), () => super.processRow(row))
    this.#isRepeated = wasRepeated
    return result
  }

  override buildNextLine(node: LaidOutNode): Line | null {
    const line = super.buildNextLine(node)
    if (!line) return null
    line.element = this.element
    if (node.direction) orderLine(line, node.direction)
    return line
  }

  #within<Result>(element: StructureElement | undefined, process: () => Result): Result {
    const around = this.element
    this.element = element
    const result = process()
    this.element = around
    return result
  }

  #elementOf(node: LaidOutNode): StructureElement | undefined {
    const parent = this.element && isLink(node) ? this.#add({ type: 'Link' }, this.element) : this.element
    const { tag = defaultTag(node) } = node
    if (!tag || !parent) return parent
    if (tag.type === 'Artifact') return undefined
    const known = this.#elements.get(tag)
    if (known) return known
    const element = this.#add(tag, parent)
    this.#elements.set(tag, element)
    return element
  }

  #add = (tag: Tag, parent: StructureElement) =>
    new StructureElement(this.#document, tag, parent, this.#isRepeated)
}

/** Returns whether a node is an image that is a link. */
const isLink = ({ image, svg, link, linkToDestination }: LaidOutNode): boolean =>
  Boolean((image || svg) && (link || linkToDestination))

function defaultTag({ text, image, svg, canvas }: LaidOutNode): Tag | undefined {
  if (image || svg) return { type: 'Figure' }
  if (canvas) return { type: 'Artifact' }
  return text === undefined || text === '' ? undefined : { type: 'P' }
}
