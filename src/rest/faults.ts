import { suggestionList } from 'graphql/jsutils/suggestionList.js'
import { AppError, describeFaults, type FieldFault, maximumFaults } from '../base/errors.ts'
import { reasonMessage } from './reasons.ts'

const maximumMessageLength = 300

/** Limits the work for a request with many unknown names, and the size of the header that warns of them. */
const maximumUnknownNames = 100
const maximumWarnings = 5
const maximumUnsupportedNames = 20
const maximumNameLength = 64
const maximumPathLength = 200

/** Collects the errors in the input of a request, so that the response lists all of them. */
export class Faults {
  readonly #found: FieldFault[] = []
  readonly #warnings: string[] = []
  /** The names that the later contract has, without indexes. */
  readonly #unsupported = new Set<string>()
  readonly #strict: boolean
  readonly #isInLaterContract: (name: string) => boolean
  #unknownNames = 0
  #refusesUnknown = false

  /**
   * `strict` makes every unknown name an error. Otherwise those that the later contract has and those that are close to a
   * known one are warnings.
   */
  constructor(strict = false, isInLaterContract: (name: string) => boolean = () => false) {
    this.#strict = strict
    this.#isInLaterContract = isInLaterContract
  }

  add(path: string, message: string): void {
    if (this.#found.length >= maximumFaults) return
    const short =
      message.length > maximumMessageLength ? `${message.slice(0, maximumMessageLength)}…` : message
    this.#found.push({ path, message: short })
  }

  /**
   * Checks the names of the members of the object at `path`, or of query parameters. `strict` makes unknown ones errors
   * here, whatever the client prefers.
   */
  checkNames(
    path: string,
    given: Iterable<string>,
    known: ReadonlySet<string>,
    strict: boolean = this.#strict,
  ): void {
    for (const name of given) {
      if (known.has(name)) continue
      if (this.#unknownNames === maximumUnknownNames) return
      this.#unknownNames++
      const unknown = joinPath(path, shortened(name))
      const general = unknown.replace(/\.\d+(?=\.)/g, '')
      if (!strict && this.#isInLaterContract(general)) this.#unsupported.add(general)
      else this.#addUnknown(unknown, suggestionFor(name, known), strict)
    }
  }

  #addUnknown(path: string, suggestion: string | undefined, strict: boolean): void {
    if (strict) {
      this.#refusesUnknown = true
      const question = suggestion === undefined ? '' : `; did you mean \`${suggestion}\`?`
      this.add(path, reasonMessage('UNKNOWN_INPUT', { suggestion: question }))
    } else if (suggestion !== undefined && this.#warnings.length < maximumWarnings) {
      this.#warnings.push(`299 - "${encodedPath(path)} is unknown; did you mean ${suggestion}?"`)
    }
  }

  /** Returns the `Warning` header that names the unknown names, or undefined if there is nothing to warn of. */
  warning(): string | undefined {
    const warnings = [...(this.#unsupported.size > 0 ? [this.#unsupportedWarning()] : []), ...this.#warnings]
    return warnings.length > 0 ? warnings.join(', ') : undefined
  }

  #unsupportedWarning(): string {
    const named = [...this.#unsupported].slice(0, maximumUnsupportedNames).map(encodedPath)
    const others = this.#unsupported.size - named.length
    return `299 - "not supported and ignored: ${named.join(', ')}${others > 0 ? ` and ${others} more` : ''}"`
  }

  throwIfAny(): void {
    if (this.#found.length === 0) return
    throw new AppError('BAD_USER_INPUT', describeFaults(this.#found), {
      fields: this.#found,
      ...(this.#refusesUnknown && { reason: 'UNKNOWN_INPUT' }),
    })
  }
}

/** Returns the `Warning` header of texts, or undefined for none. Characters that headers may not have are encoded. */
export function warningHeader(texts: Iterable<string> = []): string | undefined {
  const quoted = [...texts].map(
    (text) => `299 - "${text.toWellFormed().replace(/[^\x20-\x7e]|["\\]/gu, encodeURIComponent)}"`,
  )
  return quoted.length > 0 ? quoted.join(', ') : undefined
}

export const joinPath = (path: string, member: string) => (path ? `${path}.${member}` : member)

function suggestionFor(name: string, known: ReadonlySet<string>): string | undefined {
  return name.length > maximumNameLength ? undefined : suggestionList(name, [...known])[0]
}

const shortened = (name: string): string =>
  (name.length > maximumNameLength ? `${name.slice(0, maximumNameLength)}…` : name).toWellFormed()

/** Encodes a path for a quoted string of a header, whatever characters it has. */
const encodedPath = (path: string): string => encodeURIComponent(path).slice(-maximumPathLength)
