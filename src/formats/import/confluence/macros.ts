import type { Element, ElementContent } from 'hast'
import { columns, widthOf, writeColors, writeHtmlMarks } from '../html/tree/marks.ts'
import {
  attributeOf,
  classesOf,
  codeBlock,
  details,
  element,
  flattenCells,
  hasClass,
  hint,
  isElement,
  lineOf,
  type Rule,
  text,
  textIn,
  withClass,
} from '../html/tree/tree.ts'

type Replacement = readonly ElementContent[] | undefined

/** Rules that convert the HTML of Confluence macros to plain HTML. */
export const macroRules: readonly Rule[] = [
  dropBoilerplate,
  writeCodePanel,
  writeMessage,
  writePanel,
  writeExpand,
  writeTask,
  writeImage,
  writeJiraIssue,
  writeStatus,
  writeColumns,
  writeHtmlMarks,
  writeColors,
  unwrap,
  flattenCells,
]

const boilerplate = ['page-metadata', 'toc-macro', 'aui-icon', 'expand-control-icon', 'jira-status', 'hidden']

function dropBoilerplate(node: Element): Replacement {
  if (/^(style|script|colgroup)$/.test(node.tagName)) return []
  return classesOf(node).some((name) => boilerplate.includes(name)) ? [] : undefined
}

const styles: Record<string, string> = {
  'confluence-information-macro-information': 'info',
  'confluence-information-macro-note': 'warning',
  'confluence-information-macro-warning': 'danger',
  'confluence-information-macro-tip': 'success',
}

function writeMessage(node: Element): Replacement {
  if (!hasClass(node, 'confluence-information-macro')) return undefined
  const style =
    classesOf(node).flatMap((name) => (Object.hasOwn(styles, name) ? (styles[name] ?? []) : []))[0] ?? 'info'
  const title = node.children.find((child) => isElement(child) && hasClass(child, 'title'))
  const body = withClass(node, 'confluence-information-macro-body')
  const heading = title ? [element('p', {}, [element('strong', {}, [text(lineOf(title))])])] : []
  return [hint(style, [...heading, ...(body?.children ?? [])])]
}

/** Converts a code panel, whose parameters have the form `brush: java; gutter: false; theme: Confluence`. */
function writeCodePanel(node: Element): Replacement {
  if (node.tagName === 'pre') {
    const [, brush = ''] =
      /(?:^|;)\s*brush:\s*([\w+#-]+)/.exec(attributeOf(node, 'dataSyntaxhighlighterParams') ?? '') ?? []
    return [codeBlock(textIn(node), syntaxOf(brush.toLowerCase()))]
  }
  if (!hasClass(node, 'code') || !hasClass(node, 'panel')) return undefined
  const header = withClass(node, 'codeHeader')
  const content = withClass(node, 'codeContent')
  const [block] = content?.children.filter(isElement) ?? []
  const code = block?.children.find(isElement)
  if (!header || !block || block.tagName !== 'pre' || !code) return content?.children
  const syntax = classesOf(code)[0]?.replace(/^language-/, '') ?? ''
  return [codeBlock(textIn(block), syntax, lineOf(header))]
}

const renamed: Record<string, string> = {
  'c#': 'csharp',
  js: 'javascript',
  py: 'python',
  text: '',
  plain: '',
  none: '',
}
const syntaxOf = (brush: string) => (Object.hasOwn(renamed, brush) ? (renamed[brush] ?? '') : brush)

function writePanel(node: Element): Replacement {
  if (hasClass(node, 'preformatted')) return withClass(node, 'preformattedContent')?.children
  if (!hasClass(node, 'panel') || hasClass(node, 'code')) return undefined
  const header = withClass(node, 'panelHeader')
  const title = header ? [element('p', {}, [element('strong', {}, [text(lineOf(header))])])] : []
  return [
    element('blockquote', {}, [...title, ...(withClass(node, 'panelContent')?.children ?? node.children)]),
  ]
}

function writeExpand(node: Element): Replacement {
  if (!hasClass(node, 'expand-container')) return undefined
  const control = withClass(node, 'expand-control-text') ?? withClass(node, 'expand-control')
  const content = withClass(node, 'expand-content')
  return [details(control ? lineOf(control) : '', content?.children ?? [])]
}

function writeTask(node: Element): Replacement {
  if (node.tagName !== 'ul' || !hasClass(node, 'inline-task-list')) return undefined
  const items = node.children.filter(isElement).map((item) => {
    const box = element('input', { type: 'checkbox', checked: hasClass(item, 'checked') }, [])
    return { ...item, children: [box, text(' '), ...item.children] }
  })
  return [{ ...node, children: items }]
}

const emoticons: Record<string, string> = {
  smile: '🙂',
  sad: '😞',
  tongue: '😛',
  biggrin: '😀',
  wink: '😉',
  'thumbs up': '👍',
  'thumbs down': '👎',
  information: 'ℹ️',
  tick: '✅',
  error: '❌',
  warning: '⚠️',
  plus: '➕',
  minus: '➖',
  question: '❓',
  'light on': '💡',
  'light off': '💡',
  star: '⭐',
  'yellow star': '⭐',
  heart: '❤️',
  'broken heart': '💔',
}

function writeImage(node: Element): Replacement {
  if (node.tagName !== 'img') return undefined
  const alt = attributeOf(node, 'alt') ?? ''
  if (hasClass(node, 'emoticon')) {
    const fallback = attributeOf(node, 'dataEmojiFallback') ?? ''
    const name = alt.replace(/^\((.*)\)$/, '$1')
    const known = Object.hasOwn(emoticons, name) ? emoticons[name] : undefined
    return [text(/^:.*:$/.test(fallback) ? (known ?? fallback) : fallback || known || alt)]
  }
  const source = attributeOf(node, 'src') ?? attributeOf(node, 'dataImageSrc') ?? ''
  if (/(^|\/)images\/icons\//.test(source)) return []
  return [element('img', { src: source, alt }, [])]
}

function writeJiraIssue(node: Element): Replacement {
  if (!hasClass(node, 'jira-issue')) return undefined
  const key = attributeOf(node, 'dataJiraKey')
  const link = withClass(node, 'jira-issue-key')
  const href = link && attributeOf(link, 'href')
  const summary = withClass(node, 'summary')
  const words = [key ?? (link ? lineOf(link) : ''), summary ? lineOf(summary) : ''].filter(Boolean).join(': ')
  return href ? [element('a', { href }, [text(words)])] : [text(words || lineOf(node))]
}

function writeStatus(node: Element): Replacement {
  if (!hasClass(node, 'status-macro')) return undefined
  return [element('strong', {}, node.children)]
}

/** The widths of columns in percent by the names of layouts. In others, columns are equal or state their width. */
const layouts: Record<string, readonly number[]> = {
  'two-left-sidebar': [33.33, 66.67],
  'two-right-sidebar': [66.67, 33.33],
  'three-with-sidebars': [20, 60, 20],
}

/** Converts the layouts of pages, and those of the macros section and column. */
function writeColumns(node: Element): Replacement {
  if (hasClass(node, 'columnLayout')) {
    const cells = node.children.filter(isElement).filter((child) => hasClass(child, 'cell'))
    const names = [attributeOf(node, 'dataLayout') ?? '', ...classesOf(node)]
    const widths = names.flatMap((name) => (Object.hasOwn(layouts, name) ? [layouts[name]] : []))[0]
    return columns(
      cells.map((cell, index) => ({ width: widths?.[index] ?? widthOf(cell), children: cell.children })),
    )
  }
  if (!hasClass(node, 'sectionMacroRow')) return undefined
  const cells = node.children.filter(isElement)
  if (cells.some((cell) => !hasClass(cell, 'columnMacro'))) return undefined
  return columns(cells.map((cell) => ({ width: widthOf(cell), children: cell.children })))
}

/** Unwraps elements that only add layout. */
function unwrap(node: Element): Replacement {
  const names = [
    'confluence-embedded-file-wrapper',
    'placeholder-inline-tasks',
    'confluence-userlink',
    'table-wrap',
  ]
  const isUser = hasClass(node, 'confluence-userlink')
  return classesOf(node).some((name) => names.includes(name))
    ? isUser
      ? [text(lineOf(node))]
      : node.children
    : undefined
}
