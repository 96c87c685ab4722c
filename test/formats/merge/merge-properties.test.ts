import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PageState } from '../../../src/formats/merge/content-snapshot.ts'
import type { MergeInput, MergeResult } from '../../../src/formats/merge/types.ts'
import { oneRowIn, propertyBudget } from '../../support/budget.ts'
import { mergeContent } from './merged.ts'
import { type Merge, properties } from './properties.ts'

const names = Object.keys(properties)

const propertyOf = (name: string, merge: Merge, most: number) => {
  const property = properties[name]
  if (!property) throw new Error(`there is no property ${name}`)
  return property(merge, most)
}

describe('a merge of random histories', () => {
  it.each(names)('%s: short ones', (name) => {
    fc.assert(propertyOf(name, mergeContent, 12), propertyBudget(12, 800))
  })

  it.each(names)('%s: hundreds of steps', (name) => {
    fc.assert(propertyOf(name, mergeContent, 300), propertyBudget(4, 60))
  })
})

/** Merges with one fault each. */
const faults: Readonly<Record<string, (input: MergeInput) => MergeResult>> = {
  'ignores bodies of ours': (input) => {
    const result = mergeContent(input)
    const bodies = new Map([...input.theirs.pages.values()].map((page) => [page.pageId, page.documentId]))
    return withPages(result, (page) => ({ ...page, documentId: bodies.get(page.pageId) ?? page.documentId }))
  },
  'drops the conflicts of lines': (input) => {
    const result = mergeContent(input)
    return { ...result, conflicts: result.conflicts.filter(({ kind }) => kind !== 'BODY') }
  },
  'drops the conflicts of titles': (input) => {
    const result = mergeContent(input)
    return { ...result, conflicts: result.conflicts.filter(({ kind }) => kind !== 'FIELD') }
  },
  'ignores moves': (input) =>
    withPages(mergeContent(input), (page) => {
      const { parentId, position } = input.base.pages.get(page.pageId) ?? page
      return { ...page, parentId, position }
    }),
  'restores deleted pages': (input) => {
    const result = mergeContent(input)
    return { ...result, pages: new Map([...input.base.pages, ...result.pages]) }
  },
  'lets two pages have one slug': (input) =>
    withPages(mergeContent(input), (page) => ({
      ...page,
      slug: input.theirs.pages.get(page.pageId)?.slug ?? page.slug,
    })),
  'lets pages go in a circle': (input) =>
    withPages(mergeContent(input), (page) => {
      const [ours, base] = [input.ours.pages.get(page.pageId), input.base.pages.get(page.pageId)]
      return ours && base && ours.parentId !== base.parentId ? { ...page, parentId: ours.parentId } : page
    }),
  'drops the last line of merged bodies': (input) => {
    const result = mergeContent(input)
    const bodies = new Map(
      [...result.bodies].map(([id, body]) => [
        id,
        { ...body, markdown: body.markdown.replace(/\n?.*$/, '') },
      ]),
    )
    return { ...result, bodies }
  },
  'depends on the order of pages': (input) => {
    const result = mergeContent(input)
    const [first] = input.ours.pages.keys()
    return withPages(result, (page) => (page.pageId === first ? { ...page, emoji: '1' } : page))
  },
}

const withPages = (result: MergeResult, change: (page: PageState) => PageState): MergeResult => ({
  ...result,
  pages: new Map([...result.pages].map(([id, page]) => [id, change(page)])),
})

describe('the properties detect a faulty merge', () => {
  it.each(oneRowIn(9, Object.keys(faults), 1))('that %s', (name) => {
    const catches = (property: string) =>
      fc.check(propertyOf(property, faults[name] as Merge, 20), {
        ...propertyBudget(150, 150),
        endOnFailure: true,
      }).failed
    expect(names.find(catches)).toBeDefined()
  })
})
