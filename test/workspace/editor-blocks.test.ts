import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { blockData, inlineData } from '../../src/formats/page/model/data-schemas.ts'
import { markdownToDocument } from '../../src/formats/page/read/markdown-to-document.ts'
import { containerTagNames, referenceTagNames } from '../../src/formats/page/syntax/tag-names.ts'
import { blocks, fieldWords } from '../../src/workspace/editor/blocks.ts'

/** Markdown of blocks that refer to what the editor lets somebody choose. */
const chosen: Readonly<Record<string, string>> = {
  picture: '<figure><img src="/files/f1" alt=""><figcaption></figcaption></figure>',
  file: '{% file src="/files/f1" %}',
  pageLink: '{% content-ref url="/pages/p1" %}\n[Page](/pages/p1)\n{% endcontent-ref %}',
  reusable: '{% include "/reusable-contents/r1" %}',
}

const markdownOf = ({ id, snippet }: (typeof blocks)[number]): string =>
  chosen[id] ?? snippet.replaceAll('⟨⟩', 'text').replace('today', '2026-10-20').replace(/[⟨⟩]/g, '')

interface Node {
  readonly object: string
  readonly type?: string
  readonly nodes?: readonly Node[]
  readonly fragments?: readonly Node[]
}

function typesIn(node: Node): string[] {
  const inside = [...(node.nodes ?? []), ...(node.fragments ?? [])].flatMap(typesIn)
  return node.type && node.object !== 'mark' ? [node.type, ...inside] : inside
}

const inserted = new Set(blocks.flatMap((block) => typesIn(markdownToDocument(markdownOf(block)) as Node)))

/** Types that nobody begins anew: those of old repositories. */
const old = ['drawing', 'swagger']
/** Types that are written within a text, and not inserted as blocks of their own. */
const inText = ['link', 'emoji', 'expression', 'inline-math', 'inline-image', 'mention']

test('every block of the format can be inserted', () => {
  const missing = [...blockData.keys()].filter((type) => !inserted.has(type) && !old.includes(type))
  // A heading of the first level is the title of the page, which has a field of its own.
  expect(missing).toEqual(['heading-1'])
  expect([...inlineData.keys()].filter((type) => !inserted.has(type))).toEqual(inText)
})

test('every tag of the format can be inserted', () => {
  const written = blocks.map(markdownOf).join('\n')
  const names = new Set([...written.matchAll(/\{%\s*(@|[\w-]+)/g)].map(([, name]) => name))
  const replaced = ['method', 'drawing', 'page-ref', 'openapi', 'swagger']
  const all: readonly string[] = [...containerTagNames, ...referenceTagNames]
  expect(all.filter((name) => !names.has(name) && !replaced.includes(name))).toEqual([])
})

test('no tag of a block is lost when the page is read', () => {
  for (const block of blocks) {
    const text = JSON.stringify(markdownToDocument(markdownOf(block)))
    expect([block.id, text.includes('{%')]).toEqual([block.id, false])
  }
})

const texts = new URL('../../src/workspace/texts/', import.meta.url)

test.each(readdirSync(texts))(
  'the words of %s leave the tags and the fields of each block as they are',
  (name) => {
    const catalogue: Readonly<Record<string, string>> = JSON.parse(readFileSync(new URL(name, texts), 'utf8'))
    for (const block of blocks) {
      const words = new Map<string, string>()
      const snippet = block.snippet.replace(/⟨([^⟩]*)⟩/g, (field, word: string) => {
        const translated = catalogue[fieldWords[word] ?? '']
        if (translated !== undefined) words.set(word, translated)
        return translated === undefined ? field : `⟨${translated}⟩`
      })
      const read = markdownToDocument(markdownOf({ ...block, snippet })) as Node
      const before = markdownToDocument(markdownOf(block)) as Node
      expect([block.id, ...typesIn(read)]).toEqual([block.id, ...typesIn(before)])
      expect([block.id, new Set(words.values()).size]).toEqual([block.id, words.size])
    }
  },
)
