import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippet,
} from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { text } from '../app/texts.ts'
import { type BlockKind, blocks, fieldsOfTag, fieldWords } from './blocks.ts'

/** Does what a block needs beside its text. */
export type OpenChoice = (opens: NonNullable<BlockKind['opens']>, view: EditorView) => void

/** Returns whether a place is in code, where nothing is completed. */
export const isInCode = (state: EditorState, at: number): boolean => {
  for (let node: { name: string; parent: unknown } | null = syntaxTree(state).resolveInner(at, -1); node; ) {
    if (/^(?:FencedCode|CodeBlock|InlineCode|CodeText)$/.test(node.name)) return true
    node = node.parent as typeof node
  }
  return false
}

/** Inserts a block in the place of a part of the text, and selects its first field. */
function insertBlock(
  view: EditorView,
  block: BlockKind,
  openChoice: OpenChoice,
  from: number,
  to: number,
): void {
  if (block.opens) {
    view.dispatch({ changes: { from, to }, selection: { anchor: from } })
    openChoice(block.opens, view)
    return
  }
  const before = view.state.doc.lineAt(from)
  const isInline =
    block.snippet.startsWith('<a ') || block.snippet.startsWith('<i ') || block.snippet.startsWith('[^')
  // A block begins on a line of its own.
  const lead = isInline || before.text.slice(0, from - before.from).trim() === '' ? '' : '\n\n'
  const today = new Date().toISOString().slice(0, 10)
  const fields = block.snippet
    .replace('today', today)
    .replace(/⟨([^⟩]*)⟩/g, (_field, word: string) => `\${${wordOf(word)}}`)
  snippet(lead + fields)(view, null, from, to)
}

function wordOf(field: string): string {
  const key = fieldWords[field]
  return key ? text(key) : field
}

/** Offers all blocks behind `/`, at the beginning of a line or behind a space. */
export const completeBlocks =
  (openChoice: OpenChoice) =>
  (context: CompletionContext): CompletionResult | null => {
    const found = context.matchBefore(/(?:^|\s)\/[\p{L}\d]*/u)
    if (!found || isInCode(context.state, context.pos)) return null
    const from = found.from + found.text.indexOf('/')
    return {
      from,
      filter: false,
      options: matchingBlocks(found.text.slice(found.text.indexOf('/') + 1)).map((block) =>
        optionOf(block, openChoice),
      ),
    }
  }

function matchingBlocks(typed: string): BlockKind[] {
  const sought = typed.toLocaleLowerCase()
  const rank = (block: BlockKind): number => {
    const label = text(block.label).toLocaleLowerCase()
    if (label.startsWith(sought)) return 0
    if (label.includes(sought)) return 1
    return `${block.id} ${block.words}`
      .toLowerCase()
      .split(' ')
      .some((word) => word.startsWith(sought))
      ? 2
      : 3
  }
  return blocks
    .map((block) => ({ block, rank: rank(block) }))
    .filter(({ rank }) => rank < 3)
    .sort((one, other) => one.rank - other.rank)
    .map(({ block }) => block)
}

const optionOf = (block: BlockKind, openChoice: OpenChoice): Completion => ({
  label: text(block.label),
  detail: text(block.hint),
  type: 'block',
  apply: (view, _completion, from, to) => insertBlock(view, block, openChoice, from, to),
})

/** Offers the attributes of a tag and their values: in `{% hint style="…" %}`. */
export function completeFields(context: CompletionContext): CompletionResult | null {
  const found = context.matchBefore(/\{%\s*[\w-]+\s[^%]*/)
  const [, tag = '', rest = ''] = /^\{%\s*([\w-]+)\s([^%]*)$/.exec(found?.text ?? '') ?? []
  const fields = fieldsOfTag(tag)
  if (!found || fields.length === 0) return null
  const [, open, typed = ''] = /(\w+)="([^"]*)$/.exec(rest) ?? []
  if (open !== undefined) {
    const values = fields.find(({ name }) => name === open)?.values
    if (!values) return null
    return { from: context.pos - typed.length, options: values.map((label) => ({ label, type: 'value' })) }
  }
  const [name = ''] = /\w*$/.exec(rest) ?? []
  if (name === '' && !context.explicit) return null
  const options = fields
    .filter((field) => !rest.includes(`${field.name}="`))
    .map((field) => ({
      label: field.name,
      type: 'field',
      apply: snippet(`${field.name}="\${${field.values?.[0] ?? ''}}"`),
    }))
  return { from: context.pos - name.length, options }
}
