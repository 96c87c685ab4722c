import type { Element, ElementContent } from 'hast'
import { embed, paragraph } from './markdown-nodes.ts'
import type { PageContext, Rule } from './page-context.ts'
import {
  attributeOf,
  element,
  elementsIn,
  findElement,
  hasClass,
  isElement,
  lineOf,
  text,
} from './tree/tree.ts'
import { safeUrl } from './urls.ts'

export const readImage: Rule = (node, { urls }) => {
  if (node.tagName !== 'img' && node.tagName !== 'image') return undefined
  const stated = (attributeOf(node, 'alt') ?? '').replace(/\s+/g, ' ').trim()
  // Some generators use the URL as alternative text.
  const alt = stated === attributeOf(node, 'src') ? '' : stated
  if (hasClass(node, 'emoji') && alt !== '') return [text(alt)]
  const source = urls.take(sourceOf(node), 'image')
  if (source === undefined) return alt === '' ? [] : [text(alt)]
  const title = (attributeOf(node, 'title') ?? '').replace(/\s+/g, ' ').trim()
  return [element('img', { src: source, alt, ...(title === '' || title === alt ? {} : { title }) }, [])]
}

/**
 * Returns the URL of an image. Lazy-loaded images have it in a data attribute and a placeholder as their
 * source.
 */
function sourceOf(image: Element): string | undefined {
  const lazySource = attributeOf(image, 'dataSrc') ?? attributeOf(image, 'dataOriginal')
  const source = attributeOf(image, 'src')
  return source === undefined || source === '' || source.startsWith('data:') ? (lazySource ?? source) : source
}

export const readFigure: Rule = (node, context) => {
  if (node.tagName !== 'figure') return undefined
  const caption = findElement(node, ({ tagName }) => tagName === 'figcaption')
  const title = caption ? lineOf(caption).replace(/\s*[¶#]$/, '') : ''
  const images = [...elementsIn(node)].filter(({ tagName }) => tagName === 'img')
  const inCaption = caption ? new Set(elementsIn(caption)) : new Set<Element>()
  const shown = images.filter((image) => !inCaption.has(image))
  const hasMore = [...elementsIn(node)].some(({ tagName }) =>
    /^(pre|table|iframe|ul|ol|video)$/.test(tagName),
  )
  if (shown.length > 0 && !hasMore && !context.isInCell) {
    return shown.flatMap((image, index) => {
      const isLast = index === shown.length - 1
      const { title: _, ...properties } = image.properties
      const captioned = {
        ...image,
        properties: isLast && title !== '' ? { ...properties, title } : properties,
      }
      return [paragraph(readImage(captioned, context) ?? [])]
    })
  }
  return context.read(node.children, context)
}

const players: readonly [RegExp, (id: string) => string][] = [
  [
    /^https:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{5,20})/,
    (id) => `https://www.youtube.com/watch?v=${id}`,
  ],
  [/^https:\/\/player\.vimeo\.com\/video\/(\d+)/, (id) => `https://vimeo.com/${id}`],
  [/^https:\/\/(?:www\.)?loom\.com\/embed\/(\w+)/, (id) => `https://www.loom.com/share/${id}`],
  [
    /^https:\/\/(?:www\.)?dailymotion\.com\/embed\/video\/(\w+)/,
    (id) => `https://www.dailymotion.com/video/${id}`,
  ],
  [/^(https:\/\/fast\.wistia\.(?:net|com)\/embed\/iframe\/\w+)/, (url) => url],
]

/** Converts video players to embeds and other frames to links. */
export const readFrame: Rule = (node, context) => {
  if (node.tagName !== 'iframe') return undefined
  const source = safeUrl(attributeOf(node, 'src') ?? attributeOf(node, 'dataSrc'))
  if (source === undefined) return []
  const url = source.startsWith('//') ? `https:${source}` : source.replace(/^http:/, 'https:')
  for (const [pattern, toWatchUrl] of players) {
    const id = pattern.exec(url)?.[1]
    if (id === undefined) continue
    const watchUrl = toWatchUrl(id)
    return context.isInCell ? link(watchUrl, watchUrl) : [embed(watchUrl)]
  }
  if (!/^https?:/.test(source) && !source.startsWith('//')) return []
  return link(url, (attributeOf(node, 'title') ?? '').trim() || url)
}

/** Converts video and audio elements to links to their files. */
export const readMedia: Rule = (node, { urls }) => {
  if (node.tagName !== 'video' && node.tagName !== 'audio') return undefined
  const source = node.children.find((child) => isElement(child) && child.tagName === 'source')
  const written = attributeOf(node, 'src') ?? (isElement(source) ? attributeOf(source, 'src') : undefined)
  const url = urls.take(written, 'link')
  if (url === undefined) return []
  const name = /([^/?#]+)(?:[?#].*)?$/.exec(written ?? '')?.[1] ?? url
  return link(url, attributeOf(node, 'title') || name)
}

const link = (href: string, label: string): ElementContent[] => [
  paragraph([element('a', { href }, [text(label)])]),
]

/** Converts a link. A link without visible content is removed. */
export const readLink: Rule = (node, context: PageContext) => {
  if (node.tagName !== 'a') return undefined
  const children = context.read(node.children, context)
  const isSeen = children.some((child) =>
    isElement(child)
      ? lineOf(child) !== '' || child.tagName !== 'br'
      : child.type === 'text' && child.value.trim() !== '',
  )
  const href = isSeen ? context.urls.take(attributeOf(node, 'href'), 'link') : undefined
  return href === undefined ? children : [element('a', { href }, children)]
}
