import type { MessageValues } from '../base/templates.ts'
import { builder } from './builder.ts'

interface Named {
  readonly name: string
  readonly values?: MessageValues | undefined
}

/** A message that may have been stored by a version that gave it no name. */
type StoredMessage = Partial<Named>

/** A message with the name by which clients tell it in the language of a person. */
export const NamedMessage = builder.objectRef<Named>('NamedMessage').implement({
  description:
    'A message by its name, so that it can be told in another language; see Problems in the documentation.',
  extensions: { rest: { object: false } },
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the message, such as `IMPORT_NOT_LISTED`.' }),
    values: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The values of the message, by the names that Problems lists. Null if it has none.',
      resolve: ({ values }) => values ?? null,
    }),
  }),
})

export const namedMessage = ({ name, values }: StoredMessage): Named | null =>
  name === undefined ? null : { name, values }
