import { childElements, decodeEntities, type HtmlElement, type HtmlToken } from '../html/html.ts'
import { parseContentRef, parseImageRef } from '../model/content-references.ts'
import { isEmptyParagraph } from '../model/nodes.ts'
import type { Block, ObjectFit, SelectOption, TableColumn, TableValue } from '../types.ts'
import { readHtmlContent } from './html-content.ts'
import type { ReadContext } from './read-context.ts'

/** Reads a cell: the blocks of a text cell, or a value. Returns undefined for an empty cell. */
export function readCell(
  { children: tokens, attributes }: HtmlElement,
  column: TableColumn,
  context: ReadContext,
): TableValue | Block[] | undefined {
  if (column.type === 'text') {
    const blocks = readHtmlContent(tokens, context)
    return blocks.length === 0 || (blocks.length === 1 && blocks.every(isEmptyParagraph)) ? undefined : blocks
  }
  const value = textOf(tokens)
  switch (column.type) {
    case 'number':
    case 'rating':
      return value === '' || Number.isNaN(Number(value)) ? undefined : Number(value)
    case 'checkbox':
      return value === '' ? undefined : value === 'true'
    case 'select': {
      const choices = childElements(tokens, 'span').map((span) => choiceOf(span, column.options))
      return choices.length > 0 ? choices : value || undefined
    }
    case 'content-ref': {
      const [address] = addresses(tokens)
      return address === undefined ? undefined : parseContentRef(address)
    }
    case 'image': {
      const [address] = addresses(tokens)
      if (address === undefined) return undefined
      const objectFit = objectFits.find((fit) => fit === attributes['data-object-fit'])
      const ref = parseImageRef(address)
      return objectFit ? { ref, objectFit } : ref
    }
    case 'files':
    case 'users': {
      const ids = addresses(tokens).map(idOf)
      return ids.length > 0 ? ids : undefined
    }
  }
}

/** Returns the option that a cell names, else the text that it shows: the label of an option that its column does not have. */
function choiceOf({ attributes, children }: HtmlElement, options: readonly SelectOption[]): string {
  const named = attributes['data-option']
  const shown = textOf(children)
  const isKnown = ['', named?.trim()].includes(shown) || options.some(({ value }) => value === named)
  return named !== undefined && isKnown ? named : shown
}

const objectFits: readonly ObjectFit[] = ['contain', 'cover', 'fill']

const addresses = (tokens: readonly HtmlToken[]): string[] =>
  childElements(tokens, 'a', 'img').map(({ attributes }) => attributes.href ?? attributes.src ?? '')

function idOf(address: string): string {
  const ref = parseContentRef(address)
  if (ref.kind === 'file') return ref.file
  return ref.kind === 'user' ? ref.user : address
}

const textOf = (tokens: readonly HtmlToken[]): string =>
  tokens
    .map((token) => (token.type === 'text' ? decodeEntities(token.raw) : ''))
    .join('')
    .trim()
