import fc from 'fast-check'
import { positionAmong } from '../../../../src/base/positions.ts'
import { type Body, identifyDocument } from '../../../../src/formats/body/documents.ts'
import { maximumDepth } from '../../../../src/formats/body/limits.ts'
import { uniqueSlug } from '../../../../src/formats/body/page-slugs.ts'
import type { ContentSnapshot, FileState, PageState } from '../../../../src/formats/merge/content-snapshot.ts'
import { depthsOf } from '../../../../src/formats/merge/page-forest.ts'

/** Content that a test edits in memory. Bodies are referenced by id, as in the database. */
export class Model {
  readonly pages: Map<string, PageState>
  readonly files: Map<string, FileState>
  /** Shared by all copies of a model, as bodies are shared by branches. */
  readonly bodies: Map<string, Body>
  #clock: number

  constructor(from?: Model) {
    this.pages = new Map(from?.pages)
    this.files = new Map(from?.files)
    this.bodies = from?.bodies ?? new Map()
    this.#clock = from ? from.#clock : 0
  }

  get snapshot(): ContentSnapshot {
    return { pages: this.pages, files: this.files, reusable: new Map() }
  }

  markdownOf(pageId: string): string {
    const id = this.pages.get(pageId)?.documentId
    return (id && this.bodies.get(id)?.markdown) || ''
  }

  /** Returns the page at `index` modulo the number of pages; undefined if there are none. */
  pick(index: number): PageState | undefined {
    const ids = [...this.pages.keys()].sort()
    return this.pages.get(ids[index % Math.max(1, ids.length)] ?? '')
  }

  change(pageId: string, members: Partial<PageState>): void {
    const page = this.pages.get(pageId) as PageState
    this.pages.set(pageId, { ...page, ...members, updatedAt: this.#now() })
  }

  write(pageId: string, markdown: string): void {
    this.change(pageId, { documentId: this.#store(markdown) })
  }

  create(pageId: string, parentId: string | null, markdown: string): void {
    const now = this.#now()
    const page: PageState = {
      ...emptyPage,
      pageId,
      parentId: parentId !== null && this.#room(parentId) > 0 ? parentId : null,
      title: `Title of ${pageId}`,
      createdAt: now,
      updatedAt: now,
      documentId: this.#store(markdown),
    }
    this.pages.set(pageId, page)
    this.#settle(pageId, 1_000)
  }

  move(pageId: string, parentId: string | null, index: number): void {
    if (
      parentId !== null &&
      (this.#lineOf(parentId).includes(pageId) || this.#room(parentId) < this.#height(pageId))
    )
      return
    this.change(pageId, { parentId })
    this.#settle(pageId, index)
  }

  remove(pageId: string): void {
    for (const page of [...this.pages.values()]) if (page.parentId === pageId) this.remove(page.pageId)
    this.pages.delete(pageId)
  }

  /** Sets the position of a page and a unique slug. */
  #settle(pageId: string, index: number): void {
    const page = this.pages.get(pageId) as PageState
    const siblings = [...this.pages.values()]
      .filter((other) => other.parentId === page.parentId && other.pageId !== pageId)
      .map(({ pageId: id, position, slug }) => ({ id, position, slug }))
      .sort((a, b) => (a.position < b.position ? -1 : 1))
    const taken = new Set(siblings.flatMap(({ slug }) => slug ?? []))
    this.change(pageId, {
      position: positionAmong(siblings, { before: siblings[index]?.id ?? null }),
      slug: uniqueSlug(page.slug ?? 'page', taken),
    })
  }

  #lineOf(pageId: string): string[] {
    const line: string[] = []
    for (let id: string | null = pageId; id !== null; id = this.pages.get(id)?.parentId ?? null) line.push(id)
    return line
  }

  #room = (parentId: string) => maximumDepth - this.#lineOf(parentId).length

  #height(pageId: string): number {
    const below = [...this.pages.values()].filter(({ parentId }) => parentId === pageId)
    return 1 + Math.max(0, ...below.map((page) => this.#height(page.pageId)))
  }

  #store(markdown: string): string | null {
    const document = identifyDocument({ markdown })
    if (document) this.bodies.set(document.id, { markdown })
    return document?.id ?? null
  }

  #now = () => new Date(1_700_000_000_000 + this.#clock++)
}

const emptyPage = {
  type: 'DOCUMENT',
  position: '',
  slug: null,
  emoji: null,
  frontMatter: null,
  heading: null,
  icon: null,
  description: null,
  hidden: false,
  noIndex: false,
  noRobotsIndex: false,
  layout: null,
  cover: null,
  target: null,
  computed: null,
  computedSeed: null,
  documentId: null,
  gitOid: null,
  gitPath: null,
} as const

/** One random edit, whose numbers select from the present content. */
export interface Step {
  readonly kind: 'create' | 'insert' | 'replace' | 'cut' | 'title' | 'field' | 'move' | 'delete' | 'file'
  readonly page: number
  readonly other: number
  readonly line: number
}

const kinds: fc.Arbitrary<Step['kind']> = fc.oneof(
  { weight: 4, arbitrary: fc.constant('create' as const) },
  { weight: 5, arbitrary: fc.constant('insert' as const) },
  { weight: 5, arbitrary: fc.constant('replace' as const) },
  { weight: 2, arbitrary: fc.constant('cut' as const) },
  { weight: 2, arbitrary: fc.constant('title' as const) },
  { weight: 2, arbitrary: fc.constant('field' as const) },
  { weight: 4, arbitrary: fc.constant('move' as const) },
  { weight: 2, arbitrary: fc.constant('delete' as const) },
  { weight: 1, arbitrary: fc.constant('file' as const) },
)

/** Generates histories of up to `maxLength` steps. */
export const steps = (maxLength: number) =>
  fc.array(fc.record({ kind: kinds, page: fc.nat(40), other: fc.nat(40), line: fc.nat(12) }), {
    maxLength,
    size: 'max',
  })

/** Applies the steps in order. All written text contains `author` and a number, so that it can be identified. */
export function perform(from: Model, history: readonly Step[], author: string): Model {
  const model = new Model(from)
  for (const [index, step] of history.entries()) performStep(model, step, `${author}-${index}-`)
  return model
}

function performStep(model: Model, step: Step, mark: string): void {
  const page = model.pick(step.page)
  if (step.kind === 'create') model.create(mark, parentFor(model, step), `${mark}first\n\n${mark}last`)
  else if (step.kind === 'file') performFileStep(model, step.page, mark)
  else if (page) performPageStep(model, page, step, mark)
}

/** Every third goes to the root. */
const parentFor = (model: Model, { other }: Step) =>
  other % 3 === 0 ? null : (model.pick(other)?.pageId ?? null)

function performPageStep(model: Model, { pageId, hidden }: PageState, step: Step, mark: string): void {
  switch (step.kind) {
    case 'title':
      model.change(pageId, { title: `${mark}title` })
      break
    case 'field':
      model.change(pageId, step.line % 2 ? { description: mark } : { hidden: !hidden })
      break
    case 'delete':
      model.remove(pageId)
      break
    case 'move':
      model.move(pageId, parentFor(model, step), step.line)
      break
    default:
      performLineStep(model, pageId, step, mark)
  }
}

function performLineStep(model: Model, pageId: string, { kind, line }: Step, mark: string): void {
  const lines = model.markdownOf(pageId).split('\n')
  const number = line % (lines.length + 1)
  if (kind === 'insert') lines.splice(number, 0, `${mark}line`)
  if (kind === 'replace') lines.splice(number, 1, `${mark}line`)
  if (kind === 'cut') lines.splice(number, 1)
  model.write(pageId, lines.join('\n'))
}

function performFileStep(model: Model, at: number, mark: string): void {
  const ids = [...model.files.keys()].sort()
  const id = ids[at % (ids.length + 1)]
  if (id === undefined) {
    const row = { contentType: 'text/plain', width: null, height: null, gitOid: null, gitPath: null }
    model.files.set(mark, {
      ...row,
      fileId: mark,
      name: `${mark}name`,
      blobHash: mark,
      createdAt: new Date(0),
    })
  } else if (at % 2) model.files.delete(id)
  else model.files.set(id, { ...(model.files.get(id) as FileState), name: `${mark}name` })
}

/** Returns the errors of a page tree; empty for a valid tree. */
export function faultsOf(pages: ReadonlyMap<string, PageState>): string[] {
  const faults: string[] = []
  const depths = depthsOf(pages)
  for (const page of pages.values()) {
    if (page.parentId !== null && !pages.has(page.parentId)) faults.push(`${page.pageId} has no parent`)
    else if (!depths.has(page.pageId)) faults.push(`${page.pageId} is below itself`)
    if ((depths.get(page.pageId) ?? 0) > maximumDepth) faults.push(`${page.pageId} is too deep`)
  }
  for (const [parentId, siblings] of Map.groupBy(pages.values(), (page) => page.parentId)) {
    const slugs = siblings.flatMap(({ slug }) => slug ?? [])
    if (new Set(slugs).size < slugs.length) faults.push(`two pages below ${parentId} have one slug`)
    if (new Set(siblings.map(({ position }) => position)).size < siblings.length)
      faults.push(`two pages below ${parentId} have one position`)
  }
  return faults
}
