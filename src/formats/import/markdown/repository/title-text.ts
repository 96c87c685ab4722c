import { allNodes, type MarkdownNode } from '../../../page/file/markdown-file.ts'
import { titleOfNodes } from '../../../page/model/title-expressions.ts'

/** HTML that formats a title, gives it an anchor or is an element with attributes. None of it is a part of the title. */
const markup =
  /^<(?:!--|\/?(?:a|abbr|b|br|code|del|em|font|i|img|kbd|mark|s|small|span|strong|sub|sup|u|wbr)>)|[\s/]>$|\s/i

/**
 * Returns the text of a title. What is in angle brackets and is no markup of a text belongs to it, as in `List<T>` and
 * `<tags>`: most authors who write it there mean the characters. Expressions stay elements until the variables are read.
 */
export function titleText(root: MarkdownNode): string {
  const text = titleOfNodes(allNodes(root), ({ type, value = '', alt = '' }) =>
    type === 'html' && markup.test(value) ? '' : value || alt,
  )
  return text.replace(/\s+/g, ' ').trim()
}
