import type { Element, ElementContent } from 'hast'
import type { MarkColor } from '../../page/types.ts'
import { colored, columns, widthOf, writeHtmlMarks } from '../html/tree/marks.ts'
import { treeToMarkdown } from '../html/tree/to-markdown.ts'
import {
  applyRules,
  attributeOf,
  classesOf,
  codeBlock,
  details,
  element,
  figure,
  findElement,
  flattenCells,
  hasClass,
  hint,
  isElement,
  lineOf,
  markdownBlock,
  markdownInline,
  mergeLists,
  parseHtml,
  type Rule,
  text,
  textIn,
  withClass,
} from '../html/tree/tree.ts'
import { type PageParts, styleOfIcon } from './markdown.ts'

/** Reads a page of an HTML export. The body is converted to Markdown. */
export function readHtmlPage(html: string, path: string): PageParts {
  const root = parseHtml(html, path)
  const heading = withClass(root, 'page-title') ?? findElement(root, ({ tagName }) => tagName === 'title')
  const title = heading && lineOf(heading)
  const article = findElement(root, ({ tagName }) => tagName === 'article')
  const page = article ?? findElement(root, ({ tagName }) => tagName === 'body') ?? root
  applyRules(page, rules)
  mergeLists(page)
  return { title, properties: [], body: treeToMarkdown(page, path) }
}

/** Rules for each kind of block. Children are processed before their parents. */
const rules: readonly Rule[] = [
  dropBoilerplate,
  writeEquation,
  writeCode,
  writeCallout,
  writeFigure,
  writeToggle,
  writeTask,
  writeProperties,
  writeValue,
  writeColumns,
  writeMark,
  writeBlockColor,
  writeUnderline,
  writeHtmlMarks,
  flattenCells,
]

function dropBoilerplate(node: Element): readonly ElementContent[] | undefined {
  if (/^(style|script|svg|nav|title|head)$/.test(node.tagName)) return []
  if (
    hasClass(node, 'page-title') ||
    hasClass(node, 'page-header-icon') ||
    hasClass(node, 'page-cover-image')
  )
    return []
  if (hasClass(node, 'property-icon')) return []
  return undefined
}

const notionColors: Record<string, MarkColor> = {
  red: 'red',
  orange: 'orange',
  brown: 'orange',
  yellow: 'yellow',
  green: 'green',
  teal: 'green',
  blue: 'blue',
  purple: 'purple',
  pink: 'purple',
}

/** Keeps the colors of marked text. Gray has no color on pages, and other marks would become emphasized. */
function writeMark(node: Element): readonly ElementContent[] | undefined {
  return node.tagName === 'mark' ? withColor(node, 'highlight-') : undefined
}

/** Keeps the color of a whole paragraph or heading. */
function writeBlockColor(node: Element): readonly ElementContent[] | undefined {
  if (!/^(?:p|h[1-6])$/.test(node.tagName)) return undefined
  return [{ ...node, children: [...withColor(node, 'block-color-')] }]
}

function withColor(node: Element, prefix: string): readonly ElementContent[] {
  const own = classesOf(node).find((one) => one.startsWith(prefix)) ?? ''
  const [, name = '', isBackground] = /^([a-z]+)(_background)?$/.exec(own.slice(prefix.length)) ?? []
  const color = Object.hasOwn(notionColors, name) ? notionColors[name] : undefined
  return color
    ? colored(node.children, isBackground ? { background: color } : { text: color })
    : node.children
}

function writeColumns(node: Element): readonly ElementContent[] | undefined {
  if (!hasClass(node, 'column-list')) return undefined
  const parts = node.children.filter(isElement).filter((child) => hasClass(child, 'column'))
  return columns(parts.map((part) => ({ width: widthOf(part), children: part.children })))
}

/** Underlines are styles of spans. */
function writeUnderline(node: Element): readonly ElementContent[] | undefined {
  const isUnderlined = /border-bottom|text-decoration:\s*underline/.test(attributeOf(node, 'style') ?? '')
  return node.tagName === 'span' && isUnderlined ? writeHtmlMarks({ ...node, tagName: 'u' }) : undefined
}

/** Converts an equation to its source, which is included next to the rendered formula. */
function writeEquation(node: Element): readonly ElementContent[] | undefined {
  const isBlock = node.tagName === 'figure' && hasClass(node, 'equation')
  if (!isBlock && !hasClass(node, 'notion-text-equation-token') && !hasClass(node, 'katex')) return undefined
  const source = findElement(node, ({ tagName }) => tagName === 'annotation' || tagName === 'x-inline')
  const formula = source && (attributeOf(source, 'markdown')?.replaceAll('$$', '') ?? textIn(source))
  if (!formula) return undefined
  if (isBlock) return [markdownBlock(`$$\n${formula.trim()}\n$$`)]
  return [markdownInline(`$$${formula.trim().replace(/\s+/g, ' ')}$$`)]
}

function writeCode(node: Element): readonly ElementContent[] | undefined {
  if (node.tagName !== 'pre') return undefined
  const code = node.children.find(isElement)
  const language = code && /language-([^\s"]+(?: [^\s"]+)?)/.exec(`${code.properties.className ?? ''}`)?.[1]
  return [
    codeBlock(
      textIn(node),
      (language ?? '')
        .toLowerCase()
        .replace(/plain.*/, '')
        .replace(/[^\w+#-]/g, ''),
    ),
  ]
}

function writeCallout(node: Element): readonly ElementContent[] | undefined {
  if (!hasClass(node, 'callout')) return undefined
  const iconElement = withClass(node, 'icon')
  const icon = iconElement?.tagName === 'img' ? '' : iconElement ? lineOf(iconElement) : ''
  const { style, isKnown } = styleOfIcon(icon)
  const content = node.children
    .filter(
      (child) => !(isElement(child) && (child === iconElement || withClass(child, 'icon') === iconElement)),
    )
    .flatMap((child) => (isElement(child) && child.tagName === 'div' ? child.children : [child]))
  const shown = icon && !isKnown ? [element('p', {}, [text(icon)])] : []
  return [hint(style, [...shown, ...content])]
}

function writeFigure(node: Element): readonly ElementContent[] | undefined {
  if (node.tagName !== 'figure' || hasClass(node, 'callout')) return undefined
  const caption = findElement(node, ({ tagName }) => tagName === 'figcaption')
  const image = findElement(node, ({ tagName }) => tagName === 'img')
  const link = findElement(node, ({ tagName }) => tagName === 'a')
  if (hasClass(node, 'image') && image)
    return [
      figure(
        attributeOf(image, 'src') ?? '',
        attributeOf(image, 'alt') ?? '',
        caption ? lineOf(caption) : '',
      ),
    ]
  const href = link && attributeOf(link, 'href')
  if (!link || href === undefined) return node.children
  const title = withClass(link, 'bookmark-title') ?? link
  const icon = withClass(link, 'icon')
  const label = lineOf(title)
    .slice(icon && title === link ? lineOf(icon).length : 0)
    .trim()
  return [element('p', {}, [element('a', { href }, [text(label || href)])])]
}

function writeToggle(node: Element): readonly ElementContent[] | undefined {
  if (node.tagName === 'ul' && hasClass(node, 'toggle'))
    return node.children.flatMap((item) => (isElement(item) ? item.children : []))
  if (node.tagName !== 'details') return undefined
  const summary = node.children.find((child) => isElement(child) && child.tagName === 'summary')
  return [
    details(
      summary ? lineOf(summary) : '',
      node.children.filter((child) => child !== summary),
    ),
  ]
}

function writeTask(node: Element): readonly ElementContent[] | undefined {
  const isBox = node.tagName === 'div' && hasClass(node, 'checkbox')
  if (!isBox) return undefined
  return [element('input', { type: 'checkbox', checked: hasClass(node, 'checkbox-on') }, [])]
}

/** Adds a header to the table of properties. */
function writeProperties(node: Element): readonly ElementContent[] | undefined {
  if (node.tagName !== 'table' || !hasClass(node, 'properties')) return undefined
  const head = ['Property', 'Value'].map((name) => element('th', {}, [text(name)]))
  return [element('table', {}, [element('thead', {}, [element('tr', {}, head)]), ...node.children])]
}

/** Separates the values of a property by commas. */
function writeValue(node: Element): readonly ElementContent[] | undefined {
  if (node.tagName !== 'td') return undefined
  const isValue = (child: ElementContent) => isElement(child) && hasClass(child, 'selected-value')
  if (node.children.filter(isValue).length < 2) return undefined
  const children = node.children.flatMap((child, index) =>
    index > 0 && isValue(child) ? [text(', '), child] : [child],
  )
  return [{ ...node, children }]
}
