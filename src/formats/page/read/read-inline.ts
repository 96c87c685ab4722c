import type { FootnoteReference, PhrasingContent } from 'mdast'
import { decodeEntities, type HtmlAttributes, sourceOf, tagOf, tokenizeHtml } from '../html/html.ts'
import { isHtmlName, playerNames, textlessElementNames } from '../html/html-names.ts'
import { formatContentRef, parseContentRef, parseImageRef } from '../model/content-references.ts'
import { readColor } from '../model/mark-colors.ts'
import { defined, fragment, orEmptyParagraph, plainMark, plainText, withMark } from '../model/nodes.ts'
import { pictureUrls } from '../model/picture-urls.ts'
import { mayHaveConditions } from '../syntax/condition-tags.ts'
import { emojiCharacters, namedEmoji } from '../syntax/emoji-names.ts'
import { emojiCode } from '../syntax/emoji-syntax.ts'
import type {
  Annotation,
  Button,
  ButtonAction,
  ContentRef,
  Icon,
  InlineImage,
  InlineNode,
  Mark,
  PlainMarkType,
  Text,
} from '../types.ts'
import { expressionElement } from '../write/write-elements.ts'
import { InlineBuilder } from './inline-builder.ts'
import {
  type Phrasing,
  type PhrasingElement,
  pairElements,
  toSource,
  whitespaceAroundLineBreak,
} from './phrasing-elements.ts'
import type { ReadContext } from './read-context.ts'
import { nameOfUrl, playerUrl } from './read-players.ts'

/** Reads inline Markdown: the content of paragraphs, headings and cells. */
export function readInline(children: readonly PhrasingContent[], context: ReadContext): InlineNode[] {
  const reader = new InlineReader(context, false)
  reader.readAll(pairElements(children), [])
  return reader.builder.nodes
}

const markElements: Record<string, PlainMarkType> = {
  strong: 'bold',
  b: 'bold',
  em: 'italic',
  i: 'italic',
  s: 'strikethrough',
  del: 'strikethrough',
  strike: 'strikethrough',
  code: 'code',
  sup: 'superscript',
  sub: 'subscript',
  kbd: 'keyboard',
  samp: 'code',
  tt: 'code',
  var: 'italic',
}

/** The color of `<mark>` without a color. */
const highlight: Mark = { object: 'mark', type: 'color', data: { text: 'default', background: 'yellow' } }

/** The comment that separates two formulas. */
const separator = '<!---->'

/** Returns whether a tag is a placeholder in the text, such as `<name>`, of which readers have to see the name. */
function isPlaceholder(tag: string): boolean {
  const name = /^<([a-z][\w-]*)>$/i.exec(tag)?.[1]
  return name !== undefined && !isHtmlName(name.toLowerCase())
}

const footnoteAddress = /^#user-content-fn-(.+)$/s

class InlineReader {
  readonly builder = new InlineBuilder()
  readonly context: ReadContext
  /** True inside a link or an annotation, which contain only texts and images. */
  readonly textOnly: boolean

  constructor(context: ReadContext, textOnly: boolean) {
    this.context = context
    this.textOnly = textOnly
  }

  readAll(nodes: readonly Phrasing[], marks: Mark[]): void {
    for (let index = 0; index < nodes.length; index++) {
      const node = nodes[index] as Phrasing
      const next = nodes[index + 1]
      if (next?.type === 'footnoteReference' && this.#readAnnotated(node, next, marks)) index++
      else this.context.nested(() => this.#read(node, marks))
    }
  }

  #read(node: Phrasing, marks: Mark[]): void {
    switch (node.type) {
      case 'text':
        this.builder.addText(node.value.replace(whitespaceAroundLineBreak, ' '), marks)
        break
      case 'emphasis':
        this.readAll(pairElements(node.children), withMark(marks, plainMark('italic')))
        break
      case 'strong':
        this.readAll(pairElements(node.children), withMark(marks, plainMark('bold')))
        break
      case 'delete':
        this.readAll(pairElements(node.children), withMark(marks, plainMark('strikethrough')))
        break
      case 'inlineCode':
        this.builder.addText(node.value, withMark(marks, plainMark('code')))
        break
      case 'break':
        this.builder.addText('\n', marks)
        break
      case 'html':
        // A tag without its counterpart means nothing.
        if (isPlaceholder(node.value)) this.builder.addText(node.value, marks)
        else if (!tagOf(node.value)) this.#readMarkup(node.value)
        break
      case 'inlineTag':
        // In code, a tag is an example of one.
        if (marks.some(({ type }) => type === 'code')) this.builder.addText(node.value, marks)
        else this.builder.addSource(node.value)
        break
      case 'element':
        this.#readElement(node, marks)
        break
      case 'inlineMath':
      case 'emoji':
        this.#readVoid(node, marks)
        break
      case 'footnoteReference':
        this.#readFootnote(node, marks)
        break
      default:
        this.#readResource(node, marks)
        break
    }
  }

  #readResource(node: Phrasing, marks: Mark[]): void {
    switch (node.type) {
      case 'link':
        this.#readLink(node.url, node.title, pairElements(node.children), marks)
        break
      case 'image':
        this.builder.addInline(inlineImage({ src: node.url, alt: node.alt || (node.title ?? '') }))
        break
      case 'linkReference': {
        const definition = this.context.definition(node.identifier)
        this.#readLink(definition?.url ?? '', definition?.title, pairElements(node.children), marks)
        break
      }
      case 'imageReference': {
        const definition = this.context.definition(node.identifier)
        this.builder.addInline(inlineImage({ src: definition?.url, alt: node.alt ?? '' }))
        break
      }
    }
  }

  #readVoid(node: Phrasing, marks: Mark[]): void {
    if (node.type === 'emoji') this.#addEmoji(emojiCode(node), node.value, marks)
    else if (this.textOnly) this.builder.addText(toSource([node]), marks)
    else if (node.type === 'inlineMath') {
      const data = { formula: node.value.replace(whitespaceAroundLineBreak, ' ') }
      this.builder.addInline({ object: 'inline', type: 'inline-math', data, isVoid: true })
    }
  }

  #readLink(url: string, title: string | null | undefined, children: Phrasing[], marks: Mark[]): void {
    const ref = parseContentRef(url)
    if (this.textOnly) this.readAll(children, marks)
    else if (
      title === 'mention' &&
      !hasCondition(children) &&
      !(ref.kind === 'url' && hasOwnText(url, children))
    ) {
      this.builder.addInline({ object: 'inline', type: 'mention', data: { ref }, isVoid: true })
    } else {
      const nodes = this.#readNested(children, marks).linkChildren()
      const data = hasTitle(title) ? { ref, title: title.replace(whitespaceAroundLineBreak, ' ') } : { ref }
      this.builder.addInline({ object: 'inline', type: 'link', data, isVoid: false, nodes })
    }
  }

  #readNested(children: readonly Phrasing[], marks: Mark[]): InlineBuilder {
    const reader = new InlineReader(this.context, true)
    reader.readAll(children, marks)
    return reader.builder
  }

  /** Reads an annotated text: `[text](#user-content-fn-1)[^1]`. */
  #readAnnotated(node: Phrasing, reference: FootnoteReference, marks: Mark[]): boolean {
    if (node.type !== 'link' || !footnoteAddress.test(node.url) || this.textOnly) return false
    return this.#addAnnotation(reference.identifier, () =>
      this.#readNested(pairElements(node.children), marks).textChildren(),
    )
  }

  #addAnnotation(identifier: string, nodes: () => Text[]): boolean {
    const body = this.context.footnoteBody(identifier)
    if (!body) return false
    const annotation: Annotation = {
      object: 'inline',
      type: 'annotation',
      data: {},
      isVoid: false,
      nodes: nodes(),
      fragments: [fragment('annotation-body', orEmptyParagraph(body), 'annotation-body')],
    }
    this.builder.addInline(annotation)
    return true
  }

  /** Reads a footnote reference without an annotated text. Its label becomes the annotated text. */
  #readFootnote(node: FootnoteReference, marks: Mark[]): void {
    const label = node.label ?? node.identifier
    const own = new InlineBuilder()
    own.addText(label, withMark(marks, plainMark('superscript')))
    const isAdded = !this.textOnly && this.#addAnnotation(node.identifier, () => own.textChildren())
    if (!isAdded) this.builder.addText(`[^${label}]`, marks)
  }

  #readElement(element: PhrasingElement, marks: Mark[]): void {
    const { name, attributes } = element
    const { class: className = '' } = attributes
    const emoji = emojiOf(element)
    if (emoji) this.#addEmoji(namedEmoji(emoji) ?? emoji, '', marks)
    else if (name === 'br') this.builder.addText('\n', marks)
    else if (name === 'img') this.builder.addInline(inlineImage(attributes))
    else if (name === 'picture') this.#readPicture(element, marks)
    else if (name === 'a') this.#readAnchor(element, marks)
    else if (name === 'button') this.#readActionButton(element, marks)
    else if (name === 'mark' || name === 'span') this.#readColored(element, marks)
    else if (textlessElementNames.has(name)) this.#readTextless(element)
    else if (playerNames.has(name)) this.#readPlayer(element, marks)
    else if (name === 'i' && className !== '') this.#readIcon(element, className, marks)
    else if (name === 'code' && className === 'expression') this.#readExpression(element)
    else this.#readMarked(element, marks)
  }

  #readMarked(element: PhrasingElement, marks: Mark[]): void {
    const mark = markElements[element.name]
    if (mark) this.readAll(element.children, withMark(marks, plainMark(mark)))
    else this.#readRaw(element, marks)
  }

  /** Reads an element without a meaning: its text, and its tags as they are. */
  #readRaw({ open, children, close }: PhrasingElement, marks: Mark[]): void {
    this.#readMarkup(open.value)
    this.readAll(children, marks)
    if (close) this.#readMarkup(close.value)
  }

  #readMarkup(value: string): void {
    if (value === separator) return
    for (const token of tokenizeHtml(value)) this.builder.addSource(sourceOf(token))
  }

  #readTextless({ open, close, children }: PhrasingElement): void {
    const content = this.context.sourceBetween(open, close) ?? toSource(children)
    this.#readMarkup(open.value + content + (close?.value ?? ''))
  }

  #readPlayer(element: PhrasingElement, marks: Mark[]): void {
    const url = playerUrl({
      name: element.name,
      attributes: element.attributes,
      children: tokenizeHtml(toSource(element.children)),
    })
    const title = element.attributes.title
    if (url === undefined || this.textOnly) this.#readRaw(element, marks)
    else this.#readLink(url, undefined, [{ type: 'text', value: title || nameOfUrl(url) }], marks)
  }

  #readColored(element: PhrasingElement, marks: Mark[]): void {
    const { name, attributes, children } = element
    const isHighlight = name === 'mark' && attributes.style === undefined
    const color = isHighlight ? highlight : readColor(attributes.style)
    if (color) this.readAll(children, withMark(marks, color))
    else this.#readRaw(element, marks)
  }

  #readIcon(element: PhrasingElement, className: string, marks: Mark[]): void {
    const icon = iconOfClasses(className)
    if (this.textOnly) return
    if (icon) this.#addIcon(icon, element.attributes.style)
    else this.#readRaw(element, marks)
  }

  /** Adds an emoji, which is its characters in a link. `fallback` is shown there for one without characters. */
  #addEmoji(code: string, fallback: string, marks: Mark[]): void {
    if (this.textOnly) this.builder.addText(emojiCharacters(code) ?? fallback, marks)
    else this.builder.addInline({ object: 'inline', type: 'emoji', data: { code }, isVoid: true })
  }

  #addIcon(icon: string, style: string | undefined): void {
    const color = readColor(style)?.data.text
    const data = defined({ icon, color } as Icon['data'])
    this.builder.addInline({ object: 'inline', type: 'icon', data, isVoid: true })
  }

  #readExpression(element: PhrasingElement): void {
    const source = this.context.sourceBetween(element.open, element.close)
    const expression = source === undefined ? toSource(element.children) : decodeEntities(source)
    // Links have nothing but text, so that the element is kept beside it.
    if (this.textOnly) this.builder.addSource(expressionElement(expression))
    else this.builder.addInline({ object: 'inline', type: 'expression', data: { expression }, isVoid: true })
  }

  /** Reads a picture as its image, if it shows nothing besides. */
  #readPicture({ open, children, close }: PhrasingElement, marks: Mark[]): void {
    const reader = new InlineReader(this.context, this.textOnly)
    reader.readAll(children, marks)
    const [image, ...others] = reader.builder.nodes.filter(isShown)
    if (image?.object === 'inline' && image.type === 'inline-image' && others.length === 0) {
      this.builder.addInline(imageWithSources(image, children))
      return
    }
    this.#readMarkup(open.value)
    this.builder.addNodes(reader.builder.nodes)
    if (close) this.#readMarkup(close.value)
  }

  #readAnchor(element: PhrasingElement, marks: Mark[]): void {
    const { href, class: className = '', title } = element.attributes
    const isMention = 'data-mention' in element.attributes
    const names = className.split(/\s+/)
    // The label of a button has no tags, and so no condition that hides it.
    if (names.includes('button') && !this.textOnly && !hasCondition(element.children)) {
      this.#addButton(element, { ref: parseContentRef(href ?? '') })
    } else if (href === undefined) this.#readRaw(element, marks)
    else if (!this.#readFootnoteAnchor(element, href, marks)) {
      this.#readLink(href, isMention ? 'mention' : title, element.children, marks)
    }
  }

  /** Reads an annotated text in HTML: an anchor with the attribute `data-footnote-ref`. */
  #readFootnoteAnchor(element: PhrasingElement, href: string, marks: Mark[]): boolean {
    const footnote = 'data-footnote-ref' in element.attributes ? footnoteAddress.exec(href)?.[1] : undefined
    if (footnote === undefined || this.textOnly) return false
    return this.#addAnnotation(footnote.toLowerCase(), () =>
      this.#readNested(element.children, marks).textChildren(),
    )
  }

  #readActionButton(element: PhrasingElement, marks: Mark[]): void {
    const action = actionOf(element)
    if (action && !this.textOnly && !hasCondition(element.children)) this.#addButton(element, { action })
    else this.readAll(element.children, marks)
  }

  #addButton(
    { attributes, children }: PhrasingElement,
    purpose: { ref: ContentRef } | { action: ButtonAction },
  ): void {
    const label = plainText(this.#readNested(children, []).nodes)
    const isSecondary = (attributes.class ?? '').split(/\s+/).includes('secondary')
    const icon = attributes['data-icon']
    const look = { label, kind: isSecondary ? ('secondary' as const) : ('primary' as const), icon }
    const data = defined({ ...look, ...purpose } as Button['data'])
    this.builder.addInline({ object: 'inline', type: 'button', data, isVoid: true })
  }
}

/** Returns the code or name of an emoji that is written as an element, by either of the names that GitBook gives one. */
const emojiOf = ({ name, attributes }: PhrasingElement): string | undefined =>
  (name === 'i' && attributes.class === 'emoji') || (name === 'span' && attributes['data-tag'] === 'emoji')
    ? attributes['data-code']
    : undefined

/** Returns whether a link has a title, other than the one that makes it a mention. */
const hasTitle = (title: string | null | undefined): title is string => !!title && title !== 'mention'

/** Returns whether a link says more than its URL: `[Broken link](broken-reference)`. */
const hasOwnText = (url: string, children: readonly Phrasing[]): boolean => {
  const text = lettersOf(toSource(children))
  return text !== '' && text !== lettersOf(url)
}

const hasCondition = (children: readonly Phrasing[]): boolean => mayHaveConditions(toSource(children))

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')

/** Reads the action of `<button data-action="ask" data-query="…">`. */
function actionOf({ attributes }: PhrasingElement): ButtonAction | undefined {
  const { 'data-action': action, 'data-query': query, 'data-slug': slug } = attributes
  if (action === 'search' || action === 'ask') return query === undefined ? { action } : { action, query }
  return action === 'select' && slug !== undefined ? { action, slug } : undefined
}

/** Matches the classes of Font Awesome that say how an icon looks, beside the one that names it. */
const iconLook =
  /^(?:solid|regular|light|thin|brands|duotone|sharp(?:-duotone)?(?:-(?:solid|regular|light|thin))?|classic|fw|lg|xs|sm|xl|2xs|2xl|\d{1,2}x|spin(?:-pulse|-reverse)?|pulse|beat(?:-fade)?|fade|bounce|flip(?:-(?:horizontal|vertical|both))?|shake|rotate-(?:90|180|270|by)|border|pull-(?:left|right)|inverse)$/

/** Returns the name of an icon by its classes: `fa-solid fa-bolt`. */
function iconOfClasses(className: string): string | undefined {
  const names = [...className.matchAll(/(?:^|\s)fa-(\S+)/g)].flatMap(([, name]) => name ?? [])
  return names.find((name) => !iconLook.test(name)) ?? names[0]
}

/** Returns whether a node is more than space and what is kept without being shown. */
const isShown = (node: InlineNode): boolean =>
  node.object === 'inline' || node.leaves.some(({ text }) => text.trim() !== '')

/** Returns the image of a picture with the sources in it for light and dark. */
function imageWithSources(image: InlineImage, children: readonly Phrasing[]): InlineImage {
  const sources = children.flatMap((child) =>
    child.type === 'element' && child.name === 'source' ? [child.attributes] : [],
  )
  const { light, dark } = pictureUrls({ src: formatContentRef(image.data.ref) || undefined }, sources)
  const refs = {
    ref: parseImageRef(light ?? ''),
    refDark: dark === undefined ? undefined : parseImageRef(dark),
  }
  return { ...image, data: { ...image.data, ...defined(refs) } }
}

function inlineImage(attributes: HtmlAttributes): InlineImage {
  const size = attributes['data-size']
  const data = defined({
    ref: parseImageRef(attributes.src ?? ''),
    caption: attributes.alt || undefined,
    size: size === 'original' || size === 'line' ? size : undefined,
  } as InlineImage['data'])
  return { object: 'inline', type: 'inline-image', data, isVoid: true }
}
