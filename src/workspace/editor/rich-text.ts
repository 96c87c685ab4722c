import type { Element, ElementContent, Root } from 'hast'
import rehypeParse from 'rehype-parse'
import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'

const processor = unified()
  .use(rehypeParse, { fragment: true })
  .use(() => withoutClutter)
  .use(rehypeRemark)
  .use(remarkGfm)
  .use(remarkStringify, { bullet: '*', rule: '*', fences: true })

export const markdownOfHtml = (html: string): string => String(processor.processSync(html)).trim()

const clutter = new Set(['style', 'script', 'meta', 'link', 'title', 'head', 'noscript'])

/** Takes out what word processors and browsers put around a text, and makes marks of styles that stand for them. */
function withoutClutter(root: Root): void {
  const visit = (parent: Root | Element): void => {
    parent.children = (parent.children as ElementContent[]).flatMap((node): ElementContent[] => {
      if (node.type === 'comment' || (node.type === 'element' && clutter.has(node.tagName))) return []
      if (node.type !== 'element') return [node]
      visit(node)
      return [marked(node)]
    })
  }
  visit(root)
}

function marked(element: Element): Element {
  const style = String(element.properties.style ?? '').replace(/\s/g, '')
  // Google Docs wraps all that it copies in <b style="font-weight:normal">.
  if (element.tagName === 'b' && /font-weight:(?:normal|400)/.test(style))
    return { ...element, tagName: 'span' }
  if (element.tagName !== 'span') return element
  if (/font-weight:(?:bold|[6-9]00)/.test(style)) return { ...element, tagName: 'strong' }
  if (/font-style:italic/.test(style)) return { ...element, tagName: 'em' }
  return /text-decoration(?:-line)?:line-through/.test(style) ? { ...element, tagName: 'del' } : element
}
