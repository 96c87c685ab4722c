import type { Nodes, Root } from 'mdast'
import { decodeEntities } from '../html/html.ts'
import { parseBlockTags } from '../syntax/block-tag.ts'

/**
 * A reference in Markdown that has no text of its own but a placeholder: a mention, a link in the place of a block, or a link in a
 * cell of a table. Readers should see the title of what it leads to.
 */
export interface ReferenceLabel {
  /** The span of the placeholder. `end` is exclusive. */
  readonly start: number
  readonly end: number
  /** The span of the whole link, which is left out where nothing is known of its target. */
  readonly whole: { readonly start: number; readonly end: number }
  readonly address: string
  /** Whether the placeholder is in HTML. */
  readonly isHtml: boolean
  /** The label that the block itself says, such as the method and path of an operation. */
  readonly own?: string
}

interface Tag {
  readonly name: string
  readonly own: string | undefined
}

/** Returns the references without a text of their own in the parsed `markdown`, in its order. */
export function referenceLabels(markdown: string, root: Root): ReferenceLabel[] {
  const found: ReferenceLabel[] = []
  const pending: { node: Nodes; tag: Tag | undefined }[] = [{ node: root, tag: undefined }]
  for (let entry = pending.pop(); entry; entry = pending.pop()) {
    const { node, tag } = entry
    if (node.type === 'link' && (tag || node.title === 'mention')) found.push(...labelOfLink(node, tag))
    if (node.type === 'html') found.push(...labelsInCells(markdown, node))
    if ('children' in node) pending.push(...childrenOf(node.children as Nodes[], tag))
  }
  return found.sort((a, b) => a.start - b.start)
}

/** Returns children with the tag of the block that they stand for. */
function childrenOf(children: readonly Nodes[], outer: Tag | undefined) {
  let tag = outer
  return children.map((node) => {
    if (node.type === 'blockTag') tag = tagAfter(node.value)
    return { node, tag }
  })
}

/** The blocks in which a link stands for the block, in other renderers of Markdown. */
const blocks = /^(?:content-ref|page-ref|openapi|swagger|openapi-(?:operation|schemas|webhook))$/

function tagAfter(line: string): Tag | undefined {
  const last = parseBlockTags(line)?.at(-1)
  if (!last || !blocks.test(last.name)) return undefined
  const { method, path, name, schemas } = last.attributes
  const subject = path ?? name ?? schemas
  const own = subject === undefined ? undefined : [method?.toUpperCase(), subject].filter(Boolean).join(' ')
  return { name: last.name, own }
}

function labelOfLink(node: Nodes & { type: 'link' }, tag: Tag | undefined): ReferenceLabel[] {
  const start = node.position?.start.offset
  const end = node.position?.end.offset
  if (start === undefined || end === undefined) return []
  const from = node.children[0]?.position?.start.offset ?? start + 1
  const to = node.children.at(-1)?.position?.end.offset ?? from
  return [
    {
      start: from,
      end: to,
      whole: { start, end },
      address: node.url,
      isHtml: false,
      ...(tag?.own !== undefined && { own: tag.own }),
    },
  ]
}

/** Matches a cell with a link whose text may be an address. */
const linkInCell = /<td[^<>]*>\s*<a href="([^"<>]*)"[^<>]*>([^<>\s]*)<\/a>\s*<\/td>/g

/** Returns the links in cells whose text is an address. */
function labelsInCells(markdown: string, { position }: Nodes): ReferenceLabel[] {
  const offset = position?.start.offset ?? 0
  const html = markdown.slice(offset, position?.end.offset)
  if (!html.includes('<td')) return []
  return [...html.matchAll(linkInCell)].flatMap((match): ReferenceLabel[] => {
    const [cell, href = '', text = ''] = match
    if (!/[/]|\.md\b/.test(text) && text !== '') return []
    const end = offset + match.index + cell.lastIndexOf('</a>')
    const whole = { start: end - text.length, end }
    return [{ ...whole, whole, address: decodeEntities(href), isHtml: true }]
  })
}
