import { createHash } from 'node:crypto'
import { boundedCache } from '../caches/bounded-cache.ts'
import { badRequest, refusedInput } from './reasons.ts'
import type { TrustedDocuments } from './trusted-documents.ts'

/** The members of a request that say which document it asks for. */
export interface DocumentRequest {
  readonly query?: unknown
  readonly documentId?: unknown
  readonly extensions?: unknown
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * Finds the document of a request that names it instead of sending it: by `documentId`, which is one of the trusted
 * documents, or by the hash of automatic persisted queries, which a client sends together with the text first.
 */
export class NamedDocuments {
  readonly #trusted: TrustedDocuments | undefined
  readonly #texts = boundedCache<string, string>('namedDocuments', (text) => text.length)

  constructor(trusted: TrustedDocuments | undefined) {
    this.#trusted = trusted
  }

  /**
   * Returns the text of the document; undefined for a request that has none. Throws an input error for a name that is not
   * known, for a hash of another text, and, where only trusted documents are executed, for any other text.
   */
  textOf({ query, documentId, extensions }: DocumentRequest): string | undefined {
    const hash = persistedHash(extensions)
    if (typeof documentId === 'string') return this.#trustedText(documentId)
    if (typeof query === 'string') {
      if (hash !== undefined) this.#check(hash, query)
      if (this.#trusted?.only && !this.#trusted.has(query)) throw badRequest('DOCUMENT_NOT_TRUSTED')
      return query
    }
    return hash === undefined ? undefined : this.#persistedText(hash)
  }

  /** Remembers the valid document of a request by the hash that came with it. */
  remember({ query, extensions }: DocumentRequest): void {
    const hash = persistedHash(extensions)
    if (hash !== undefined && typeof query === 'string') this.#texts.set(hash, query)
  }

  #trustedText(id: string): string {
    const text = this.#trusted?.textOf(id)
    if (text === undefined) throw refusedInput('documentId', 'DOCUMENT_UNKNOWN')
    return text
  }

  #persistedText(hash: string): string {
    const text = this.#trusted?.textOf(hash) ?? this.#texts.get(hash)
    if (text === undefined) throw badRequest('PERSISTED_QUERY_NOT_FOUND')
    return text
  }

  /** A client sends the hash with every text, of which the remembered ones need not be hashed again. */
  #check(hash: string, text: string): void {
    if (this.#texts.get(hash) === text || this.#trusted?.textOf(hash) === text || hashOf(text) === hash)
      return
    throw refusedInput('extensions.persistedQuery.sha256Hash', 'PERSISTED_QUERY_MISMATCH')
  }
}

function persistedHash(extensions: unknown): string | undefined {
  const { persistedQuery } = (extensions ?? {}) as {
    readonly persistedQuery?: { readonly sha256Hash?: unknown }
  }
  const hash = persistedQuery?.sha256Hash
  return typeof hash === 'string' ? hash.toLowerCase() : undefined
}
