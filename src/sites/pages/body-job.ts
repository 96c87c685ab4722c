import { referencesOf } from '../../formats/page/model/document-references.ts'
import { walkDocument } from '../../formats/page/model/walk-document.ts'
import type { ContentRef, JSONDocument } from '../../formats/page/types.ts'
import {
  type Audience,
  visibleDocument,
  type WholeBody,
} from '../../modules/published-sites/visible-content/visible-body.ts'
import type { VisitorClaims } from '../../modules/visitors/visitor.ts'
import type { KnownPicture } from '../../pictures/known-picture.ts'
import type { Ask, Served } from '../../workers/serve-jobs.ts'
import { type Child, writeFragment } from '../render/elements.ts'
import type { RenderOptions } from '../render/render-context.ts'
import { type BodyHtml, bodyHtml } from './body-html.ts'
import { type BodyMarkdown, bodyMarkdown } from './body-markdown.ts'
import { type BodyUpdate, bodyUpdates } from './body-updates.ts'

/** A request to a thread that reads or renders a body. */
export type BodyRequest =
  | {
      readonly kind: 'html'
      readonly body: WholeBody
      readonly audience: Audience
      readonly options: RenderOptions
    }
  | { readonly kind: 'markdown'; readonly body: WholeBody; readonly claims: VisitorClaims }
  | { readonly kind: 'updates'; readonly body: WholeBody }

export interface BodyResponses {
  readonly html: BodyHtml<string>
  readonly markdown: BodyMarkdown
  readonly updates: readonly BodyUpdate[]
}

/** The target of a reference, which only the main thread can resolve. */
export interface ReferenceTarget {
  readonly address: string | undefined
  readonly label: string | undefined
  readonly picture: KnownPicture | undefined
}

export async function run(
  request: BodyRequest,
  ask: Ask,
): Promise<Served<BodyResponses[BodyRequest['kind']]>> {
  switch (request.kind) {
    case 'html':
      return { result: await html(request, ask) }
    case 'markdown':
      return { result: bodyMarkdown(request.body, request.claims) }
    case 'updates':
      return { result: bodyUpdates(request.body) }
  }
}

async function html(
  { body, audience, options }: BodyRequest & { readonly kind: 'html' },
  ask: Ask,
): Promise<BodyHtml<string>> {
  const read = async (refs: readonly ContentRef[]) => (await ask(refs)) as readonly ReferenceTarget[]
  const rendered = await htmlWithTargets(visibleDocument(body, audience), options, read)
  return { ...rendered, content: writeFragment(rendered.content) }
}

/** Reads the targets of references, in the same order. */
export type ReadTargets = (refs: readonly ContentRef[]) => Promise<readonly ReferenceTarget[]>

/** Renders a document with the targets of its references, which are read together. */
export async function htmlWithTargets(
  document: JSONDocument,
  options: RenderOptions,
  read: ReadTargets,
): Promise<BodyHtml<Child[]>> {
  const targets = new ReferenceTargets(read)
  for (const node of walkDocument(document)) for (const ref of referencesOf(node)) targets.of(ref)
  let rendered: BodyHtml<Child[]>
  do {
    await targets.read()
    rendered = bodyHtml(document, {
      addressOf: (ref) => targets.of(ref).address,
      labelOf: (ref) => targets.of(ref).label,
      pictureOf: (ref) => targets.of(ref).picture,
      ...options,
    })
  } while (targets.areMissing)
  return rendered
}

const unknown: ReferenceTarget = { address: undefined, label: undefined, picture: undefined }

/** The targets of references. Those that are asked for and not known are read together. */
class ReferenceTargets {
  readonly #read: ReadTargets
  readonly #known = new Map<string, ReferenceTarget>()
  readonly #missing = new Map<string, ContentRef>()

  constructor(read: ReadTargets) {
    this.#read = read
  }

  get areMissing(): boolean {
    return this.#missing.size > 0
  }

  of(ref: ContentRef): ReferenceTarget {
    const key = JSON.stringify(ref)
    const known = this.#known.get(key)
    if (!known) this.#missing.set(key, ref)
    return known ?? unknown
  }

  async read(): Promise<void> {
    const wanted = [...this.#missing]
    this.#missing.clear()
    if (wanted.length === 0) return
    const found = await this.#read(wanted.map(([, ref]) => ref))
    for (const [index, [key]] of wanted.entries()) this.#known.set(key, found[index] ?? unknown)
  }
}
