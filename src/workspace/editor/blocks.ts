/** A value that belongs into a block, by the name of its attribute. */
interface BlockField {
  readonly name: string
  /** The values that there are, of which the first is the usual one. Any text, if left out. */
  readonly values?: readonly string[]
}

/** A block that can be inserted into a page. */
export interface BlockKind {
  readonly id: BlockId
  readonly label: `editor.block.${BlockId}`
  readonly hint: `editor.blockHint.${BlockId}`
  /** Other words that find it. */
  readonly words: string
  /**
   * The Markdown with its fields as `⟨text⟩`, between which Tab moves; `⟨⟩` is where the text goes. A text that repeats is one
   * field. One of `fieldWords` stands in the language of the reader.
   */
  readonly snippet: string
  /** The attributes of its tags, which are completed. */
  readonly fields?: readonly BlockField[]
  /** The block opens something else than a text: a choice of files, or the completion of links. */
  readonly opens?: 'file' | 'page' | 'reusable'
}

const fence = '```'
const yes: readonly string[] = ['true', 'false']

type Row<Id extends string = string> = readonly [
  id: Id,
  words: string,
  snippet: string,
  more?: Pick<BlockKind, 'fields' | 'opens'>,
]

const rows = [
  ['heading2', 'heading title h2 section', '## ⟨⟩'],
  ['heading3', 'heading title h3 section', '### ⟨⟩'],
  ['heading4', 'heading title h4 section', '#### ⟨⟩'],
  ['bullets', 'list unordered points', '* ⟨⟩'],
  ['numbers', 'list ordered numbered', '1. ⟨⟩'],
  ['tasks', 'list todo checkbox', '* [ ] ⟨⟩'],
  ['quote', 'blockquote citation', '> ⟨⟩'],
  ['divider', 'line rule separator hr', '***\n\n⟨⟩'],
  [
    'hint',
    'callout note info warning danger success tip alert',
    '{% hint style="⟨info⟩" %}\n⟨Text⟩\n{% endhint %}\n',
    { fields: [{ name: 'style', values: ['info', 'success', 'warning', 'danger'] }, { name: 'icon' }] },
  ],
  [
    'tabs',
    'tab switch',
    '{% tabs %}\n{% tab title="⟨First⟩" %}\n⟨Text⟩\n{% endtab %}\n\n{% tab title="⟨Second⟩" %}\n⟨Text of the second⟩\n{% endtab %}\n{% endtabs %}\n',
    { fields: [{ name: 'title' }, { name: 'icon' }, { name: 'fullWidth', values: yes }] },
  ],
  [
    'stepper',
    'steps how-to guide',
    '{% stepper %}\n{% step %}\n### ⟨First step⟩\n\n⟨Text⟩\n{% endstep %}\n\n{% step %}\n### ⟨Second step⟩\n\n⟨Text of the second⟩\n{% endstep %}\n{% endstepper %}\n',
    { fields: [{ name: 'icon' }] },
  ],
  [
    'columns',
    'side by side layout',
    '{% columns %}\n{% column width="⟨50%⟩" %}\n⟨Text⟩\n{% endcolumn %}\n\n{% column %}\n⟨Text of the second⟩\n{% endcolumn %}\n{% endcolumns %}\n',
    { fields: [{ name: 'width' }, { name: 'fullWidth', values: yes }] },
  ],
  [
    'code',
    'source fence snippet program',
    `{% code title="⟨example.ts⟩" lineNumbers="⟨true⟩" %}\n${fence}⟨ts⟩\n⟨⟩\n${fence}\n{% endcode %}\n`,
    {
      fields: [
        { name: 'title' },
        { name: 'overflow', values: ['wrap', 'scroll'] },
        { name: 'lineNumbers', values: yes },
        { name: 'expandable', values: yes },
        { name: 'collapsedLineCount' },
        { name: 'fullWidth', values: yes },
      ],
    },
  ],
  [
    'diagram',
    'mermaid chart flow graph',
    `${fence}mermaid\nflowchart LR\n  A[⟨Start⟩] --> B[⟨End⟩]\n${fence}\n`,
  ],
  ['math', 'formula tex latex equation', '$$\n⟨a^2 + b^2 = c^2⟩\n$$\n'],
  ['table', 'grid rows columns', '| ⟨Name⟩ | ⟨Value⟩ |\n| --- | --- |\n| ⟨⟩ |  |\n'],
  [
    'cards',
    'grid tiles links',
    '<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td><strong>⟨Title⟩</strong></td><td>⟨Text⟩</td><td><a href="⟨https://example.com⟩">⟨Link⟩</a></td></tr></tbody></table>\n',
  ],
  [
    'expandable',
    'details summary accordion collapse',
    '<details>\n\n<summary>⟨Question⟩</summary>\n\n⟨Answer⟩\n\n</details>\n',
  ],
  ['picture', 'image photo upload figure', '', { opens: 'file' }],
  ['file', 'attachment download upload pdf', '', { opens: 'file' }],
  [
    'figure',
    'image caption dark picture address url',
    '<figure><img src="⟨https://example.com/picture.png⟩" alt="⟨What it shows⟩"><figcaption><p>⟨Caption⟩</p></figcaption></figure>\n',
  ],
  [
    'embed',
    'video youtube iframe link preview',
    '{% embed url="⟨https://⟩" %}\n',
    { fields: [{ name: 'url' }] },
  ],
  ['pageLink', 'content-ref reference card', '', { opens: 'page' }],
  ['reusable', 'include snippet shared synced', '', { opens: 'reusable' }],
  [
    'openapiOperation',
    'openapi api endpoint swagger reference',
    '{% openapi-operation spec="⟨specification⟩" path="⟨/pets⟩" method="⟨get⟩" %}\n[OpenAPI](/openapi/⟨specification⟩)\n{% endopenapi-operation %}\n',
    {
      fields: [
        { name: 'spec' },
        { name: 'path' },
        { name: 'method', values: ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'] },
      ],
    },
  ],
  [
    'openapiSchemas',
    'openapi api model schema types',
    '{% openapi-schemas spec="⟨specification⟩" schemas="⟨Pet⟩" grouped="⟨true⟩" %}\n[OpenAPI](/openapi/⟨specification⟩)\n{% endopenapi-schemas %}\n',
    { fields: [{ name: 'spec' }, { name: 'schemas' }, { name: 'grouped', values: yes }] },
  ],
  [
    'openapiWebhook',
    'openapi api webhook event',
    '{% openapi-webhook spec="⟨specification⟩" name="⟨newPet⟩" method="⟨post⟩" %}\n[OpenAPI](/openapi/⟨specification⟩)\n{% endopenapi-webhook %}\n',
    { fields: [{ name: 'spec' }, { name: 'name' }, { name: 'method', values: ['post', 'put', 'get'] }] },
  ],
  [
    'updates',
    'changelog release notes feed',
    '{% updates format="⟨full⟩" %}\n{% update date="⟨today⟩" tags="⟨⟩" %}\n## ⟨What is new⟩\n\n⟨Text⟩\n{% endupdate %}\n{% endupdates %}\n',
    {
      fields: [{ name: 'format', values: ['full', 'short', 'numeric'] }, { name: 'date' }, { name: 'tags' }],
    },
  ],
  [
    'prompt',
    'ai assistant llm copy',
    `{% prompt description="⟨What it does⟩" %}\n${fence}markdown\n⟨Text⟩\n${fence}\n{% endprompt %}\n`,
    {
      fields: [
        { name: 'description' },
        { name: 'icon' },
        { name: 'openInAIProviders', values: yes },
        { name: 'defaultExpanded', values: ['hidden', 'partial', 'full'] },
      ],
    },
  ],
  [
    'condition',
    'if visitor claim adaptive conditional',
    '{% if ⟨visitor.claims.plan == "pro"⟩ %}\n⟨Text⟩\n{% endif %}\n',
  ],
  ['integration', 'block app custom', '{% @⟨integration⟩/⟨block⟩ content="⟨⟩" %}\n'],
  ['button', 'link action call', '<a href="⟨https://⟩" class="button ⟨primary⟩">⟨Text⟩</a>⟨⟩'],
  ['icon', 'font awesome symbol', '<i class="fa-⟨bolt⟩"></i>⟨⟩'],
  ['footnote', 'note annotation reference', '[^⟨note⟩]\n\n[^⟨note⟩]: ⟨Note⟩\n'],
] as const satisfies readonly Row[]

export type BlockId = (typeof rows)[number][0]

/** All blocks that can be inserted, in the order in which they are offered. */
export const blocks: readonly BlockKind[] = (rows as readonly Row<BlockId>[]).map(
  ([id, words, snippet, more]) => ({
    id,
    label: `editor.block.${id}`,
    hint: `editor.blockHint.${id}`,
    words,
    snippet,
    ...more,
  }),
)

/** Returns the attributes of the tags of a name, such as `hint`. */
export const fieldsOfTag = (tag: string): readonly BlockField[] =>
  blocks.find(({ snippet }) => snippet.includes(`{% ${tag} `))?.fields ?? []

const words = {
  Answer: 'editor.word.answer',
  Caption: 'editor.word.caption',
  End: 'editor.word.end',
  First: 'editor.word.first',
  'First step': 'editor.word.firstStep',
  Link: 'editor.word.link',
  Name: 'editor.word.name',
  Note: 'editor.word.note',
  note: 'editor.word.noteLabel',
  Question: 'editor.word.question',
  Second: 'editor.word.second',
  'Second step': 'editor.word.secondStep',
  'Text of the second': 'editor.word.secondText',
  Start: 'editor.word.start',
  Text: 'editor.word.text',
  Title: 'editor.word.title',
  Value: 'editor.word.value',
  'What is new': 'editor.word.whatIsNew',
  'What it does': 'editor.word.whatItDoes',
  'What it shows': 'editor.word.whatItShows',
} as const

/** The texts for the words in fields. What else a field has is the same in all languages, such as a name in code. */
export const fieldWords: Readonly<Record<string, (typeof words)[keyof typeof words]>> = words
