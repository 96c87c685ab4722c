import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching } from '@codemirror/language'
import { diff } from '@codemirror/merge'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Annotation, EditorState, type Extension, Prec } from '@codemirror/state'
import { drawSelection, EditorView, keymap, placeholder } from '@codemirror/view'
import { text } from '../app/texts.ts'
import { completeBlocks, completeFields, type OpenChoice } from './block-completion.ts'
import { textKeys } from './commands.ts'
import { completeEmojis } from './emoji-completion.ts'
import { completeLinks } from './link-completion.ts'
import type { LinkTarget } from './link-targets.ts'
import { pageLanguage } from './page-language.ts'
import type { PagePlace } from './page-requests.ts'
import { pasteAndDrop } from './paste.ts'
import { pendingTexts } from './pending.ts'

interface Options {
  readonly place: PagePlace
  readonly isReadOnly: boolean
  readonly openChoice: OpenChoice
  readonly readTargets: () => Promise<readonly LinkTarget[]>
  readonly onChange: () => void
  readonly onPending: (isPending: boolean) => void
  readonly onSave: () => void
}

/** The nonce with which the policy of the page allows stylesheets that a script adds. */
export const stylesNonce = (): Extension =>
  EditorView.cspNonce.of(document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '')

export function createEditorView(parent: HTMLElement, doc: string, options: Options): EditorView {
  return new EditorView({ parent, state: EditorState.create({ doc, extensions: extensionsOf(options) }) })
}

const extensionsOf = ({
  place,
  isReadOnly,
  openChoice,
  readTargets,
  onChange,
  onPending,
  onSave,
}: Options): Extension[] => [
  stylesNonce(),
  pageLanguage,
  history(),
  drawSelection(),
  bracketMatching(),
  closeBrackets(),
  highlightSelectionMatches(),
  search({ top: true }),
  autocompletion({
    override: [completeBlocks(openChoice), completeLinks(readTargets), completeFields, completeEmojis],
    icons: false,
    maxRenderedOptions: 60,
  }),
  pendingTexts,
  pasteAndDrop(place),
  Prec.high(keymap.of([{ key: 'Mod-s', run: () => saved(onSave), preventDefault: true }, ...textKeys])),
  keymap.of([
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...searchKeymap.filter(({ key }) => key !== 'Mod-Shift-l'),
    ...historyKeymap,
    // It is the key of the help here: a page has no comments.
    ...defaultKeymap.filter(({ key }) => key !== 'Mod-/'),
  ]),
  EditorView.lineWrapping,
  EditorView.perLineTextDirection.of(true),
  EditorView.contentAttributes.of({
    'aria-label': text('editor.text'),
    'aria-multiline': 'true',
    spellcheck: 'true',
    autocorrect: 'on',
    autocapitalize: 'sentences',
  }),
  placeholder(text('editor.placeholder')),
  EditorState.readOnly.of(isReadOnly),
  EditorState.phrases.of(phrases()),
  EditorView.updateListener.of(({ docChanged, transactions, state }) => {
    if (docChanged && !transactions.some((transaction) => transaction.annotation(fromServer))) onChange()
    if (transactions.some(({ effects }) => effects.length > 0)) onPending(state.field(pendingTexts).size > 0)
  }),
]

/** Saves, which takes the key in any case. */
const saved = (onSave: () => void): boolean => {
  onSave()
  return true
}

/** Marks a change that was not typed, but taken in from what somebody else saved. */
const fromServer = Annotation.define<boolean>()

/** Makes the text another one by the changes between both alone, so that the cursor stays where it is in the text. */
export function writeText(view: EditorView, markdown: string): void {
  const present = view.state.doc.toString()
  if (present === markdown) return
  const changes = diff(present, markdown, { scanLimit: 500 }).map(({ fromA, toA, fromB, toB }) => ({
    from: fromA,
    to: toA,
    insert: markdown.slice(fromB, toB),
  }))
  view.dispatch({ changes, annotations: fromServer.of(true) })
}

const phrases = (): Record<string, string> => ({
  Find: text('editor.find.find'),
  Replace: text('editor.find.replace'),
  next: text('editor.find.next'),
  previous: text('editor.find.previous'),
  all: text('editor.find.all'),
  'match case': text('editor.find.matchCase'),
  'by word': text('editor.find.byWord'),
  regexp: text('editor.find.expression'),
  replace: text('editor.find.replaceOne'),
  'replace all': text('editor.find.replaceAll'),
  close: text('editor.find.close'),
  Completions: text('editor.completions'),
})
