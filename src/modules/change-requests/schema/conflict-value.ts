import type { ContentConflict } from '../../../generated/prisma/client.ts'
import { builder } from '../../../graphql/builder.ts'

interface Lines {
  readonly line: number
  readonly markdown: string
}

interface Place {
  readonly parent: string | null
  readonly position: string
}

/** The values of a conflict, by the name of the type that the graph has for each. */
interface Values {
  readonly ConflictLines: Lines
  readonly ConflictText: string
  readonly ConflictNumber: number
  readonly ConflictFlag: boolean
  readonly ConflictFields: object
  readonly ConflictPlace: Place
  readonly ConflictFile: { readonly name: string }
  readonly ConflictReusableContent: { readonly title: string }
}

interface Typed<Name extends keyof Values> {
  readonly typename: Name
  readonly value: Values[Name]
}

const ConflictLines = builder.objectRef<Typed<'ConflictLines'>>('ConflictLines').implement({
  description: 'Conflicting lines of a body.',
  fields: (t) => ({
    line: t.int({
      description: 'The number of the first line, from 1.',
      resolve: ({ value }) => value.line,
    }),
    markdown: t.string({
      description: 'The lines as Markdown. Empty if there are none on this side.',
      resolve: ({ value }) => value.markdown,
    }),
  }),
})

const ConflictText = builder.objectRef<Typed<'ConflictText'>>('ConflictText').implement({
  description:
    'The value of a field or a variable that is a text, such as the title. For the content of a file, its hash.',
  extensions: { rest: { value: 'text' } },
  fields: (t) => ({ text: t.string({ description: 'The text.', resolve: ({ value }) => value }) }),
})

const ConflictNumber = builder.objectRef<Typed<'ConflictNumber'>>('ConflictNumber').implement({
  description: 'The value of a variable that is a number.',
  extensions: { rest: { value: 'number' } },
  fields: (t) => ({ number: t.float({ description: 'The number.', resolve: ({ value }) => value }) }),
})

const ConflictFlag = builder.objectRef<Typed<'ConflictFlag'>>('ConflictFlag').implement({
  description: 'The value of a field or a variable that is a Boolean, such as `hidden`.',
  extensions: { rest: { value: 'isSet' } },
  fields: (t) => ({
    isSet: t.boolean({ description: 'Whether the field is true.', resolve: ({ value }) => value }),
  }),
})

const ConflictFields = builder.objectRef<Typed<'ConflictFields'>>('ConflictFields').implement({
  description:
    'The value of a field that is an object: a cover, a layout, a target, a computed source or a member of front matter.',
  extensions: { rest: { value: 'fields' } },
  fields: (t) => ({
    fields: t.field({
      type: 'JSON',
      description: 'An object with the fields that were set, in the form in which REST takes them.',
      resolve: ({ value }) => value,
    }),
  }),
})

const ConflictPlace = builder.objectRef<Typed<'ConflictPlace'>>('ConflictPlace').implement({
  description: 'The place of a page in the tree.',
  fields: (t) => ({
    parentId: t.id({
      nullable: true,
      description: 'The `pageId` of the parent page. Null at the root.',
      extensions: { rest: { keepNull: true } },
      resolve: ({ value }) => value.parent,
    }),
    position: t.string({
      description: 'The position among its siblings: a text that sorts before those that follow.',
      resolve: ({ value }) => value.position,
    }),
  }),
})

const ConflictFile = builder.objectRef<Typed<'ConflictFile'>>('ConflictFile').implement({
  description: 'A file that one side deleted and the other changed.',
  fields: (t) => ({
    name: t.string({ description: 'The name of the file.', resolve: ({ value }) => value.name }),
  }),
})

const ConflictReusableContent = builder
  .objectRef<Typed<'ConflictReusableContent'>>('ConflictReusableContent')
  .implement({
    description: 'A reusable content that one side deleted and the other changed.',
    fields: (t) => ({
      title: t.string({
        description: 'The title of the reusable content.',
        resolve: ({ value }) => value.title,
      }),
    }),
  })

export const ConflictValue = builder.unionType('ConflictValue', {
  description:
    'The value of a conflict on one side. Lines for a body; a text, a Boolean, a number or an object for a field, as it is one or the other; for structure, the place of a page, or the file or reusable content that is left.',
  types: [
    ConflictLines,
    ConflictText,
    ConflictNumber,
    ConflictFlag,
    ConflictFields,
    ConflictPlace,
    ConflictFile,
    ConflictReusableContent,
  ],
  resolveType: ({ typename }) => typename,
})

const structureTypes = {
  PAGE: 'ConflictPlace',
  FILE: 'ConflictFile',
  REUSABLE_CONTENT: 'ConflictReusableContent',
} as const satisfies Record<Exclude<ContentConflict['object'], 'VARIABLE'>, keyof Values>

/** Returns the value of a side with its type, or null if the side has none. */
export const conflictValueOf = (conflict: Pick<ContentConflict, 'kind' | 'object'>, value: unknown) =>
  value == null ? null : ({ typename: typeNameOf(conflict, value), value } as Typed<never>)

function typeNameOf(
  { kind, object }: Pick<ContentConflict, 'kind' | 'object'>,
  value: unknown,
): keyof Values {
  if (kind === 'BODY') return 'ConflictLines'
  if (kind === 'STRUCTURE' && object !== 'VARIABLE') return structureTypes[object]
  if (typeof value === 'string') return 'ConflictText'
  if (typeof value === 'number') return 'ConflictNumber'
  return typeof value === 'boolean' ? 'ConflictFlag' : 'ConflictFields'
}
