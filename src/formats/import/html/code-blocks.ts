import type { Element, ElementContent, RootContent } from 'hast'
import { code, tagged } from './markdown-nodes.ts'
import {
  attributeOf,
  classesOf,
  element,
  elementsIn,
  findElement,
  isElement,
  lineOf,
  text,
} from './tree/tree.ts'

const wrapperClass = /^(highlight|highlighter|code-?block|sourceCode|literal-block|rouge|language-|lang-)/i
/** Matches classes of line numbers, hidden lines and buttons. */
const nonCodeClass =
  /^(line-?nos?|linenodiv|line-?numbers?|lineno|gutter|boring|copy|buttons?|rouge-gutter)$/i

/**
 * Converts a code block of any of the supported generators, with its language and title. Returns undefined for
 * any other element.
 */
export function readCode(node: Element, isInCell: boolean): ElementContent[] | undefined {
  const block = node.tagName === 'pre' ? node : wrappedBlock(node)
  if (!block) return undefined
  const value = codeText(block)
  if (isInCell) return [element('pre', {}, [text(value)])]
  const language = [block, ...elementsIn(block), node, ...elementsIn(node)]
    .filter(({ tagName }) => /^(pre|code|div|figure|table)$/.test(tagName))
    .map(languageOf)
    .find((found) => found !== undefined)
  const fence = code(value, language === '' ? undefined : language)
  const title = block === node ? '' : titleOf(node)
  return title === '' ? [fence] : tagged('code', { title }, [fence])
}

/** Returns the code block of a highlighting wrapper. A block that contains only line numbers is ignored. */
function wrappedBlock(node: Element): Element | undefined {
  if (!/^(div|figure|table|section)$/.test(node.tagName)) return undefined
  if (!classesOf(node).some((name) => wrapperClass.test(name)) && attributeOf(node, 'dataLang') === undefined)
    return undefined
  const blocks = [...elementsIn(node)].filter(({ tagName }) => tagName === 'pre')
  if (blocks.length === 1) return blocks[0]
  const [beside, ...others] = blocks
  const isNumbers = beside !== undefined && /^[\s\d]*$/.test(codeText(beside))
  return isNumbers && others.length === 1 ? others[0] : undefined
}

function titleOf(wrapper: Element): string {
  const title = findElement(wrapper, (inner) =>
    classesOf(inner).some((name) =>
      /^(code-?block-?(title|caption)|filename|caption-text|code-title|code-header)/i.test(name),
    ),
  )
  return title ? lineOf(title).replace(/[¶#]$/, '').trim().slice(0, 200) : ''
}

const noLanguage = new Set([
  '',
  'default',
  'none',
  'text',
  'plain',
  'plaintext',
  'txt',
  'nohighlight',
  'no-highlight',
])

/** Returns the language of an element. Returns an empty string if it is explicitly plain text. */
function languageOf(node: Element): string | undefined {
  const stated =
    attributeOf(node, 'dataLang') ?? attributeOf(node, 'dataLanguage') ?? fromClasses(classesOf(node))
  const name = stated?.toLowerCase()
  if (name === undefined || !/^[\w+#.-]{0,40}$/.test(name)) return undefined
  return noLanguage.has(name) ? '' : name
}

function fromClasses(classes: readonly string[]): string | undefined {
  for (const name of classes) {
    const [, found] =
      /^(?:language-|lang-|brush:|highlight-source-|highlight-text-html-|highlight-(?!wrapper|table))(.+)$/.exec(
        name,
      ) ?? []
    if (found !== undefined) return found
  }
  const hasHighlightClass = classes.some((name) => name === 'sourceCode' || name === 'hljs')
  return hasHighlightClass
    ? classes.find((name) => !/^(sourceCode|hljs|numberSource|numberLines)$/.test(name))
    : undefined
}

/** Returns the text of a block, without line numbers, hidden lines and buttons. */
function codeText(block: Element): string {
  const parts: string[] = []
  const lines = block.children.filter((child) => isElement(child) && child.tagName === 'code').length > 1
  const visit = (node: RootContent): void => {
    if (node.type === 'text') parts.push(node.value)
    if (!isElement(node) || isNonCode(node)) return
    if (node.tagName === 'br') parts.push('\n')
    for (const child of node.children) visit(child)
    const isLine = /^(div|li|tr|p)$/.test(node.tagName) || (lines && node.tagName === 'code')
    if (isLine && !parts.at(-1)?.endsWith('\n')) parts.push('\n')
  }
  for (const child of block.children) visit(child)
  // The page parser rejects longer runs of backticks.
  return parts
    .join('')
    .replace(/\r\n?/g, '\n')
    .replace(/^\n/, '')
    .trimEnd()
    .replace(/`{60,}/g, '`'.repeat(60))
}

const isNonCode = (node: Element) =>
  node.tagName === 'button' ||
  node.properties.ariaHidden === 'true' ||
  classesOf(node).some((name) => nonCodeClass.test(name))
