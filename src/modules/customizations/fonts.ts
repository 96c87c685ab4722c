import { z } from 'zod'

export const fontNames = [
  'ABCFavorit',
  'Inter',
  'Roboto',
  'RobotoSlab',
  'OpenSans',
  'SourceSansPro',
  'Lato',
  'Ubuntu',
  'Raleway',
  'Merriweather',
  'Overpass',
  'NotoSans',
  'IBMPlexSerif',
  'Poppins',
  'FiraSans',
] as const

export const monospaceFontNames = [
  'FiraCode',
  'IBMPlexMono',
  'JetBrainsMono',
  'SourceCodePro',
  'RobotoMono',
  'SpaceMono',
  'DMMono',
  'Inconsolata',
] as const

/** PostgreSQL cannot store U+0000 or unpaired surrogates. */
const text = (minLength: number, maxLength: number) =>
  z
    .string()
    .min(minLength)
    .max(maxLength)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), 'must be well-formed text')

/** Returns whether fonts may be loaded from a URL: one of the web, or a path on the site. */
const fontUrl = text(1, 2048).refine(
  (value) => URL.canParse(value, 'https://site') && /^https?:$/.test(new URL(value, 'https://site').protocol),
  'must be an http or https URL, or a relative one',
)

const fontDefinition = z.object({
  id: text(1, 100),
  custom: z.boolean(),
  fontFamily: text(1, 50),
  fontFaces: z
    .array(
      z.object({
        weight: z.int().min(1).max(1000),
        sources: z
          .array(z.object({ url: fontUrl, format: z.enum(['woff2', 'woff']).optional() }))
          .min(1)
          .max(10),
      }),
    )
    .min(1)
    .max(20),
})

export const fontSchema = z.union([z.enum(fontNames), fontDefinition])
export const monospaceFontSchema = z.union([z.enum(monospaceFontNames), fontDefinition])

export type Font = z.infer<typeof fontSchema>
export type MonospaceFont = z.infer<typeof monospaceFontSchema>

/**
 * Returns a message that says what is wrong with a font: with its name or, for an object, with its first invalid
 * member.
 */
export function fontFault(names: readonly string[], value: unknown): string {
  if (typeof value !== 'object' || value === null)
    return `must be one of: ${names.join(', ')}, or the definition of a font`
  const issue = fontDefinition.safeParse(value).error?.issues[0]
  return `${issue?.path.join('.') || 'the definition'}: ${issue?.message}`
}
