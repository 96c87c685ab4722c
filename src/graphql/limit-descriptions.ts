import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql'
import { withCommas } from '../base/english.ts'
import { type Limits, patternMessage } from '../base/validation.ts'

/** Appends the limits of every limited argument and input field to its description. */
export function appendLimits(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isInputObjectType(type)) Object.values(type.getFields()).forEach(appendTo)
    if (isObjectType(type) || isInterfaceType(type))
      for (const { args } of Object.values(type.getFields())) args.forEach(appendTo)
  }
}

type Input = GraphQLArgument | GraphQLInputField

function appendTo(input: Input): void {
  const { limits } = input.extensions as { readonly limits?: Limits }
  if (limits) input.description = [input.description, describeLimits(limits)].filter(Boolean).join(' ')
}

/** Describes limits in plain sentences, for example "1 to 50 characters." or "At most 100 items, each a host name." */
export function describeLimits(limits: Limits): string {
  const { items } = limits
  const phrases = [...phrasesOf(limits), ...(items ? [`each ${phrasesOf(items).join(', ')}`] : [])]
  return [phrases.join(', '), patternMessage(limits)]
    .filter((sentence) => sentence)
    .map((sentence) => `${sentence?.charAt(0).toUpperCase()}${sentence?.slice(1)}.`)
    .join(' ')
}

const formats: Readonly<Record<NonNullable<Limits['format']>, string>> = {
  uri: 'an http or https URL',
  email: 'an email address',
  hostname: 'a host name',
}

const phrasesOf = (limits: Limits): string[] =>
  [
    limits.format && formats[limits.format],
    countPhrase(limits.minItems, limits.maxItems, 'item'),
    countPhrase(limits.minLength, limits.maxLength, 'character'),
    numberPhrase(limits),
  ].filter((phrase) => phrase !== undefined)

function countPhrase(least: number | undefined, most: number | undefined, unit: string): string | undefined {
  const count = most ?? least
  if (count === undefined) return undefined
  const range = rangePhrase(least, most)
  return `${range} ${unit}${count === 1 ? '' : 's'}`
}

function numberPhrase({ minimum, maximum }: Limits): string | undefined {
  if (minimum === undefined && maximum === undefined) return undefined
  const isRange = minimum !== undefined && maximum !== undefined
  return `a number ${isRange ? 'from' : 'of'} ${rangePhrase(minimum, maximum)}`
}

function rangePhrase(least: number | undefined, most: number | undefined): string {
  const [from, to] = [least, most].map((limit) => (limit === undefined ? undefined : withCommas(limit)))
  if (from === undefined) return `at most ${to}`
  return to === undefined ? `at least ${from}` : `${from} to ${to}`
}
