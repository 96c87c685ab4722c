import { type ListReads, pageInfo } from '../../declare/connection.ts'
import { cursorOf } from '../../declare/keyset.ts'
import { countRows, type NestedWriting, type SlotEvent } from '../../nested/answer.ts'
import type { AnswerForm } from '../../nested/answer-form.ts'
import { countObjects, type PageInformation, pageInfoText } from '../../nested/leaf-text.ts'
import { NotWritable } from '../../nested/not-writable.ts'
import { connectionPartOf, type FieldPlan, isNodeOfEdge, typePlanOf } from '../../plan/field-plan.ts'
import type { RowSet } from '../../plan/row-set.ts'

/**
 * Returns the event that counts the objects of a connection, from the number of its items. `full` tells what a full page
 * means; undefined where it makes no difference.
 */
export function countConnection(
  field: FieldPlan,
  rowSet: RowSet,
  { window }: ListReads,
  full: { readonly isMissed: boolean } | undefined,
): SlotEvent {
  let pages = 0
  let others = 1
  let nodesOfEdges = 0
  for (const member of typePlanOf(field).fields) {
    const part = connectionPartOf(member)
    if (part === 'pageInfo') others++
    if (part === 'nodes' || part === 'edges') pages++
    if (part === 'edges') nodesOfEdges += typePlanOf(member).fields.filter(isNodeOfEdge).length
  }
  return (writing, text) => {
    const count = Number(text)
    if (full && count === window.limit) {
      writing.fullPages.add(rowSet)
      writing.missesRows ||= full.isMissed
    }
    countRows(writing, rowSet, count)
    countObjects(writing, others)
    countObjects(writing, pages * count, pages * window.limit)
    countObjects(writing, nodesOfEdges * count)
    return ''
  }
}

/** Returns the event that keeps the number of items of the list that is the answer, which is its text. */
export const keepCount = (): SlotEvent => (writing, text) => {
  writing.counted = Number(text)
  if (Number.isNaN(writing.counted)) throw new NotWritable('a list has no count')
  return text
}

/**
 * Returns the event that writes the information about a page: from whether more follow, and the orders of its ends.
 * `isAnswer` tells whether the list is the answer in the form.
 */
export function writePageInfo(
  field: FieldPlan,
  { list, window }: ListReads,
  { form, isAnswer }: { readonly form: AnswerForm | undefined; readonly isAnswer: boolean },
): SlotEvent {
  const write = form
    ? ({ context, counted }: NestedWriting, found: PageInformation) =>
        isAnswer ? form.pageInfoText(found, context.walk, counted) : form.pageInfoText(found)
    : pageInfoText<NestedWriting>(field)
  return (writing, text) => {
    const [more, first, last] = JSON.parse(text)
    const items = [first, last].flatMap((order) => (order ? [{ cursor: cursorOf(list, order) }] : []))
    return write(writing, pageInfo(window, items, more))
  }
}
