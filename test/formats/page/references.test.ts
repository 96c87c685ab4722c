import { expect, test } from 'vitest'
import { formatContentRef, parseContentRef } from '../../../src/formats/page/model/content-references.ts'
import { referencesOf } from '../../../src/formats/page/model/document-references.ts'
import { HeadingAnchors, isHeading } from '../../../src/formats/page/model/heading-anchors.ts'
import { walkDocument } from '../../../src/formats/page/model/walk-document.ts'
import { headingSections } from '../../../src/formats/page/read/heading-sections.ts'
import { markdownToDocument } from '../../../src/formats/page/read/markdown-to-document.ts'
import type { ContentRef, JSONDocument } from '../../../src/formats/page/types.ts'

const forms: [address: string, ref: ContentRef][] = [
  ['/pages/p', { kind: 'page', page: 'p' }],
  ['/pages/p#a', { kind: 'anchor', anchor: 'a', page: 'p' }],
  ['#a', { kind: 'anchor', anchor: 'a' }],
  ['/spaces/s', { kind: 'space', space: 's' }],
  ['/spaces/s#a', { kind: 'anchor', anchor: 'a', space: 's' }],
  ['/spaces/s/pages/p', { kind: 'page', page: 'p', space: 's' }],
  ['/spaces/s/pages/p#a', { kind: 'anchor', anchor: 'a', page: 'p', space: 's' }],
  ['/files/f', { kind: 'file', file: 'f' }],
  ['/files/f#page=3', { kind: 'file', file: 'f', fragment: 'page=3' }],
  ['/files/f#a%20b', { kind: 'file', file: 'f', fragment: 'a b' }],
  ['/users/u', { kind: 'user', user: 'u' }],
  ['/collections/c', { kind: 'collection', collection: 'c' }],
  ['/openapi/o', { kind: 'openapi', spec: 'o' }],
  ['/reusable-contents/r', { kind: 'reusable-content', reusableContent: 'r' }],
  ['/spaces/s/reusable-contents/r', { kind: 'reusable-content', reusableContent: 'r', space: 's' }],
  ['/pages/a%2Fb', { kind: 'page', page: 'a/b' }],
  ['#über', { kind: 'anchor', anchor: 'über' }],
  ['#a%20b', { kind: 'anchor', anchor: 'a b' }],
]

test.each(forms)('%s is the address of what it names', (address, ref) => {
  expect(parseContentRef(address)).toEqual(ref)
  expect(formatContentRef(ref)).toBe(address)
})

test.each([
  'https://x/pages/p',
  '/pages',
  '/pages/',
  '/pages/a/b',
  '/pages/%',
  '#',
  'page.md#a',
  '/spaces/s/files/f#a',
  '#%',
  '',
])('%j is an ordinary URL', (url) => {
  expect(parseContentRef(url)).toEqual({ kind: 'url', url })
  expect(formatContentRef({ kind: 'url', url })).toBe(url)
})

const page = `[a](/pages/p)

# First

{% content-ref url="/pages/q" %}
[x](/pages/x)
{% endcontent-ref %}

Text[^1] ![](/files/f)

## Second <a href="#own" id="own"></a>

> * {% embed url="https://x" %}

| a |
| - |
| [u](/users/u) |

# First

<table data-view="cards"><thead><tr><th data-type="files"></th></tr></thead><tbody><tr><td><a href="/files/g">g</a></td></tr></tbody></table>

[^1]: See [b](#first)
`

test('references are in document order, each with the anchor of the heading above it', () => {
  const expected = [
    { ref: { kind: 'page', page: 'p' } },
    { ref: { kind: 'page', page: 'q' }, anchor: 'first' },
    { ref: { kind: 'anchor', anchor: 'first' }, anchor: 'first' },
    { ref: { kind: 'file', file: 'f' }, anchor: 'first' },
    { ref: { kind: 'url', url: 'https://x' }, anchor: 'own' },
    { ref: { kind: 'user', user: 'u' }, anchor: 'own' },
    { ref: { kind: 'file', file: 'g' }, anchor: 'first-1' },
  ]
  expect(documentReferences(markdownToDocument(page))).toEqual(expected)
})

/** Returns the references of a document, each with the anchor of the nearest heading above it. */
function documentReferences(document: JSONDocument) {
  const anchors = new HeadingAnchors()
  const references: { ref: ContentRef; anchor?: string }[] = []
  let anchor: string | undefined
  for (const node of walkDocument(document)) {
    if (isHeading(node)) anchor = anchors.anchorOf(node)
    for (const ref of referencesOf(node)) references.push(anchor === undefined ? { ref } : { ref, anchor })
  }
  return references
}

test('sections contain the text below each heading, and before the first one', () => {
  expect(
    headingSections(
      markdownToDocument(
        'a **b**\n\n# T *u*\n\n- c\n- `d`\n\n```\ne\nf\n```\n\n# T u\n\n### V\n\n{% hint %}\ng\n{% endhint %}',
      ),
    ),
  ).toEqual([
    { title: '', level: 0, text: 'a b' },
    { anchor: 't-u', title: 'T u', level: 1, text: 'c\nd\ne\nf' },
    { anchor: 't-u-1', title: 'T u', level: 1, text: '' },
    { anchor: 'v', title: 'V', level: 3, text: 'g' },
  ])
})
