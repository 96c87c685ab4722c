import { AppError, faultAt } from '../../base/errors.ts'
import { yieldToEventLoop } from '../../base/yield-to-event-loop.ts'
import type { Body } from '../../formats/body/documents.ts'
import { readMarkdownPage } from '../../formats/body/markdown-page.ts'
import { conditionsOf, type ParsedBody } from '../../formats/body/parsing/parsed-body.ts'
import type { JSONDocument } from '../../formats/page/types.ts'
import { type ContentChange, type PageWrite, writesPage } from './content-change.ts'
import { bodyOfTree } from './page-bodies.ts'
import { parseBodies, parsedOf } from './parse-bodies.ts'

/** A body as a change gives it: a node tree, or the part of a Markdown text below its title. */
export type GivenBody =
  | { readonly path: string; readonly tree: unknown }
  | { readonly path: string; readonly markdown: string }

/** A body that is ready to be stored, with what was parsed of it if it is Markdown. */
export interface NewBody {
  readonly body: Body
  readonly parsed?: ParsedBody
  /** Why visitors are not shown all of the body, though all was stored. */
  readonly warning?: string
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
    if (changes.length > 1) await yieldToEventLoop()
    const given = changes.filter(writesPage).flatMap((change) => givenBody(change) ?? [])
    await bodies.#parse(given.filter((body) => 'markdown' in body))
    for (const body of given) if ('tree' in body) await bodies.of(body)
    return bodies
  }

  /** Returns a body. It is parsed now if its text is not one that a change gave. */
  async of(given: GivenBody): Promise<NewBody> {
    const key = 'tree' in given ? given.tree : given.markdown
    const known = this.#bodies.get(key)
    if (known) return known
    if ('markdown' in given) await this.#parse([given])
    else {
      const body = await bodyOfTree(given.tree, given.path, this.#owner)
      const conditions = conditionsOf(body.markdown, body.nodes as JSONDocument)
      this.#bodies.set(key, { body, ...warningOf(given.path, conditions) })
    }
    return this.#bodies.get(key) as NewBody
  }

  /** The first warnings of the bodies, each once. */
  get warnings(): string[] {
    return [...this.#bodies.values()].flatMap(({ warning }) => warning ?? []).slice(0, maximumWarnings)
  }

  async #parse(given: readonly { readonly path: string; readonly markdown: string }[]): Promise<void> {
    const outcomes = await parseBodies(
      given.map(({ markdown }) => markdown),
      this.#owner,
    )
    for (const [index, { path, markdown }] of given.entries()) {
      const parsed = atPath(path, () => parsedOf(outcomes[index] as (typeof outcomes)[number]))
      const body = { markdown, index: parsed.index }
      this.#bodies.set(markdown, { body, parsed, ...warningOf(path, parsed) })
    }
  }
}

const maximumWarnings = 5

/** Characters of a tag that a warning quotes. */
const quotedLength = 60

function warningOf(
  path: string,
  { malformedConditions = [] }: Pick<ParsedBody, 'malformedConditions'>,
): Pick<NewBody, 'warning'> {
  const [first] = malformedConditions
  if (first === undefined) return {}
  const tag = first.length > quotedLength ? `${first.slice(0, quotedLength)}…` : first
  return {
    warning: `${path} has a malformed condition, ${tag}: visitors are not shown what follows it, up to the end of its container`,
  }
}

/** Returns the body of a tree that a change gives at the path of the change. */
export const givenTree = ({ document }: { readonly document?: unknown }, path: string): GivenBody => ({
  path: `${path}.document.document`,
  tree: document,
})

/** Returns the body of a Markdown text below its title. */
export const givenMarkdown = (markdown: string, path: string) => ({
  path: `${path}.document.markdown`,
  markdown,
})

function givenBody({ document, path }: PageWrite): GivenBody | undefined {
  if (!document) return undefined
  if (document.markdown === undefined) return givenTree(document, path)
  const { markdown } = document
  return atPath(`${path}.document.markdown`, () => givenMarkdown(readMarkdownPage(markdown).body, path))
}

/** Rethrows input errors with the path of the body in the request. */
function atPath<Result>(path: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'BAD_USER_INPUT') throw error
    throw faultAt(path, error)
  }
}
