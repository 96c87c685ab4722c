import type { Paragraph } from 'mdast'
import { decodedText } from '../../../base/decoded-text.ts'
import { childElements, type HtmlElement, tokenizeHtml } from '../html/html.ts'
import { playerNames } from '../html/html-names.ts'
import { isFileReference, parseContentRef } from '../model/content-references.ts'
import { paragraph, text } from '../model/nodes.ts'
import type { Block } from '../types.ts'
import { pairElements, toSource } from './phrasing-elements.ts'

type Player = Pick<HtmlElement, 'name' | 'attributes' | 'children'>

/** The addresses that known players are embedded with, and those of the pages of what they play. */
const players: readonly (readonly [embedded: RegExp, page: string])[] = [
  [
    /^https:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]+).*$/,
    'https://www.youtube.com/watch?v=$1',
  ],
  [/^https:\/\/player\.vimeo\.com\/video\/(\d+).*$/, 'https://vimeo.com/$1'],
  [/^https:\/\/(?:www\.)?loom\.com\/embed\/(\w+).*$/, 'https://www.loom.com/share/$1'],
  [/^https:\/\/(?:www\.)?dailymotion\.com\/embed\/video\/(\w+).*$/, 'https://www.dailymotion.com/video/$1'],
  [/^https:\/\/fast\.wistia\.(?:net|com)\/embed\/iframe\/(\w+).*$/, 'https://fast.wistia.net/medias/$1'],
  [/^https:\/\/open\.spotify\.com\/embed\/(\w+\/\w+).*$/, 'https://open.spotify.com/$1'],
  [/^https:\/\/codesandbox\.io\/embed\/([\w-]+).*$/, 'https://codesandbox.io/s/$1'],
]

/** Returns the URL of what a player plays. Returns undefined if it plays nothing that a browser may open. */
export function playerUrl({ name, attributes, children }: Player): string | undefined {
  const sources = childElements(children, 'source').map((source) => source.attributes.src)
  const { src, data } = attributes
  const url = (name === 'object' ? data : (src ?? sources.find(Boolean)))?.trim().replace(/^\/\//, 'https://')
  if (!url || /^(?!https?:)[a-z][a-z0-9+.-]*:/i.test(url)) return undefined
  const player = players.find(([embedded]) => embedded.test(url))
  return player ? url.replace(player[0], player[1]) : url
}

/** Reads a player as what it plays: an embed, a file of the space, or a link to a file that is not stored. */
export function readPlayer(player: Player): Block[] | undefined {
  const url = playerUrl(player)
  if (url === undefined) return undefined
  const ref = parseContentRef(url)
  if (isFileReference(ref)) return [{ object: 'block', type: 'file', data: { ref }, isVoid: true }]
  if (/^https?:/i.test(url)) return [{ object: 'block', type: 'embed', data: { url }, isVoid: true }]
  const nodes = [text(player.attributes.title || nameOfUrl(url))]
  return [paragraph([{ object: 'inline', type: 'link', data: { ref }, isVoid: false, nodes }])]
}

/** Returns the name of the file of a URL. */
export function nameOfUrl(url: string): string {
  const name = /([^/?#]+)\/?(?:[?#].*)?$/.exec(url)?.[1] ?? url
  return decodedText(name)
}

/** Reads a paragraph that contains only a player as what it plays. */
export function readPlayersParagraph({ children }: Paragraph): Block | undefined {
  const [element, ...others] = pairElements(children).filter(
    (node) => node.type !== 'text' || node.value.trim() !== '',
  )
  if (element?.type !== 'element' || !playerNames.has(element.name) || others.length > 0) return undefined
  const { name, attributes } = element
  return readPlayer({ name, attributes, children: tokenizeHtml(toSource(element.children)) })?.[0]
}
