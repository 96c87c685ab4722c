import { builder } from '../../graphql/builder.ts'

export const CustomFieldTypeEnum = builder.enumType('CustomFieldType', {
  description: 'The type of a custom field.',
  values: {
    TEXT: { description: 'Values are strings.' },
    NUMBER: { description: 'Values are numbers.' },
    BOOLEAN: { description: 'Values are true or false.' },
    TAGS: { description: 'Values are lists of strings. Options are suggestions only.' },
    SELECT_MULTI: { description: 'Values are lists of options.', extensions: { rest: 'select:multi' } },
    SELECT_SINGLE: { description: 'Values are one of the options.', extensions: { rest: 'select:single' } },
  } as const,
})
