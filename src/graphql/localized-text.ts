import { type Limits, limited } from '../base/validation.ts'
import { builder } from './builder.ts'

/** Texts by the tag of their language in lower case, as they are stored. */
export type Localized = { readonly [language: string]: string }

export interface LocalizedText {
  readonly language: string
  readonly text: string
}

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

/** Returns stored texts as a list. */
export const localizedList = (texts: Localized | null | undefined): LocalizedText[] | null =>
  texts ? Object.entries(texts).map(([language, text]) => ({ language, text })) : null

/** Returns a list of texts as it is stored. Of two texts in one language the last counts. */
export const localizedOf = (texts: readonly LocalizedText[]): Localized =>
  Object.fromEntries(texts.map(({ language, text }) => [language.toLowerCase(), text]))

/** Returns the text in a language, or in the one without a region; undefined if there is none. */
export const textIn = (texts: Localized | undefined, language: string): string | undefined => {
  const tag = language.toLowerCase()
  return texts?.[tag] || texts?.[tag.split('-')[0] ?? tag] || undefined
}
