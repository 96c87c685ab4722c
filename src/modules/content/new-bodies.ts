import { AppError, inputFault } from '../../errors.ts'
import { ownTurn } from '../../event-loop-turn.ts'
import { type ContentChange, changePath } from './content-change.ts'
import type { Body } from './documents.ts'
import { type MarkdownPage, readMarkdownPage } from './markdown-page.ts'
import { bodyOfTree } from './page-bodies.ts'
import { parseBodies, parsedOf } from './parsing/parse-bodies.ts'
import type { ParsedBody } from './parsing/parsed-body.ts'

/** A body as a change gives it: a node tree, or the part of a Markdown text below its title. */
export type GivenBody =
  | { readonly path: string; readonly tree: unknown }
  | { readonly path: string; readonly markdown: string }

/** A body that is ready to be stored, with what was parsed of it if it is Markdown. */
export interface NewBody {
  readonly body: Body
  readonly parsed?: ParsedBody
}

/**
 * The bodies of a batch of changes. They are parsed before the content is locked, because that takes what a write takes
 * longest, and in threads if they are large.
 */
export class NewBodies {
  readonly #owner: string
  readonly #bodies = new Map<unknown, NewBody>()

  private constructor(owner: string) {
    this.#owner = owner
  }

  /** Parses all bodies of the changes. Throws the error of the first one that is invalid. */
  static async read(changes: readonly ContentChange[], owner: string): Promise<NewBodies> {
    const bodies = new NewBodies(owner)
    // Many batches may arrive at the same time.
    if (changes.length > 1) await ownTurn()
    const texts = changes.flatMap((change, index) => expectedText(change, index) ?? [])
    await bodies.#parse(texts)
    for (const [index, change] of changes.entries()) {
      const given = change.document?.document == null ? undefined : givenTree(change, index)
      if (given) await bodies.of(given)
    }
    return bodies
  }

  /** Returns a body. It is parsed now if the changes before it made another text of it than was expected. */
  async of(given: GivenBody): Promise<NewBody> {
    const key = 'tree' in given ? given.tree : given.markdown
    const known = this.#bodies.get(key)
    if (known) return known
    if ('markdown' in given) await this.#parse([given])
    else this.#bodies.set(key, { body: await bodyOfTree(given.tree, given.path, this.#owner) })
    return this.#bodies.get(key) as NewBody
  }

  async #parse(given: readonly { readonly path: string; readonly markdown: string }[]): Promise<void> {
    const outcomes = await parseBodies(
      given.map(({ markdown }) => markdown),
      this.#owner,
    )
    for (const [index, { path, markdown }] of given.entries()) {
      const parsed = atPath(path, () => parsedOf(outcomes[index] as (typeof outcomes)[number]))
      this.#bodies.set(markdown, { body: { markdown, index: parsed.index }, parsed })
    }
  }
}

const documentPath = (index: number) => `${changePath(index)}.document`

const givenTree = ({ document }: ContentChange, index: number): GivenBody => ({
  path: `${documentPath(index)}.document`,
  tree: document?.document,
})

/**
 * Returns the text that a change most likely stores: clients repeat the title of the page, which is not known yet, as
 * its first heading.
 */
function expectedText(
  change: ContentChange,
  index: number,
): { readonly path: string; readonly markdown: string } | undefined {
  const { document, title, operation, type } = change
  if (!document || document.document != null) return undefined
  if (operation !== 'UPDATE_PAGE' && (operation !== 'INSERT_PAGE' || (type ?? 'DOCUMENT') !== 'DOCUMENT'))
    return undefined
  const path = `${documentPath(index)}.markdown`
  const read = atPath(path, () => readMarkdownPage(document.markdown ?? ''))
  return {
    path,
    markdown: textBelowTitle(read, read.fields.title || title || read.heading),
  }
}

/** Returns the text without the heading that repeats the title, which is stored separately. */
export const textBelowTitle = (read: MarkdownPage, title: string | undefined): string =>
  read.heading === title ? read.bodyBelowHeading : read.body

/** Rethrows input errors with the path of the body in the request. */
function atPath<Result>(path: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'BAD_USER_INPUT') throw error
    throw inputFault(path, error.fields?.[0]?.message ?? error.message, error.reason)
  }
}
