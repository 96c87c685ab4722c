import { type Limits, limited } from '../base/validation.ts'
import { type Localized, type LocalizedText, localizedList } from '../languages/localized-text.ts'
import { builder } from './builder.ts'

export const localizedLimits = {
  language: {
    maxLength: 20,
    pattern: /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/,
    patternRule: 'NOT_LANGUAGE',
  },
  text: { maxLength: 512 },
  texts: { maxItems: 100 },
} as const satisfies Record<string, Limits>

export const LocalizedTextType = builder.objectRef<LocalizedText>('LocalizedText').implement({
  description: 'A text in one language.',
  fields: (t) => ({
    language: t.exposeString('language', { description: 'Tag of the language, such as `fr` or `pt-br`.' }),
    text: t.exposeString('text', { description: 'The text.' }),
  }),
})

export const LocalizedTextInput = builder.inputType('LocalizedTextInput', {
  description: 'A text in one language.',
  extensions: { rest: { key: 'language', text: 'text' } },
  fields: (t) => ({
    language: t.string({
      required: true,
      description: 'Tag of the language, such as `fr` or `pt-br`.',
      ...limited(localizedLimits.language),
    }),
    text: t.string({ required: true, description: 'The text.', ...limited(localizedLimits.text) }),
  }),
})

/** The options of an input with texts by language. In REST it is an object with a member for each language. */
export const localizedInput = (description: string) => ({
  type: [LocalizedTextInput] as [typeof LocalizedTextInput],
  description,
  ...limited(localizedLimits.texts),
})

/** The options of a field with the texts by language of a member. REST writes an object with a member for each language. */
export const localizedField = <Key extends string>(key: Key, description: string) => ({
  type: [LocalizedTextType] as [typeof LocalizedTextType],
  nullable: true as const,
  description: `${description} Null if there are none.`,
  extensions: { rest: { map: { key: 'language', value: 'text' } } },
  resolve: ({ [key]: texts }: { readonly [Member in Key]?: Localized | null | undefined }) =>
    localizedList(texts),
})
