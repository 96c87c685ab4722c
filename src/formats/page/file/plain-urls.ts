import type { UrlSpan } from './markdown-urls.ts'

/** The largest text that is looked at. It is far below the limits of the parser, beyond which a text has no URLs. */
const maximum = { characters: 10_000, lines: 500, delimiters: 400 } as const

const fencedCode = /^((`|~)\2{2,})[^`~\n]*\n(?:.*\n)*? {0,3}\1\2*[ \t]*(?:\n|$)/gm

/**
 * Code between single backticks that no address can be in front of. It has no brackets, no tags, and no bars, at which a cell
 * of a table would end.
 */
const inlineCode = /(?<=(?:^|\s)[(*_"']{0,3})`[^`\n[\]|{]+`(?!`)/gm

/** An address is read to the next space and may be a link without brackets. */
const bareAddress = /\S*(?::\/\/|www\.|@)\S*/gi

/** The tokens that brackets may be a part of, or that may be a part of the text in brackets. */
const otherSyntax =
  /[`<\r\0\uFEFF]|~~~|\$\$|\\[\\[\]()|\n]|\]:|\[\^|\{%[ \t]*(?:file|content-ref|embed|drawing|swagger|openapi|include)|^(?: *(?:[>*+-]|\d+[.)])){8}|^.*(?: {4}|\t).*\]\(/m

const plainLink = /\[([^[\]|\n]*)\]\(([^\s()&\\\p{Cc}]*)\)/gu

/**
 * Finds what `findUrls` finds in a text, without parsing it: the links and images in brackets of a text that has no others.
 * Returns undefined for a text with anything else that could hide or change one of them.
 */
export function plainUrls(text: string): UrlSpan[] | undefined {
  if (text.length > maximum.characters || text.startsWith('---')) return undefined
  if (countOf(text, /\n/g) > maximum.lines || countOf(text, /[*_~[\]]/g) > maximum.delimiters)
    return undefined
  const plain = text.replace(fencedCode, dotted).replace(inlineCode, dotted)
  if (otherSyntax.test(plain)) return undefined
  const links = [...plain.matchAll(plainLink)]
  if (links.length !== countOf(plain, /\]\(/g)) return undefined
  const addresses = plain.replace(plainLink, '[$1]').match(bareAddress) ?? []
  if (addresses.some((address) => /[[\]]/.test(address))) return undefined
  return links.flatMap(({ 0: link, 2: url = '', index }) => {
    const end = index + link.length - 1
    return url === '' ? [] : [{ start: end - url.length, end, text: url }]
  })
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

const dotted = (code: string): string => code.replace(/[^\n]/g, '.')
