import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
  visit,
} from 'graphql'
import { boundedCache } from '../caches/bounded-cache.ts'
import { countLookup } from '../metrics/recorder.ts'
import { documentFaults } from './document-limits.ts'
import { introspectionSize } from './introspection-size.ts'
import { type DocumentRequest, NamedDocuments } from './named-documents.ts'
import { queryLimits } from './query-limits.ts'
import { badRequest } from './reasons.ts'
import type { TrustedDocuments } from './trusted-documents.ts'
import { withPathsOfValues } from './value-faults.ts'

/** The bytes that a parsed document takes for each character of its text, about. */
const bytesPerCharacter = 45

/** Limits that the operator sets on the documents of clients. */
export interface DocumentOptions {
  /** Whether the schema can be read, and errors suggest names of it. */
  readonly introspection: boolean
  readonly trusted?: TrustedDocuments | undefined
}

/** The parsed and validated documents of clients, by their texts. The least recently used are discarded first. */
export class DocumentCache {
  readonly #schema: GraphQLSchema
  readonly #introspection: boolean
  readonly #named: NamedDocuments
  readonly #documents = boundedCache<string, { readonly document: DocumentNode | null }>(
    'documents',
    ({ document }, text) => (document ? bytesPerCharacter : 1) * text.length,
  )

  constructor(schema: GraphQLSchema, { introspection, trusted }: DocumentOptions) {
    this.#schema = schema
    this.#introspection = introspection
    this.#named = new NamedDocuments(trusted)
  }

  /** Returns the text of the document of a request, as `NamedDocuments.textOf` does. */
  textOf(request: DocumentRequest): string | undefined {
    return this.#named.textOf(request)
  }

  /** Returns the document of a request. Null if it has none, or one that is invalid, not known or not allowed. */
  ofRequest(request: DocumentRequest): DocumentNode | null {
    const text = this.#allowedText(request)
    const document = text === undefined ? null : this.#get(text)
    if (document) this.#named.remember(request)
    return document
  }

  /** Returns what is wrong with a text as a document: its syntax, or what `faultsOf` finds. */
  faultsOfText(text: string): readonly GraphQLError[] {
    try {
      return this.faultsOf(parse(text, { maxTokens: queryLimits.tokens }))
    } catch (error) {
      if (error instanceof GraphQLError) return [error]
      throw error
    }
  }

  /** Returns the errors of a document: limits that it exceeds at sight, or what is invalid in it by the rules. */
  faultsOf(document: DocumentNode, rules = specifiedRules): readonly GraphQLError[] {
    const exceeded = documentFaults(document)
    if (exceeded.length > 0) return exceeded
    const values = Math.round(introspectionSize(this.#schema, document))
    const maximum = queryLimits.introspectedValues
    if (values > maximum)
      return [badRequest('OPERATION_TOO_COMPLEX', { count: values, unit: 'values of the schema', maximum })]
    const options = { hideSuggestions: !this.#introspection }
    if (!this.#introspection && this.#introspects(document)) return [badRequest('INTROSPECTION_OFF')]
    return withPathsOfValues(document, validate(this.#schema, document, rules, options))
  }

  #introspects(document: DocumentNode): boolean {
    const introspects = validate(this.#schema, document, [NoSchemaIntrospectionCustomRule], { maxErrors: 1 })
    return introspects.length > 0
  }

  #allowedText(request: DocumentRequest): string | undefined {
    try {
      return this.textOf(request)
    } catch {
      return undefined
    }
  }

  #get(text: string): DocumentNode | null {
    const known = this.#documents.get(text)
    countLookup('documents', known !== undefined)
    if (known) return known.document
    const document = this.#parseValid(text)
    this.#documents.set(text, { document })
    return document
  }

  #parseValid(text: string): DocumentNode | null {
    try {
      const document = parse(text, { maxTokens: queryLimits.tokens })
      return this.faultsOf(document).length === 0 ? withoutTokens(document) : null
    } catch {
      return null
    }
  }
}

/** Removes the tokens of a document: they are larger than the document itself, and errors need only its places. */
function withoutTokens(document: DocumentNode): DocumentNode {
  visit(document, {
    enter: ({ loc }) => {
      Object.assign(loc ?? {}, { startToken: undefined, endToken: undefined })
    },
  })
  return document
}
