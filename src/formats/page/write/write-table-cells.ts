import { htmlAttribute, rawHtml } from '../html/html.ts'
import { wellFormedTokens } from '../html/well-formed-html.ts'
import { formatContentRef, parseContentRef } from '../model/content-references.ts'
import { referenceInCell } from '../model/document-references.ts'
import { canBeHtml } from '../model/html-blocks.ts'
import { textParagraph } from '../model/nodes.ts'
import { stringifyMarkdownInElement } from '../syntax/markdown-syntax.ts'
import type { Block, ContentRef, Paragraph, TableColumn, TableValue } from '../types.ts'
import type { WriteContext } from './write-context.ts'
import { htmlText, writeHtmlInline } from './write-html-inline.ts'

/** Serializes a cell. Values that do not match the column type are omitted. */
export function writeCell(
  column: TableColumn,
  value: TableValue | undefined,
  fragments: ReadonlyMap<string, Block[]>,
  context: WriteContext,
): string {
  if (value === undefined) return ''
  switch (column.type) {
    case 'text':
      return writeTextCell(cellBlocks(value, fragments), context)
    case 'number':
    case 'rating':
    case 'checkbox':
      return typeof value === 'object' ? '' : String(value)
    case 'select':
      return writeOptions(value, column.options)
    case 'users':
      return addresses(value, (user) => ({ kind: 'user', user }))
    case 'files':
      return addresses(value, (file) => ({ kind: 'file', file }))
    case 'content-ref':
    case 'image': {
      const reference = referenceInCell(value)
      return reference ? link(formatContentRef(reference)) : ''
    }
  }
}

function writeTextCell(blocks: readonly Block[], context: WriteContext): string {
  const [first] = blocks
  if (blocks.length === 1 && first && isBareText(first)) return writeHtmlInline(first.nodes, context)
  const markdown = canBeHtml(blocks) ? undefined : writeMarkdownCell(blocks, context)
  return markdown ?? context.writeHtmlBlocks(blocks)
}

/**
 * Writes blocks that HTML has no elements for as Markdown between blank lines. Returns undefined if HTML would read it as
 * something else than the content of one cell.
 */
function writeMarkdownCell(blocks: readonly Block[], context: WriteContext): string | undefined {
  const { isInElement } = context
  context.isInElement = true
  const children = context.writeBlocks(blocks)
  context.isInElement = isInElement
  const markdown = `\n\n${stringifyMarkdownInElement({ type: 'root', children })}\n`
  const row = `<table><tbody><tr><td>${markdown}</td></tr></tbody></table>`
  return rawHtml(wellFormedTokens(row)) === row ? markdown : undefined
}

const isBareText = (block: Block): block is Paragraph =>
  block.type === 'paragraph' &&
  block.data?.align === undefined &&
  block.nodes.some((node) => node.object === 'text' && node.leaves.some(({ text }) => text.trim() !== ''))

function writeOptions(value: TableValue, options: readonly { value: string; label: string }[]): string {
  if (!Array.isArray(value)) return typeof value === 'object' ? '' : htmlText(String(value))
  return value
    .map((choice) => {
      const label = options.find((option) => option.value === choice)?.label ?? choice
      return `<span${htmlAttribute('data-option', choice)}>${htmlText(label)}</span>`
    })
    .join('')
}

const link = (url: string): string => `<a${htmlAttribute('href', url)}>${htmlText(url)}</a>`

/** Serializes ids as links with their canonical URLs. Values that are URLs are kept. */
function addresses(value: TableValue, reference: (id: string) => ContentRef): string {
  const ids = Array.isArray(value) ? value : typeof value === 'string' ? [value] : []
  return ids.map((id) => link(isAddress(id) ? id : formatContentRef(reference(id)))).join('')
}

const isAddress = (id: string): boolean =>
  /^(?:[a-z][a-z+.-]*:|\/|#)/i.test(id) && parseContentRef(id).kind === 'url'

/** Returns the blocks of a cell: those of its fragment, or its text. */
export function cellBlocks(value: unknown, fragments: ReadonlyMap<string, Block[]>): Block[] {
  if (typeof value !== 'string') return []
  return fragments.get(value) ?? [textParagraph(value)]
}
