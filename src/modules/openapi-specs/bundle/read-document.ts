import { parse as parseYaml } from 'yaml'
import { unreadable } from './failure.ts'

export interface ReadDocument {
  readonly value: unknown
  readonly format: 'json' | 'yaml'
}

/** Parses JSON or YAML. Throws a BundleFailure for what is neither. */
export function readDocument(bytes: Uint8Array): ReadDocument {
  const text = decode(bytes)
  const json = /^\s*[{[]/.test(text) ? parseJson(text) : undefined
  if (json !== undefined) return { value: json, format: 'json' }
  try {
    const value: unknown = parseYaml(text, {
      // Nested aliases could expand a small document without limit.
      maxAliasCount: 100,
      merge: true,
      logLevel: 'error',
      prettyErrors: false,
    })
    return { value, format: 'yaml' }
  } catch (error) {
    throw unreadable(`neither JSON nor YAML: ${(error as Error).message}`)
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('not valid UTF-8')
  }
}

/** Maximum characters of malformed JSON that is parsed as YAML, which takes over a second per megabyte. */
const retriedCharacters = 1024 * 1024

/** Parses JSON. Returns undefined for text that may be YAML, whose mappings may start with a brace too. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (text.length > retriedCharacters) throw unreadable(`malformed JSON: ${(error as Error).message}`)
    return undefined
  }
}

export type Members = Readonly<Record<string, unknown>>

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Throws if the document is not Swagger 2.0 or OpenAPI 3. In YAML a version may be a number. */
export function assertOpenAPI(value: unknown): void {
  if (!isMembers(value)) throw unreadable('not an object')
  const openapi = String(value.openapi ?? '')
  const swagger = String(value.swagger ?? '')
  if (!/^3\.[012](\.|$)/.test(openapi) && !/^2(\.0)?$/.test(swagger))
    throw unreadable('neither Swagger 2.0 nor OpenAPI 3')
}
