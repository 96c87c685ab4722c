import { invalidInput } from '../../base/errors.ts'
import { brokenRule } from '../../base/rules.ts'
import type { Prisma } from '../../generated/prisma/client.ts'
import { decodeEntities } from '../page/html/html.ts'
import { parseFrontMatter } from './front-matter.ts'
import { variableLimits } from './limits.ts'

/** A value that expressions in pages name. */
export type VariableValue = string | number | boolean

export type Variables = Readonly<Record<string, VariableValue>>

export interface PageVariables {
  readonly space: Variables
  readonly page: Variables
}

const names = /^[A-Za-z_$][\w$-]*$/

const isValue = (value: unknown): value is VariableValue =>
  (typeof value === 'string' && value.length <= variableLimits.value) ||
  (typeof value === 'number' && Number.isFinite(value)) ||
  typeof value === 'boolean'

const isName = (name: string) => name.length <= variableLimits.name && names.test(name)

/**
 * Returns the variables in a value from a file, up to the maximum number. `dropped` has the names of those that have another
 * form than a text, a number or a truth value, or are too long.
 */
export function readVariables(value: unknown): { variables: Variables; dropped: readonly string[] } {
  const entries =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
  const kept = entries.filter(([name, one]) => isName(name) && isValue(one)).slice(0, variableLimits.count)
  const keptNames = new Set(kept.map(([name]) => name))
  const dropped = entries.map(([name]) => name).filter((name) => !keptNames.has(name))
  return { variables: Object.fromEntries(kept) as Variables, dropped }
}

/** Returns variables that a client sent. Throws an input error at `path` for what is none. */
export function givenVariables(path: string, value: unknown): Variables {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidInput(path, 'must be an object')
  const entries = Object.entries(value)
  if (entries.length > variableLimits.count)
    throw brokenRule(path, 'TOO_MANY_VARIABLES', { maximum: variableLimits.count })
  for (const [name, one] of entries) {
    if (!isName(name))
      throw brokenRule(`${path}.${name}`, 'VARIABLE_NAME_INVALID', { maximum: variableLimits.name })
    if (!isValue(one))
      throw brokenRule(`${path}.${name}`, 'VARIABLE_VALUE_INVALID', { maximum: variableLimits.value })
  }
  return Object.fromEntries(entries)
}

/** Returns the variables of a revision as they are stored. */
export const variablesOf = ({ variables }: { readonly variables: Prisma.JsonValue }): Variables =>
  (variables as Variables | null) ?? {}

/** Returns the variables in the front matter of a page, `vars`. */
export function variablesOfPage(frontMatter: string | null): Variables {
  if (!frontMatter || !/^vars\s*:/m.test(frontMatter)) return {}
  try {
    const { vars } = Object(parseFrontMatter(frontMatter))
    return readVariables(vars).variables
  } catch {
    return {}
  }
}

export const haveSameVariables = (one: Variables, other: Variables): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value)

/** The text that every body with an expression has in it. */
export const expressionClass = 'class="expression"'

/** Returns whether a body has expressions, whose texts are those of variables. */
export const hasExpressions = ({ markdown }: { readonly markdown: string }): boolean =>
  markdown.includes(expressionClass)

/**
 * Returns whether an expression in a body may name claims of the visitor. A comparison, an entity or an escape within an
 * expression must not conceal it, so that the word anywhere in the body counts.
 */
export const namesClaims = ({ markdown }: { readonly markdown: string }): boolean =>
  decodeEntities(markdown)
    .replace(/[^a-z]/g, '')
    .includes('visitor')
