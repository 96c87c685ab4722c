import type { AnswerForm, ConnectionPartForm } from '../graph/nested/answer-form.ts'
import { connectionForm, isConnection } from './connection-form.ts'
import { fieldExtension } from './extensions.ts'
import { isHidden } from './operation.ts'
import { memberNames, pageTexts } from './representation.ts'
import { isMerged, memberAt, type SelectedMember, type Selection, valueMember } from './selection.ts'
import { discriminatorOf, enumTexts, spelledTypeName } from './spelling.ts'

/**
 * Returns the form in which the statement of a row writes the value at a path, which is that of `representation.ts`. Returns
 * undefined for trees, mappings, merged members and values in place of objects, which only the writers there can write.
 */
export function answerFormOf(selection: Selection, at: string): AnswerForm | undefined {
  const [outer, inner, ...deeper] = at.split('.') as [string, ...string[]]
  if (deeper.length > 0 || !isWritable(selection)) return undefined
  const path: AnswerForm['path'] = inner === undefined ? [outer] : [outer, inner]
  const { selection: listed } = memberAt(selection, at)
  const form = listed && isConnection(listed) ? connectionForm(listed) : undefined
  if (form?.kind !== 'envelope' || !form.isEndless) return { ...representation, path }
  return {
    ...representation,
    path,
    pageInfoText: (info, ...rest) => representation.pageInfoText({ ...info, hasNextPage: true }, ...rest),
  }
}

const isWritable = ({ objects }: Selection): boolean =>
  [...objects.values()].every((object) => !valueMember(object) && object.members.every(isWritableMember))

function isWritableMember(member: SelectedMember): boolean {
  const { field, selection } = member
  const { nest, map } = fieldExtension(field)
  return !nest && !map && !isMerged(member) && (!selection || isWritable(selection))
}

const representation: Omit<AnswerForm, 'path'> = {
  beginningOf: discriminatorOf,
  memberForm: (key, field) => {
    if (isHidden(key)) return 'never'
    return fieldExtension(field).keepNull ? 'always' : 'unless null'
  },
  enumText: (type, name) => enumTexts(type).get(name) as string,
  typenameText: (type) => JSON.stringify(spelledTypeName(type)),
  connection: (names) => {
    const [only, ...others] = names
    if (only !== undefined && others.length === 0) return { parts: [{ before: '', name: only }], end: '' }
    return { parts: envelope.filter(({ name }) => names.includes(name)), end: '}' }
  },
  pageInfoText: (info, walk, counted) =>
    pageTexts(info, walk, counted)
      .map((text) => `,${text}`)
      .join(''),
}

/** The parts of a list in their order. The last one writes nothing on the last page. */
const envelope: readonly ConnectionPartForm[] = [
  { before: `{${memberNames.items}`, name: 'nodes' },
  { before: `,${memberNames.count}`, name: 'totalCount' },
  { before: '', name: 'pageInfo' },
]
