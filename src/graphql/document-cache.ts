import { type DocumentNode, type GraphQLSchema, parse, validate } from 'graphql'
import { LRUCache } from 'lru-cache'
import { countLookup } from '../metrics/recorder.ts'
import { documentFaults } from './document-limits.ts'
import { queryLimits } from './query-limits.ts'

/** The number of documents that are kept, and the length of their texts in sum. */
const keptDocuments = { max: 1000, maxSize: 8_000_000 }

/** The parsed and validated documents of clients, by their texts. The least recently used are discarded first. */
export class DocumentCache {
  readonly #schema: GraphQLSchema
  readonly #documents = new LRUCache<string, { readonly document: DocumentNode | null }>({
    ...keptDocuments,
    sizeCalculation: (_value, text) => text.length + 1,
  })

  constructor(schema: GraphQLSchema) {
    this.#schema = schema
  }

  /** Returns the document with the text, or null if it is invalid or exceeds a limit of documents. */
  get(text: string): DocumentNode | null {
    const known = this.#documents.get(text)
    countLookup('documents', known !== undefined)
    if (known) return known.document
    const document = parseValid(this.#schema, text)
    this.#documents.set(text, { document })
    return document
  }
}

function parseValid(schema: GraphQLSchema, text: string): DocumentNode | null {
  try {
    const document = parse(text, { maxTokens: queryLimits.tokens })
    const isValid = documentFaults(document).length === 0 && validate(schema, document).length === 0
    return isValid ? document : null
  } catch {
    return null
  }
}
