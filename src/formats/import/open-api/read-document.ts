import { parse as parseYaml } from 'yaml'
import { invalidSource } from '../../source-problems.ts'
import { isMembers, type Members, textOf } from './json.ts'

const megabyte = 1024 * 1024
export const documentBytes = 20 * megabyte
/** Parsing YAML takes more than a second per megabyte. */
const yamlBytes = 5 * megabyte

/** Parses an OpenAPI document in JSON or YAML. Throws an input error for any other content. */
export function readOpenApi(text: string, path: string): Members {
  const value = parse(text.replace(/^\uFEFF/, ''), path)
  if (!isMembers(value))
    throw invalidSource(
      'SOURCE_NOT_OPENAPI',
      `${path} is not an OpenAPI document: it contains ${describe(value)}.`,
      { path },
    )
  const [openapi, swagger] = [textOf(value.openapi), textOf(value.swagger)]
  if (/^3\.\d/.test(openapi) || /^2(\.0|$)/.test(swagger)) return value
  const found = openapi || swagger || textOf(value.swaggerVersion)
  throw invalidSource(
    'SOURCE_NOT_OPENAPI',
    found === ''
      ? `${path} is not an OpenAPI document: it has no "openapi" or "swagger" but ${describe(value)}.`
      : `${path} is OpenAPI ${found.slice(0, 50)}. Convert it to OpenAPI 2.0, 3.0 or 3.1.`,
    { path },
  )
}

function parse(text: string, path: string): unknown {
  if (text.length > documentBytes)
    throw invalidSource(
      'SOURCE_FILE_TOO_LARGE',
      `${path} is larger than ${documentBytes / megabyte} MB. Import it in parts.`,
      { path },
    )
  const isJson = /^\s*[{[]/.test(text)
  try {
    if (isJson) return JSON.parse(text)
  } catch (error) {
    // YAML can begin with a brace too.
    if (text.length > megabyte)
      throw invalidSource('SOURCE_MALFORMED', `${path} is malformed JSON: ${(error as Error).message}`, {
        path,
        quote: (error as Error).message,
      })
  }
  if (text.length > yamlBytes)
    throw invalidSource(
      'SOURCE_FILE_TOO_LARGE',
      `${path} is larger than ${yamlBytes / megabyte} MB of YAML. Convert it to JSON.`,
      { path },
    )
  try {
    return parseYaml(text, { maxAliasCount: 100, merge: true, logLevel: 'error', prettyErrors: false })
  } catch (error) {
    const reason = error instanceof RangeError ? 'it is nested too deeply' : (error as Error).message
    throw invalidSource(
      'SOURCE_MALFORMED',
      `${path} is malformed ${isJson ? 'JSON' : 'YAML'}: ${reason.split('\n')[0]}`,
      { path, quote: reason.split('\n')[0] ?? '' },
    )
  }
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (!isMembers(value)) return value === null || value === undefined ? 'nothing' : `a ${typeof value}`
  const names = Object.keys(value).slice(0, 5)
  return names.length === 0 ? 'nothing' : `the members ${names.map((name) => name.slice(0, 50)).join(', ')}`
}
