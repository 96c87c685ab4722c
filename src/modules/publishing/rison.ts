/** The values of JSON. */
export type RisonValue =
  | string
  | number
  | boolean
  | null
  | readonly RisonValue[]
  | { readonly [name: string]: RisonValue }

/** A syntax error. The position counts characters from 1. */
export class RisonError extends Error {
  constructor(message: string, index: number) {
    super(`${message} at position ${index + 1}`)
    this.name = 'RisonError'
  }
}

/** Maximum nesting of objects and lists. */
export const maximumRisonDepth = 32

/** An unquoted word. A word that begins like a number must be a number. */
const word = /[^-0-9 '!:(),*@$][^ '!:(),*@$]*/y
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e-?\d+)?(?=[,)]|$)/y

const constants = new Map<string | undefined, RisonValue>([
  ['t', true],
  ['f', false],
  ['n', null],
])

/**
 * Parses Rison, which is JSON in characters that need no escape in a query: `(name:'a b',list:!(1,!t))`. Accepts
 * exactly the grammar: no white space, no empty words, no duplicate names.
 */
export function decodeRison(text: string): RisonValue {
  const reader = new RisonReader(text)
  const value = reader.readValue(0)
  reader.expectEnd()
  return value
}

class RisonReader {
  private readonly text: string
  private index = 0

  constructor(text: string) {
    this.text = text
  }

  readValue(depth: number): RisonValue {
    const start = this.index
    const character = this.text[start]
    if (character === undefined) throw new RisonError('a value is missing', start)
    if (character === '(') return this.readObject(depth)
    if (character === "'") return this.readQuoted()
    if (character === '!') return this.readMarked(depth)
    if (/[-\d]/.test(character)) return this.readNumber()
    return this.readWord()
  }

  expectEnd(): void {
    if (this.index < this.text.length) throw new RisonError('nothing may follow the value', this.index)
  }

  private readMarked(depth: number): RisonValue {
    const character = this.text[this.index + 1]
    if (character === '(') {
      this.index++
      return this.readList(depth)
    }
    const value = constants.get(character)
    if (value === undefined) throw new RisonError('"!" must be followed by t, f, n or (', this.index)
    this.index += 2
    return value
  }

  private readList(depth: number): RisonValue[] {
    const values: RisonValue[] = []
    this.readItems(depth, () => values.push(this.readValue(depth + 1)))
    return values
  }

  private readObject(depth: number): RisonValue {
    const members = new Map<string, RisonValue>()
    this.readItems(depth, () => {
      const start = this.index
      const name = this.text[start] === "'" ? this.readQuoted() : this.readWord()
      if (members.has(name)) throw new RisonError(`the name ${name} is there twice`, start)
      if (this.text[this.index] !== ':') throw new RisonError('":" is missing', this.index)
      this.index++
      members.set(name, this.readValue(depth + 1))
    })
    // Defines every name as a member, including `__proto__`.
    return Object.fromEntries(members)
  }

  /** Parses the items between parentheses, which are separated by commas. */
  private readItems(depth: number, readItem: () => void): void {
    if (depth >= maximumRisonDepth)
      throw new RisonError(`more than ${maximumRisonDepth} levels are inside of each other`, this.index)
    this.index++
    for (let first = true; this.text[this.index] !== ')'; first = false) {
      if (!first) {
        if (this.text[this.index] !== ',') throw new RisonError('"," or ")" is missing', this.index)
        this.index++
      }
      readItem()
    }
    this.index++
  }

  private readQuoted(): string {
    const start = this.index++
    let value = ''
    for (let character = this.text[this.index]; character !== "'"; character = this.text[this.index]) {
      if (character === undefined) throw new RisonError('the text has no end', start)
      if (character === '!') {
        const escaped = this.text[++this.index]
        if (escaped !== '!' && escaped !== "'")
          throw new RisonError('"!" in a text must be followed by "!" or "\'"', this.index - 1)
      }
      value += this.text[this.index++]
    }
    this.index++
    return value
  }

  private readNumber(): number {
    const value = Number(this.match(number, 'is no number'))
    if (!Number.isFinite(value)) throw new RisonError('the number is too large', this.index)
    return value
  }

  private readWord(): string {
    return this.match(word, 'cannot begin a value')
  }

  private match(pattern: RegExp, fault: string): string {
    pattern.lastIndex = this.index
    const found = pattern.exec(this.text)?.[0]
    if (found === undefined)
      throw new RisonError(`${JSON.stringify(this.text[this.index] ?? '')} ${fault}`, this.index)
    this.index += found.length
    return found
  }
}
