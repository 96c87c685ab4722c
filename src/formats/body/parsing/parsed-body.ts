import {
  type Address,
  findAddresses,
  mayHaveAddresses,
  type ResolveAddress,
  replaceAddresses,
} from '../../page/file/markdown-links.ts'
import { parseContentRef } from '../../page/model/content-references.ts'
import { malformedConditions } from '../../page/model/malformed-conditions.ts'
import { normalizeText } from '../../page/model/normalize-text.ts'
import { documentOfRoot } from '../../page/read/markdown-to-document.ts'
import { mayHaveConditions } from '../../page/syntax/condition-tags.ts'
import { parseMarkdown } from '../../page/syntax/markdown-syntax.ts'
import type { JSONDocument } from '../../page/types.ts'
import { type BodyLink, storable, targetOf } from '../body-links.ts'
import { type BodyIndex, indexOfTree } from '../indexed-text.ts'
import { bodyLinkLimits } from '../limits.ts'

/** The data that is derived from a body in Markdown when it is written. */
export interface ParsedBody {
  readonly index: BodyIndex
  /** The addresses in the text that may be replaced. */
  readonly addresses: readonly Address[]
  /** The tags of conditions that are none, from which on visitors are not shown the rest. */
  readonly malformedConditions?: readonly string[]
}

/** Parses a body. Throws if it cannot be converted to a node tree, so that every stored body can be read in both formats. */
export function parseBody(markdown: string): ParsedBody {
  const { tree, root } = parseTree(markdown)
  const parsed = { index: indexOfTree(tree), ...conditionsOf(markdown, tree) }
  if (!mayHaveAddresses(markdown)) return { ...parsed, addresses: [] }
  return { ...parsed, addresses: findAddresses(markdown, root ?? parseMarkdown(markdown)) }
}

/** Returns the malformed conditions of a body, if it has some. */
export function conditionsOf(markdown: string, tree: JSONDocument): Pick<ParsedBody, 'malformedConditions'> {
  const found = mayHaveConditions(markdown) ? malformedConditions(tree) : []
  return found.length > 0 ? { malformedConditions: found } : {}
}

/** Returns the tree, and what was parsed if its offsets are those of the text. */
function parseTree(markdown: string): { tree: JSONDocument; root?: object } {
  const normal = normalizeText(markdown)
  const root = parseMarkdown(normal)
  const tree = documentOfRoot(normal, root)
  return normal === markdown ? { tree, root } : { tree }
}

/** A body whose addresses were replaced. The index is absent if only parsing the text can tell it. */
export interface ReplacedBody {
  readonly markdown: string
  readonly index: BodyIndex | undefined
}

/** Replaces addresses in a body, and in its index, so that the text need not be parsed again. */
export function replaceInBody(
  markdown: string,
  { index, addresses }: ParsedBody,
  resolve: ResolveAddress,
): ReplacedBody {
  const resolved = new Map<string, string>()
  for (const { text } of addresses) {
    const address = resolve(text)
    if (address !== undefined) resolved.set(text, address)
  }
  if (resolved.size === 0) return { markdown, index }
  const replaced = replaceAddresses(markdown, addresses, (text) => resolved.get(text))
  return {
    markdown: replaced,
    index: replaceInIndex(index, { markdown, addresses, replacements: resolved }),
  }
}

interface Replacements {
  readonly markdown: string
  /** All addresses of the text, and which of them were replaced. */
  readonly addresses: readonly Pick<Address, 'text'>[]
  readonly replacements: ReadonlyMap<string, string>
}

/** Replaces addresses in an index. Returns undefined if only parsing the text can tell its links. */
export function replaceInIndex(
  index: BodyIndex,
  { markdown, addresses, replacements }: Replacements,
): BodyIndex | undefined {
  if (replacements.size === 0) return index
  const links = mayHaveTable(markdown) ? undefined : linksWith(index.links, addresses, replacements)
  return links && { ...index, links }
}

/** The cells of an HTML table are links of another relation if they lead to files. */
const mayHaveTable = (markdown: string) => /<table\b/i.test(markdown)

/**
 * Returns the links after their addresses were replaced; undefined if an address of the text is not that of exactly one
 * link, as with definitions, or if its relation may change with it.
 */
function linksWith(
  links: readonly BodyLink[],
  addresses: readonly Pick<Address, 'text'>[],
  resolved: ReadonlyMap<string, string>,
): BodyLink[] | undefined {
  if (links.length === bodyLinkLimits.links) return undefined
  const targets = new Map([...resolved].map(([text, address]) => [storable(text), parseContentRef(address)]))
  const left = new Map([...targets.keys()].map((url) => [url, 0]))
  const count = (url: string, by: number) => {
    const number = left.get(url)
    if (number !== undefined) left.set(url, number + by)
  }
  for (const { text } of addresses) count(storable(text), 1)
  const changed: BodyLink[] = []
  for (const link of links) {
    const ref = link.kind === 'URL' && link.url !== null ? targets.get(link.url) : undefined
    if (!ref) {
      changed.push(link)
      continue
    }
    if (link.relation !== 'REFERENCE' && ref.kind !== 'file') return undefined
    count(link.url as string, -1)
    changed.push({ ...targetOf(ref), relation: link.relation, section: link.section })
  }
  return [...left.values()].every((number) => number === 0) ? changed : undefined
}
