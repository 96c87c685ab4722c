import type { Extension } from 'micromark-util-types'
import { endOfBlock, type LineReader, lineConstruct, linesFromMarkdown } from './line-construct.ts'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mathBlock: 'mathBlock'
    mathLine: 'mathLine'
  }
}

/**
 * Recognizes a formula between two runs of dollar signs, of which the first begins a line and the second ends one. If the
 * formula begins on the line of the first run, it has no blank lines. Without an end, it is text.
 */
class MathReader implements LineReader {
  #opening = 0
  #isBare = true

  read(line: string): 'more' | 'end' | 'fault' {
    if (this.#opening === 0) return this.#readFirst(line)
    const runs = line.match(/\$+/g)?.filter((run) => run.length >= this.#opening) ?? []
    const isAtEnd = /\$\s*$/.test(line)
    if (runs.length === 1 && isAtEnd) return 'end'
    if (this.#isBare) return 'more'
    return runs.length > 0 || line.trim() === '' ? 'fault' : 'more'
  }

  interrupts(): boolean {
    return true
  }

  #readFirst(line: string): 'more' | 'fault' {
    const [, run = '', rest = ''] = /^(\$\$+)(.*)$/s.exec(line) ?? []
    this.#opening = run.length
    this.#isBare = rest.trim() === ''
    return run === '' || rest.includes('$'.repeat(run.length)) ? 'fault' : 'more'
  }
}

const hasEnd = (lines: readonly string[], start: number): boolean =>
  lines[start]?.startsWith('$$') === true && endOfBlock(lines, start, new MathReader()).isEnd

const tokens = { block: 'mathBlock', line: 'mathLine' } as const

/** Takes the place of the syntax that takes all text up to the end of the page if a formula has none. */
export const mathSyntax: Extension = {
  flow: {
    36: lineConstruct(
      'mathBlock',
      tokens,
      () => new MathReader(),
      (lines) => [...lines.keys()].filter((index) => hasEnd(lines, index)),
    ),
  },
  disable: { null: ['mathFlow'] },
}

/** Leaves the formula without its dollar signs. */
function withoutDelimiters(node: { value: string }): void {
  const [, first = '', content = '', last = ''] =
    /^\$+([^\n]*)((?:\n[^\n]*)*)\n([^\n]*)$/.exec(node.value) ?? []
  const lines = [first.trim(), ...content.split('\n').slice(1), last.replace(/\$+\s*$/, '').trimEnd()]
  node.value = lines.slice(lines[0] === '' ? 1 : 0, lines.at(-1) === '' ? -1 : undefined).join('\n')
}

export const mathFromMarkdown = linesFromMarkdown(tokens, 'math', withoutDelimiters)
