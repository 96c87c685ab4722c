import { slug } from 'github-slugger'
import type { Element, ElementContent, Root, RootContent } from 'hast'
import { readCallout, styleOf } from './callouts.ts'
import { readCode } from './code-blocks.ts'
import { expandable, formula, headingAnchor, marked, paragraph } from './markdown-nodes.ts'
import { readFigure, readFrame, readImage, readLink, readMedia } from './media.ts'
import type { PageContext, Rule } from './page-context.ts'
import { readTable } from './tables.ts'
import { writeHtmlMarks } from './tree/marks.ts'
import {
  attributeOf,
  classesOf,
  element,
  elementsIn,
  findElement,
  hasClass,
  isElement,
  lineOf,
  text,
  textIn,
} from './tree/tree.ts'

/** Maximum nesting of lists and quotes that is kept. */
const maximumContainers = 20

const dropped = new Set(
  'script style noscript template nav footer head title meta link svg canvas object embed applet select textarea button dialog colgroup option datalist frameset frame map progress meter rp'.split(
    ' ',
  ),
)

const dropBoilerplate: Rule = (node) => {
  if (dropped.has(node.tagName)) return []
  if (
    'hidden' in node.properties &&
    node.properties.hidden !== false &&
    node.properties.hidden !== 'until-found'
  )
    return []
  if (`${node.properties.ariaHidden}` === 'true') return []
  if (/display\s*:\s*none/i.test(attributeOf(node, 'style') ?? '')) return []
  if (/^(navigation|search|banner|contentinfo)$/.test(attributeOf(node, 'role') ?? '')) return []
  if (node.tagName === 'aside') return styleOf(node) === undefined ? [] : undefined
  if (node.tagName === 'form') return findElement(node, ({ tagName }) => tagName === 'h1') ? undefined : []
  return undefined
}

/** Keeps only the headings of a `<header>`, and nothing of a site header. */
const readHeader: Rule = (node, context) => {
  if (node.tagName !== 'header') return undefined
  const isSite = findElement(node, ({ tagName }) => tagName === 'nav' || tagName === 'form') !== undefined
  if (isSite) return []
  return context.read(
    [...elementsIn(node)].filter(({ tagName }) => /^h[1-6]$/.test(tagName)),
    context,
  )
}

const readCodeBlock: Rule = (node, { isInCell }) => readCode(node, isInCell)

const readCalloutBlock: Rule = (node, context) => {
  if (context.isInCell) return undefined
  return readCallout(node, (children) => context.read(children, context))
}

const readDetails: Rule = (node, context) => {
  if (node.tagName !== 'details') return undefined
  const summary = node.children.find((child) => isElement(child) && child.tagName === 'summary')
  const rest = node.children.filter((child) => child !== summary)
  const title = summary ? lineOf(summary) : ''
  const content = context.read(rest, context)
  return context.isInCell ? [paragraph([text(title)]), ...content] : expandable(title || 'Details', content)
}

const permalinkText = /^(?:[\s#¶§\u200b\u200c\ufeff]|\u200d|🔗)*$/u
const permalinkClass =
  /^(headerlink|hash-link|header-anchor|heading-anchor|heading-link|permalink|anchor|anchorjs-link|sl-anchor-link)$/

/** Removes permalinks of headings. */
const dropPermalink: Rule = (node, context) => {
  if (node.tagName !== 'a') return undefined
  const href = attributeOf(node, 'href') ?? ''
  const isPermalink = href.startsWith('#') || classesOf(node).some((name) => permalinkClass.test(name))
  if (!isPermalink || findElement(node, ({ tagName }) => tagName === 'img')) return undefined
  if (permalinkText.test(textIn(node))) return []
  // Some generators make the whole heading a link to itself.
  return hasClass(node, 'header') ? context.read(node.children, context) : undefined
}

const readHeading: Rule = (node, context) => {
  if (!/^h[1-6]$/.test(node.tagName)) return undefined
  const children = context
    .read(node.children, context)
    .flatMap((child) =>
      isElement(child) && child.tagName === 'a' && `${child.properties.href}`.startsWith('#')
        ? child.children
        : [child],
    )
  if (context.isInCell) return [paragraph([element('strong', {}, children)])]
  const heading = element(node.tagName, {}, children)
  const title = lineOf(heading)
  if (title === '' && children.length === 0) return []
  const id = attributeOf(node, 'id') ?? attributeOf(node, 'dataSectionId')
  const isOwn = id !== undefined && id !== slug(title) && id.length <= 200 && node.tagName !== 'h1'
  return [isOwn ? { ...heading, children: [...children, ...headingAnchor(id)] } : heading]
}

/** Passes the id of a section to the heading that it begins with. */
const readSection: Rule = (node, context) => {
  const id = attributeOf(node, 'id')
  if (!/^(section|div)$/.test(node.tagName) || id === undefined) return undefined
  const index = node.children.findIndex((child) => isElement(child) && child.tagName !== 'span')
  const first = node.children[index]
  if (!isElement(first) || !/^h[1-6]$/.test(first.tagName) || attributeOf(first, 'id') !== undefined)
    return undefined
  const named = { ...first, properties: { ...first.properties, dataSectionId: id } }
  const children = node.children.map((child) => (child === first ? named : child))
  return [element('div', {}, context.read(children, context))]
}

const isBlank = (node: ElementContent) => node.type === 'text' && node.value.trim() === ''

const readList: Rule = (node, context) => {
  if (!/^(ul|ol|menu|blockquote)$/.test(node.tagName)) return undefined
  const inside = { ...context, containers: context.containers + 1, isInItem: false }
  const children = context.read(node.children, inside).filter((child) => !isBlank(child))
  if (inside.containers > maximumContainers) return children
  const start = Number(node.properties.start)
  const properties = node.tagName === 'ol' && start > 0 && start < 1e9 ? { start: Math.floor(start) } : {}
  return [element(node.tagName === 'menu' ? 'ul' : node.tagName, properties, children)]
}

const readItem: Rule = (node, context) => {
  if (node.tagName !== 'li') return undefined
  const children = context.read(node.children, { ...context, isInItem: true })
  if (context.containers > maximumContainers) return [element('p', {}, children)]
  // A paragraph would add another line to a list item in a table cell.
  if (context.isInCell) return [element('li', {}, children.flatMap(withoutParagraph))]
  return [element('li', {}, children)]
}

const withoutParagraph = (node: ElementContent): ElementContent[] =>
  isElement(node) && node.tagName === 'p' ? node.children : [node]

/** Keeps checkboxes in list items and removes all other inputs. */
const readInput: Rule = (node, { isInItem }) => {
  if (node.tagName !== 'input') return undefined
  if (!isInItem || node.properties.type !== 'checkbox') return []
  return [element('input', { type: 'checkbox', checked: Boolean(node.properties.checked) }, [])]
}

/** Converts the terms of definition lists to bold paragraphs. */
const readDefinitions: Rule = (node, context) => {
  if (node.tagName !== 'dt') return undefined
  if (hasClass(node, 'sig'))
    return [paragraph([element('code', {}, [text(lineOf(node).replace(/\s*[¶#]$/, ''))])])]
  return [paragraph([element('strong', {}, context.read(node.children, context))])]
}

const readMath: Rule = (node) => {
  const name = classesOf(node).find((known) => /^(katex-display|katex|math|MathJax|arithmatex)$/.test(known))
  if (node.tagName !== 'math' && name === undefined) return undefined
  const source = findElement(node, ({ tagName }) => tagName === 'annotation')
  const written = source ? textIn(source) : undefined
  const [, inline, block] = /^\s*(?:\\\(([\s\S]*)\\\)|\\\[([\s\S]*)\\\])\s*$/.exec(textIn(node)) ?? []
  const tex = (written ?? inline ?? block)?.trim()
  if (!tex || /\${60}/.test(tex)) return undefined
  const isBlock = name === 'katex-display' || block !== undefined || node.properties.display === 'block'
  return [formula(isBlock ? tex : tex.replace(/\s+/g, ' '), isBlock)]
}

const readMarks: Rule = (node, context) => {
  if (!/^(sup|sub|mark|u|ins)$/.test(node.tagName)) return undefined
  const children = context.read(node.children, context)
  if (/^(u|ins)$/.test(node.tagName)) return writeHtmlMarks({ ...node, children })
  return children.length === 0 ? [] : marked(node.tagName, children)
}

/** The rules in order of priority. The first one that applies wins. */
const rules: readonly Rule[] = [
  readMath,
  dropBoilerplate,
  readHeader,
  dropPermalink,
  readCodeBlock,
  readCalloutBlock,
  readDetails,
  readFigure,
  readTable,
  readHeading,
  readSection,
  readList,
  readItem,
  readInput,
  readDefinitions,
  readMarks,
  readImage,
  readFrame,
  readMedia,
  readLink,
]

const supportedBlocks = new Set('p div hr br'.split(' '))
const supportedMarks = new Set('em i strong b del s strike code kbd samp q'.split(' '))
const divisionLikeBlocks = new Set(
  'section article main body html dl dd figcaption summary address center fieldset legend hgroup tr td th tbody thead tfoot caption form aside search'.split(
    ' ',
  ),
)

/** Converts the elements of a page to the elements that Markdown can represent. */
export function readContents(children: readonly RootContent[], context: PageContext): ElementContent[] {
  const contents: ElementContent[] = []
  const add = (node: ElementContent): void => {
    const last = contents.at(-1)
    if (node.type === 'text' && last?.type === 'text') last.value += node.value
    else contents.push(node.type === 'text' ? { type: 'text', value: node.value } : node)
  }
  for (const child of children) {
    if (child.type === 'text') add(child)
    else if (isElement(child)) for (const node of readElement(child, context)) add(node)
  }
  return contents
}

function readElement(node: Element, context: PageContext): readonly ElementContent[] {
  for (const rule of rules) {
    const result = rule(node, context)
    if (result) return result
  }
  if (node.tagName === 'br' || node.tagName === 'hr') return [element(node.tagName, {}, [])]
  const children = readContents(node.children, context)
  if (supportedMarks.has(node.tagName))
    return children.length === 0 ? [] : [element(node.tagName, {}, children)]
  if (!supportedBlocks.has(node.tagName) && !divisionLikeBlocks.has(node.tagName)) return children
  if (children.length === 0) return []
  // Whitespace between blocks has no meaning.
  return [element(node.tagName === 'p' ? 'p' : 'div', {}, children)]
}

export const contentsOf = (node: Root | Element, context: PageContext): ElementContent[] =>
  readContents(node.children, context)
