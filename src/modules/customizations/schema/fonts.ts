import { GraphQLError } from 'graphql'
import { z } from 'zod'
import { builder } from '../../../graphql/builder.ts'
import { jsonSpecification } from '../../../graphql/scalars.ts'
import {
  type Font,
  fontFault,
  fontNames,
  fontSchema,
  type MonospaceFont,
  monospaceFontNames,
  monospaceFontSchema,
} from '../fonts.ts'

declare module '../../../graphql/builder.ts' {
  interface ModuleScalars {
    CustomizationFont: { Input: Font; Output: Font }
    CustomizationMonospaceFont: { Input: MonospaceFont; Output: MonospaceFont }
  }
}

function jsonSchemaOf(schema: z.ZodType): object {
  const { $schema: _dialect, ...stated } = z.toJSONSchema(schema)
  return stated
}

builder.scalarType('CustomizationFont', {
  description:
    'A font: its name, such as `"Inter"`, or its definition `{ id, custom, fontFamily, fontFaces: [{ weight, sources: [{ url, format }] }] }`.',
  specifiedByURL: jsonSpecification,
  serialize: (value) => value,
  parseValue: (value) => {
    const { data, success } = fontSchema.safeParse(value)
    if (!success) throw new GraphQLError(fontFault(fontNames, value))
    return data
  },
  extensions: { jsonSchema: jsonSchemaOf(fontSchema) },
})

builder.scalarType('CustomizationMonospaceFont', {
  description:
    'A font for code: its name, such as `"FiraCode"`, or its definition as with `CustomizationFont`.',
  specifiedByURL: jsonSpecification,
  serialize: (value) => value,
  parseValue: (value) => {
    const { data, success } = monospaceFontSchema.safeParse(value)
    if (!success) throw new GraphQLError(fontFault(monospaceFontNames, value))
    return data
  },
  extensions: { jsonSchema: jsonSchemaOf(monospaceFontSchema) },
})
