import type { CompileContext, Extension as FromMarkdownExtension } from 'mdast-util-from-markdown'
import type { Extension, Token } from 'micromark-util-types'
import { collectLine, finishLines, type LineReader, lineConstruct } from './line-construct.ts'

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

function hasEnd(lines: readonly string[], start: number): boolean {
  if (!lines[start]?.startsWith('$$')) return false
  const reader = new MathReader()
  for (let index = start; index < lines.length; index++) {
    const decision = reader.read(lines[index] as string)
    if (decision !== 'more') return decision === 'end'
  }
  return false
}

/** Takes the place of the syntax that takes all text up to the end of the page if a formula has none. */
export const mathSyntax: Extension = {
  flow: {
    36: lineConstruct(
      'mathBlock',
      { block: 'mathBlock', line: 'mathLine' },
      () => new MathReader(),
      (lines) => [...lines.keys()].filter((index) => hasEnd(lines, index)),
    ),
  },
  disable: { null: ['mathFlow'] },
}

function enterMath(this: CompileContext, token: Token): undefined {
  this.enter({ type: 'math', value: '' }, token)
}

function exitMath(this: CompileContext, token: Token): undefined {
  const node = this.stack.at(-1)
  this.exit(token)
  if (node?.type !== 'math') return
  finishLines(node)
  const [, first = '', content = '', last = ''] =
    /^\$+([^\n]*)((?:\n[^\n]*)*)\n([^\n]*)$/.exec(node.value) ?? []
  const lines = [first.trim(), ...content.split('\n').slice(1), last.replace(/\$+\s*$/, '').trimEnd()]
  node.value = lines.slice(lines[0] === '' ? 1 : 0, lines.at(-1) === '' ? -1 : undefined).join('\n')
}

export const mathFromMarkdown: FromMarkdownExtension = {
  enter: { mathBlock: enterMath },
  exit: { mathLine: collectLine, mathBlock: exitMath },
}
