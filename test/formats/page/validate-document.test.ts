import { expect, test } from 'vitest'
import { AppError } from '../../../src/base/errors.ts'
import { validateDocument } from '../../../src/formats/page/model/validate-document.ts'

const document = (...nodes: unknown[]) => ({ object: 'document', data: {}, nodes })
const text = { object: 'text', leaves: [{ object: 'leaf', text: 'a', marks: [] }] }
const paragraph = (...nodes: unknown[]) => ({ object: 'block', type: 'paragraph', data: {}, nodes })
const block = (type: string, data: unknown, nodes: unknown[]) => ({ object: 'block', type, data, nodes })

test('keys and ids of blocks are kept, and unknown members that say nothing are left out', () => {
  const given = {
    ...paragraph(text),
    key: 'k',
    meta: { id: 'm' },
    color: null,
    fragments: [],
    data: { align: 'end' },
  }
  expect(validateDocument(document(given)).nodes).toEqual([
    {
      object: 'block',
      type: 'paragraph',
      key: 'k',
      meta: { id: 'm' },
      data: { align: 'end' },
      nodes: [text],
    },
  ])
})

test('data can be absent if all of its members are optional', () => {
  const given = { object: 'document', nodes: [{ object: 'block', type: 'paragraph', nodes: [] }] }
  expect(validateDocument(given)).toEqual(document(paragraph()))
})

const faults: [name: string, value: unknown, path: string][] = [
  ['an unknown member of a block', document({ ...paragraph(text), color: 'red' }), 'document.nodes.0.color'],
  ['unknown data', document({ ...paragraph(text), data: { size: 3 } }), 'document.nodes.0.data.size'],
  ['no object', 'a', 'document'],
  ['another object', { object: 'block' }, 'document.object'],
  ['no nodes', { object: 'document', data: {} }, 'document.nodes'],
  [
    'a schema version that is no number',
    { ...document(), data: { schemaVersion: 'a' } },
    'document.data.schemaVersion',
  ],
  ['a node that is no block', document(text), 'document.nodes.0.object'],
  ['a block of no known type', document(block('marquee', {}, [])), 'document.nodes.0.type'],
  ['a type that is a member of all objects', document(block('constructor', {}, [])), 'document.nodes.0.type'],
  ['an item outside of a list', document(block('list-item', {}, [])), 'document.nodes.0.type'],
  [
    'a paragraph right in a list',
    document(block('list-tasks', {}, [paragraph()])),
    'document.nodes.0.nodes.0.type',
  ],
  [
    'a style of hints that is none',
    document(block('hint', { style: 'x' }, [])),
    'document.nodes.0.data.style',
  ],
  ['an id that is no anchor', document(block('heading-1', { id: 'A b' }, [])), 'document.nodes.0.data.id'],
  [
    'an image without fragments',
    document(
      block('images', {}, [{ object: 'block', type: 'image', data: { ref: { kind: 'url', url: 'a' } } }]),
    ),
    'document.nodes.0.nodes.0.fragments',
  ],
  ['a block among inline nodes', document(paragraph(paragraph())), 'document.nodes.0.nodes.0.object'],
  [
    'a mark that is none',
    document(
      paragraph({
        object: 'text',
        leaves: [{ object: 'leaf', text: 'a', marks: [{ object: 'mark', type: 'loud' }] }],
      }),
    ),
    'document.nodes.0.nodes.0.leaves.0.marks.0.type',
  ],
  [
    'a reference of no known kind',
    document(paragraph({ object: 'inline', type: 'mention', data: { ref: { kind: 'x' } } })),
    'document.nodes.0.nodes.0.data.ref.kind',
  ],
  [
    'a link in a link',
    document(
      paragraph({
        object: 'inline',
        type: 'link',
        data: { ref: { kind: 'url', url: 'a' } },
        nodes: [{ object: 'inline', type: 'link', data: { ref: { kind: 'url', url: 'a' } }, nodes: [] }],
      }),
    ),
    'document.nodes.0.nodes.0.nodes.0.type',
  ],
]

test.each(faults)('%s is refused with its place', (_name, value, path) => {
  let caught: unknown
  try {
    validateDocument(value)
  } catch (error) {
    caught = error
  }
  expect(caught).toBeInstanceOf(AppError)
  expect((caught as AppError).code).toBe('BAD_USER_INPUT')
  expect((caught as AppError).fields?.[0]?.path).toBe(path)
})

test('error paths begin with the path of the document', () => {
  expect(() => validateDocument(document(text), 'changes.0.document')).toThrow(
    'changes.0.document.nodes.0.object',
  )
})
