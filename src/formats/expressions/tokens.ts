import { conditionProblem } from './problems.ts'
import { ConditionFault } from './syntax.ts'

interface Placed {
  readonly position: number
  readonly text: string
}

export type Token =
  | (Placed & { readonly type: 'number'; readonly value: number })
  | (Placed & { readonly type: 'string'; readonly value: string })
  | (Placed & { readonly type: 'name' | 'symbol' | 'end' })

const space = /\s+/uy
const name = /[\p{ID_Start}_$][\p{ID_Continue}$]*/uy
const number = /(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?/uy
/** Operators, the longest first. As in JavaScript, `?.5` is a question mark and a number. */
const conditionSymbol = /===|!==|==|!=|<=|>=|&&|\|\||\?\.(?!\d)|[<>!\-?:.()[\],]/uy
/** The same with the operators of arithmetic. */
const expressionSymbol = /===|!==|==|!=|<=|>=|&&|\|\||\?\.(?!\d)|[<>!\-+*/%?:.()[\],]/uy
const plainText = /[^\\'"\n\r]+/uy
const escapeSequence =
  /\\(?:u\{(?<point>[\da-fA-F]{1,6})\}|u(?<unit>[\da-fA-F]{4})|x(?<byte>[\da-fA-F]{2})|(?<letter>[nrtbfv'"\\/]))/uy

const escapedLetters: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
}

/** Splits a condition, or an expression with arithmetic, into tokens. The last token is the end. */
export function tokensOf(text: string, { arithmetic }: { readonly arithmetic: boolean }): Token[] {
  const symbol = arithmetic ? expressionSymbol : conditionSymbol
  const tokens: Token[] = []
  let index = 0
  while (true) {
    index += matchAt(space, text, index)?.[0].length ?? 0
    const token = tokenAt(text, index, symbol)
    tokens.push(token)
    if (token.type === 'end') return tokens
    index += token.text.length
  }
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index
  return pattern.exec(text)
}

function tokenAt(text: string, index: number, symbol: RegExp): Token {
  const position = index + 1
  const character = text[index]
  if (character === undefined) return { type: 'end', position, text: '' }
  if (character === '"' || character === "'") return stringAt(text, index, character)
  const digits = matchAt(number, text, index)?.[0]
  if (digits !== undefined) return numberFrom(text, index, digits)
  const word = matchAt(name, text, index)?.[0]
  if (word !== undefined) return { type: 'name', position, text: word }
  const sign = matchAt(symbol, text, index)?.[0]
  if (sign !== undefined) return { type: 'symbol', position, text: sign }
  if (character === '=')
    throw new ConditionFault(position, symbolProblem('==', 'expected == or ===, found ='))
  if (character === '&' || character === '|') {
    const expected = `${character}${character}`
    throw new ConditionFault(position, symbolProblem(expected, `expected ${expected}, found ${character}`))
  }
  const found = characterAt(text, index)
  const message = `expected a name, a literal or an operator, found ${found}`
  throw new ConditionFault(position, conditionProblem('CONDITION_CHARACTER_UNKNOWN', message, { found }))
}

const symbolProblem = (expected: string, message: string) =>
  conditionProblem('CONDITION_WITHOUT_SYMBOL', message, { expected })

function numberFrom(text: string, index: number, digits: string): Token {
  const value = Number(digits)
  const behind = index + digits.length
  if (/[\d.]/.test(text[behind] ?? '') || matchAt(name, text, behind)) {
    const message = `expected the end of the number ${digits}, found ${characterAt(text, behind)}`
    const problem = conditionProblem('CONDITION_NUMBER_MALFORMED', message, { number: digits })
    throw new ConditionFault(behind + 1, problem)
  }
  if (!Number.isFinite(value))
    throw new ConditionFault(
      index + 1,
      conditionProblem('CONDITION_NUMBER_TOO_LARGE', 'expected a smaller number'),
    )
  return { type: 'number', position: index + 1, text: digits, value }
}

function stringAt(text: string, start: number, quote: string): Token {
  let value = ''
  let index = start + 1
  while (text[index] !== quote) {
    const character = text[index]
    if (character === undefined || character === '\n' || character === '\r')
      throw new ConditionFault(
        index + 1,
        conditionProblem('CONDITION_TEXT_NOT_CLOSED', `expected ${quote} at the end of the string`, {
          expected: quote,
        }),
      )
    const part =
      matchAt(plainText, text, index)?.[0] ?? (character === '\\' ? escapeAt(text, index) : character)
    index += part.length
    value += character === '\\' ? unescaped(part) : part
  }
  return { type: 'string', position: start + 1, text: text.slice(start, index + 1), value }
}

function escapeAt(text: string, index: number): string {
  const groups = matchAt(escapeSequence, text, index)
  if (!groups || Number.parseInt(groups.groups?.point ?? '0', 16) > 0x10ffff)
    throw new ConditionFault(
      index + 1,
      conditionProblem('CONDITION_ESCAPE_UNKNOWN', 'expected an escape such as \\n, \\" or \\u0041'),
    )
  return groups[0]
}

function unescaped(part: string): string {
  const { point, unit, byte, letter } = matchAt(escapeSequence, part, 0)?.groups ?? {}
  const code = point ?? unit ?? byte
  if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16))
  return escapedLetters[letter as string] ?? (letter as string)
}

/** Returns the whole character at an index, which may have two UTF-16 units. */
const characterAt = (text: string, index: number): string =>
  String.fromCodePoint(text.codePointAt(index) as number)
