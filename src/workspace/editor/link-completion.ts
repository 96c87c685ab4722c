import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  startCompletion,
} from '@codemirror/autocomplete'
import type { EditorView } from '@codemirror/view'
import { text } from '../app/texts.ts'
import { isInCode } from './block-completion.ts'
import { kindLabels, type LinkTarget } from './link-targets.ts'

type ReadTargets = () => Promise<readonly LinkTarget[]>

/** A text behind which something is offered. */
interface Trigger {
  readonly pattern: RegExp
  readonly kinds: readonly LinkTarget['kind'][]
  /** Returns what is written in the place of the trigger and what was typed behind it. */
  readonly write: (target: LinkTarget) => string
  /** The end of the trigger, which may be there already: brackets and quotes are closed as they are typed. */
  readonly closing?: RegExp
}

const longestClosing = 4

const linkable = ['page', 'space', 'person', 'specification'] as const

const plain = (title: string): string => title.replace(/[\\[\]]/g, '\\$&')

const triggers: readonly Trigger[] = [
  {
    pattern: /(?:^|[\s(])@[\p{L}\p{N} .-]{0,40}/u,
    kinds: ['person', 'page', 'space', 'specification'],
    write: ({ title, address }) => `[${plain(title)}](${address} "mention")`,
  },
  {
    pattern: /\[\[[^\]\n]{0,60}/,
    kinds: linkable,
    write: ({ title, address }) => `[${plain(title)}](${address})`,
    closing: /^\]{1,2}/,
  },
  {
    pattern: /\]\([^)\s]{0,60}/,
    kinds: linkable,
    write: ({ address }) => `](${address})`,
    closing: /^\)/,
  },
  {
    pattern: /\{\{[\w.]{0,64}/,
    kinds: ['variable'],
    write: ({ address }) => `<code class="expression">${address}</code>`,
    closing: /^\}{1,2}/,
  },
  {
    pattern: /\{%\s*content-ref url="[^"\n]{0,60}/,
    kinds: ['page', 'space'],
    write: ({ title, address }) =>
      `{% content-ref url="${address}" %}\n[${plain(title)}](${address})\n{% endcontent-ref %}\n`,
    closing: /^"(?: ?%?\})?/,
  },
  {
    pattern: /\{%\s*include "[^"\n]{0,60}/,
    kinds: ['reusable'],
    write: ({ address }) => `{% include "${address}" %}\n`,
    closing: /^"(?: ?%?\})?/,
  },
  {
    pattern: /\{%\s*openapi-\w+ spec="[^"\n]{0,60}/,
    kinds: ['specification'],
    write: ({ title }) => title,
  },
]

/** Offers what a page can lead to: behind `@`, `[[`, `](` and `{{`, and in the tags that refer to other content. */
export const completeLinks =
  (readTargets: ReadTargets): CompletionSource =>
  async (context: CompletionContext): Promise<CompletionResult | null> => {
    if (isInCode(context.state, context.pos)) return null
    for (const trigger of triggers) {
      const found = context.matchBefore(trigger.pattern)
      if (found) return resultOf(found, trigger, await readTargets())
    }
    return null
  }

function resultOf(
  found: { readonly from: number; readonly text: string },
  trigger: Trigger,
  targets: readonly LinkTarget[],
): CompletionResult {
  const [opening = ''] = /^[\s(]?@|^\[\[|^\]\(|^\{\{|^\{%[^"]*"/.exec(found.text) ?? []
  const from = found.from + opening.length
  // A mention keeps the space before it.
  const start = opening.endsWith('@') ? from - 1 : trigger.closing === undefined ? from : found.from
  return {
    from,
    filter: true,
    options: targets
      .filter(({ kind }) => trigger.kinds.includes(kind))
      .map((target) => optionOf(target, trigger, start - from)),
  }
}

const optionOf = (target: LinkTarget, { write, closing, kinds }: Trigger, before: number): Completion => ({
  label: target.title,
  detail: text(kindLabels[target.kind]),
  type: target.kind,
  boost: -kinds.indexOf(target.kind),
  apply: (view, _completion, from, to) => {
    const [closed = ''] = closing?.exec(view.state.sliceDoc(to, to + longestClosing)) ?? []
    const insert = write(target)
    const start = Math.max(0, from + before)
    view.dispatch({
      changes: { from: start, to: to + closed.length, insert },
      selection: { anchor: start + insert.length },
      userEvent: 'input.complete',
    })
  },
})

/** Writes what opens a completion, and opens it. */
export function startLink(view: EditorView, opening: string, closing = ''): void {
  const { from, to } = view.state.selection.main
  view.dispatch({
    changes: { from, to, insert: opening + closing },
    selection: { anchor: from + opening.length },
    userEvent: 'input',
  })
  view.focus()
  startCompletion(view)
}
