import type { JSONDocument } from '../types.ts'
import { HeadingAnchors, isHeading } from './heading-anchors.ts'
import { plainText } from './nodes.ts'
import { isReachedByTitle, type TitledBlock, titleAnchors, titleOf } from './title-anchors.ts'
import { type DocumentNode, walkDocument } from './walk-document.ts'

/** A section that a link leads to. */
export interface AnchorTarget {
  /** The anchor that links to it should have. */
  readonly anchor: string
  /** The text of its heading. */
  readonly title: string
  /** Whether the anchor of the link is another one, which means this section and no other. */
  readonly isHealed: boolean
}

interface Target {
  readonly anchor: string
  readonly title: string
}

/**
 * Returns the letters and digits of an anchor, by which anchors are compared that other generators made: `id-1.-set-up`,
 * `1-Set_up` and `1setup` are the same.
 */
export const foldAnchor = (anchor: string): string =>
  anchor
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{P}\p{S}\p{C}]+/gu, '')
    .replace(/^id(?=[0-9])/, '')

/** The anchors of one document, and the sections that links reach by them. */
export class AnchorTargets {
  readonly #names = new HeadingAnchors()
  readonly #titled: TitledBlock[] = []
  readonly #exact = new Map<string, Target>()
  /** Null where several sections have the letters. */
  readonly #folded = new Map<string, Target | null>()
  #isFinished = false

  static of(document: JSONDocument): AnchorTargets {
    const targets = new AnchorTargets()
    for (const node of walkDocument(document)) targets.add(node)
    return targets
  }

  /** Adds the next node of the document. Returns the anchor of a heading. */
  add(node: DocumentNode): string | undefined {
    if (isReachedByTitle(node)) this.#titled.push(node)
    if (!isHeading(node)) return undefined
    const anchors = this.#names.anchorsOf(node)
    const title = plainText(node.nodes)
    const target = { anchor: anchors[0], title }
    for (const anchor of anchors) if (!this.#exact.has(anchor)) this.#exact.set(anchor, target)
    for (const text of [...anchors, title]) this.#fold(text, target)
    return anchors[0]
  }

  /** The distinct anchors of the headings, in both forms that links may use, and those of blocks by their titles. */
  get anchors(): string[] {
    this.#finish()
    return [...this.#exact.keys()]
  }

  /** The letters of anchors that exactly one section has. */
  get folded(): string[] {
    this.#finish()
    return [...this.#folded].flatMap(([letters, target]) => (target ? [letters] : []))
  }

  /** Returns the section that an anchor means. Undefined if there is none, or several have its letters. */
  find(anchor: string): AnchorTarget | undefined {
    this.#finish()
    const exact = this.#exact.get(anchor)
    if (exact) return { ...exact, anchor, isHealed: false }
    const folded = this.#folded.get(foldAnchor(anchor))
    return folded ? { ...folded, isHealed: true } : undefined
  }

  /** Adds the anchors of blocks by their titles, which those of headings take precedence over. */
  #finish(): void {
    if (this.#isFinished) return
    this.#isFinished = true
    for (const [block, anchor] of titleAnchors(this.#titled, this.#exact.keys())) {
      const target = { anchor, title: titleOf(block) }
      this.#exact.set(anchor, target)
      if (block.type === 'expandable') this.#fold(anchor, target)
    }
  }

  #fold(text: string, target: Target): void {
    const letters = foldAnchor(text)
    if (letters === '') return
    const known = this.#folded.get(letters)
    this.#folded.set(letters, known === undefined || known === target ? target : null)
  }
}
