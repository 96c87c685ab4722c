import type { ShownChangesFragment } from '../../generated/workspace-operations/graphql.ts'
import { text } from '../app/texts.ts'
import { emojiOf } from '../parts/emoji.ts'

type Change = ShownChangesFragment['nodes'][number]

/** A value of an object that was changed, as texts. */
export interface ChangedValue {
  readonly name: string
  readonly before: string
  readonly after: string
}

interface Difference {
  readonly before?: unknown
  readonly after?: unknown
}

type AttributeName = Exclude<keyof NonNullable<Change['attributes']>, ' $fragmentName' | '__typename'>

/** How the values of an attribute are told. An object, such as a cover, is said to be there and no more. */
const kinds: Readonly<Record<AttributeName, 'text' | 'emoji' | 'flag' | 'object'>> = {
  title: 'text',
  description: 'text',
  slug: 'text',
  emoji: 'emoji',
  icon: 'text',
  name: 'text',
  contentType: 'text',
  content: 'object',
  isHidden: 'flag',
  noIndex: 'flag',
  noRobotsIndex: 'flag',
  cover: 'object',
  layout: 'object',
  target: 'object',
  variables: 'object',
}

/** Returns the attributes, variables and the place that were changed, in plain words. */
export const valuesOf = (change: Change): ChangedValue[] => [
  ...placeValues(change),
  ...attributeNames.flatMap((name) => {
    const difference = change.attributes?.[name]
    return difference ? valuesOfAttribute(name, difference) : []
  }),
  ...variableValues(change.variables as Readonly<Record<string, Difference>> | null),
]

const attributeNames = Object.keys(kinds) as readonly AttributeName[]

/** The pages above a moved page, if it is not below the same as before. */
function placeValues({ page, pageBefore }: Change): ChangedValue[] {
  if (!page || !pageBefore) return []
  const [before, after] = [pageBefore, page].map(
    ({ ancestors }) => ancestors.map(({ title }) => title).join(' / ') || text('diff.top'),
  ) as [string, string]
  const name = text('diff.attribute.place')
  return before === after ? [{ name, before: '', after: text('diff.otherOrder') }] : [{ name, before, after }]
}

function valuesOfAttribute(name: AttributeName, { before, after }: Difference): ChangedValue[] {
  if (name === 'variables')
    return variableValues(differencesOf(before as Values | null, after as Values | null))
  const label = text(`diff.attribute.${name}`)
  if (kinds[name] === 'object')
    return [{ name: label, before: '', after: text(after == null ? 'diff.gone' : 'diff.changed') }]
  const shown = (value: unknown) => shownValue(value, kinds[name])
  return [{ name: label, before: shown(before), after: shown(after) }]
}

function shownValue(value: unknown, kind: (typeof kinds)[AttributeName]): string {
  if (kind === 'flag') return text(value === true ? 'diff.yes' : 'diff.no')
  if (value === null || value === undefined) return ''
  return kind === 'emoji' ? emojiOf(String(value)) : String(value)
}

const variableValues = (variables: Readonly<Record<string, Difference>> | null): ChangedValue[] =>
  Object.entries(variables ?? {}).map(([name, { before, after }]) => ({
    name,
    before: shownValue(before, 'text'),
    after: shownValue(after, 'text'),
  }))

type Values = Readonly<Record<string, unknown>>

const differencesOf = (before: Values | null, after: Values | null): Record<string, Difference> =>
  Object.fromEntries(
    [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
      .filter((name) => before?.[name] !== after?.[name])
      .map((name) => [name, { before: before?.[name], after: after?.[name] }]),
  )
