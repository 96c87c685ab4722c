import { builder } from '../../graphql/builder.ts'

export const CustomFieldTypeEnum = builder.enumType('CustomFieldType', {
  description: 'What the values of a custom field are.',
  values: {
    TEXT: { description: 'A text.' },
    NUMBER: { description: 'A number.' },
    BOOLEAN: { description: 'True or false.' },
    TAGS: { description: 'A list of texts. Options, if there are any, are only proposed.' },
    SELECT_MULTI: { description: 'A list of some of the options.', extensions: { rest: 'select:multi' } },
    SELECT_SINGLE: { description: 'One of the options.', extensions: { rest: 'select:single' } },
  } as const,
})
