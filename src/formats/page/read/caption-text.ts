import { leaf, paragraph, text } from '../model/nodes.ts'
import { conditionOpenings } from '../syntax/condition-tags.ts'
import type { Leaf, Paragraph } from '../types.ts'

/** Creates the paragraph of a caption that is the value of an attribute. A tag of a condition in it hides what follows it there. */
export function captionParagraph(value: string): Paragraph {
  const leaves: Leaf[] = []
  let from = 0
  const addText = (end: number) => {
    if (end > from) leaves.push(leaf(value.slice(from, end)))
  }
  for (const { 0: opening, index } of value.matchAll(conditionOpenings())) {
    addText(index)
    leaves.push({ ...leaf(''), source: opening.replace(/\s+/g, ' ') })
    from = index + opening.length
  }
  if (leaves.length === 0) return paragraph([text(value)])
  addText(value.length)
  return paragraph([{ object: 'text', leaves }])
}
