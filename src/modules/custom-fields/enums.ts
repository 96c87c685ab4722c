import { enumType } from '../../graphql/enum-type.ts'

export const CustomFieldTypeEnum = enumType('CustomFieldType', 'The type of a custom field.', {
  TEXT: 'Values are strings.',
  NUMBER: 'Values are numbers.',
  BOOLEAN: 'Values are true or false.',
  TAGS: 'Values are lists of strings. Options are suggestions only.',
  SELECT_MULTI: { description: 'Values are lists of options.', extensions: { rest: 'select:multi' } },
  SELECT_SINGLE: { description: 'Values are one of the options.', extensions: { rest: 'select:single' } },
})
