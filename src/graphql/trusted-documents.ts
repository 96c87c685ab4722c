import { readFileSync } from 'node:fs'
import { GraphQLError, type GraphQLSchema, parse, validate } from 'graphql'
import { z } from 'zod'
import { StartError } from '../base/start-error.ts'
import { documentFaults } from './document-limits.ts'
import { queryLimits } from './query-limits.ts'

/** The file that has the trusted documents, and whether no others are executed. */
export interface TrustedDocumentsConfig {
  /** An absolute path. */
  readonly file: string
  readonly only: boolean
}

/** The documents that clients may name by their ids, which the operator has approved. */
export class TrustedDocuments {
  /** Whether no other documents are executed. */
  readonly only: boolean
  readonly #textById: ReadonlyMap<string, string>
  readonly #texts: ReadonlySet<string>

  constructor(textById: ReadonlyMap<string, string>, only: boolean) {
    this.only = only
    this.#textById = textById
    this.#texts = new Set(textById.values())
  }

  /** Returns the text of an id, which may begin with the name of its algorithm: `sha256:`. */
  textOf(id: string): string | undefined {
    return this.#textById.get(id) ?? this.#textById.get(id.replace(/^sha256:/, ''))
  }

  has(text: string): boolean {
    return this.#texts.has(text)
  }
}

/** The texts by their ids, as the client preset of GraphQL Code Generator and the compiler of Relay write them. */
const textsById = z.record(z.string(), z.string())

/** The manifest that Apollo's tools write. */
const manifest = z.object({
  format: z.literal('apollo-persisted-query-manifest'),
  operations: z.array(z.object({ id: z.string(), body: z.string() })),
})

/** Reads the trusted documents. Throws a StartError if a document is not one that this server could execute. */
export function readTrustedDocuments(
  schema: GraphQLSchema,
  { file, only }: TrustedDocumentsConfig,
): TrustedDocuments {
  const refused = (fault: string) => new StartError(`PERSISTED_DOCUMENTS: ${file} ${fault}`)
  const text = textOfFile(file)
  if (text === undefined) throw refused('cannot be read')
  const textById = documentsIn(text)
  if (!textById)
    throw refused('must be JSON with the texts of documents by their ids, or a manifest of Apollo')
  for (const [id, document] of textById) {
    const fault = faultOf(schema, document)
    if (fault !== undefined) throw refused(`has a document ${JSON.stringify(id)} that is not valid: ${fault}`)
  }
  return new TrustedDocuments(textById, only)
}

function textOfFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function documentsIn(text: string): ReadonlyMap<string, string> | undefined {
  const value = parsed(text)
  const listed = manifest.safeParse(value)
  if (listed.success) return new Map(listed.data.operations.map(({ id, body }) => [id, body]))
  const mapped = textsById.safeParse(value)
  return mapped.success ? new Map(Object.entries(mapped.data)) : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function faultOf(schema: GraphQLSchema, text: string): string | undefined {
  try {
    const document = parse(text, { maxTokens: queryLimits.tokens })
    return [...documentFaults(document), ...validate(schema, document)][0]?.message
  } catch (error) {
    if (error instanceof GraphQLError) return error.message
    throw error
  }
}
