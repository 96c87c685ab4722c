import { describe, expect, test } from 'vitest'
import type { PageState } from '../../../src/formats/merge/content-snapshot.ts'
import { budget, casesOfTurn } from '../../support/budget.ts'
import { filesOf, MemoryBranch } from './memory-branch.ts'
import { styles } from './styles.ts'

/** Returns the lines that two texts differ by, with the ends of the lines. */
function changedLines(
  before: Buffer | undefined,
  after: Buffer | undefined,
): { removed: string[]; added: string[] } {
  const [old, now] = [before, after].map((bytes) => (bytes?.toString() ?? '').split(/(?<=\n)/)) as [
    string[],
    string[],
  ]
  while (old.length > 0 && now.length > 0 && old[0] === now[0]) {
    old.shift()
    now.shift()
  }
  while (old.length > 0 && now.length > 0 && old.at(-1) === now.at(-1)) {
    old.pop()
    now.pop()
  }
  return { removed: old, added: now }
}

const repositories = Object.entries(styles).map(([name, texts], turn) => [name, texts, turn] as const)

describe.each(repositories)('a repository with %s', (_, texts, turn) => {
  const falls = casesOfTurn(turn, 6)
  /** Declares a case that edits each page. In `npm test` each is tried with one repository. */
  const row = () => test.runIf(falls())
  const files = filesOf(texts)

  async function pulled() {
    const branch = new MemoryBranch(files)
    await branch.pull()
    return branch
  }

  test('is not written without a change, and nothing of it is read for that', async () => {
    const branch = await pulled()
    expect(branch.content.snapshot.pages.size).toBeGreaterThan(3)
    const { writes, reads } = await branch.plan()
    expect(writes).toEqual([])
    expect(reads.filter((path) => !/SUMMARY\.md|\.gitbook\.yaml|vars\.yaml/.test(path))).toEqual([])
  })

  test('is not written when everything is looked at again', async () => {
    const branch = await pulled()
    branch.entries = branch.entries.map((entry) => ({ ...entry, fingerprint: '' }))
    const { writes } = await branch.plan()
    const texts = writes.flatMap((write) => (write.kind === 'TEXT' ? [write.bytes.toString()] : []))
    expect(texts).toEqual([])
  })

  test('says the same when it is read again', async () => {
    const branch = await pulled()
    const { base, theirs, entries } = await branch.read()
    expect(base).toEqual(theirs)
    expect(theirs).toEqual(branch.content)
    expect(entries).toEqual(branch.entries)
  })

  row()('has only the changed line of a page changed', async () => {
    for (const { kind, path } of (await pulled()).entries) {
      if (kind !== 'PAGE') continue
      const branch = await pulled()
      const page = branch.pageAt(path)
      const lines = branch.bodyOf(page).split('\n')
      const plain = [...lines.entries()].filter(([, line]) => /^[A-Z][\w ,]*[.a-z]\s*$/.test(line))
      for (const [index, line] of plain.slice(0, budget(1, plain.length))) {
        const changed = line.trimEnd().replace(/\.?$/, ' indeed.')
        branch.edit(page, { markdown: lines.with(index, changed).join('\n') })
        expect(await branch.push()).toEqual([path])
        const { removed, added } = changedLines(files.get(path), branch.files.get(path))
        expect(removed.map((one) => one.replace(/\r?\n$/, ''))).toEqual([line])
        expect(added.map((one) => one.replace(/\r?\n$/, ''))).toEqual([changed])
        expect(added.map((one) => /\r?\n$/.exec(one)?.[0])).toEqual(
          removed.map((one) => /\r?\n$/.exec(one)?.[0]),
        )
        branch.edit(page, { markdown: lines.join('\n') })
        await branch.push()
        expect(branch.files.get(path)?.toString()).toBe(files.get(path)?.toString())
      }
    }
  })

  row()('has a new title in the heading and the line of a page', async () => {
    for (const { kind, path } of (await pulled()).entries) {
      if (kind !== 'PAGE') continue
      const branch = await pulled()
      const page = branch.pageAt(path)
      branch.edit(page, { title: 'Another title' })
      await branch.push()
      const again = new MemoryBranch(branch.files)
      await again.pull()
      expect(again.pageAt(path).title).toBe('Another title')
      for (const [one, bytes] of files) {
        const { removed, added } = changedLines(bytes, branch.files.get(one))
        expect(removed.length).toBeLessThanOrEqual(2)
        expect(added.length).toBeLessThanOrEqual(2)
      }
      expect(await branch.push()).toEqual([])
      branch.edit(branch.content.snapshot.pages.get(page.pageId) as PageState, { title: page.title })
      await branch.push()
      // Without a table of contents, a page that has no heading gets one.
      if (files.has('SUMMARY.md')) expect(shapeOf(branch.files)).toEqual(shapeOf(files))
    }
  })

  row()('has a changed field in one place of the front matter', async () => {
    for (const { kind, path } of (await pulled()).entries) {
      if (kind !== 'PAGE') continue
      const branch = await pulled()
      const page = branch.pageAt(path)
      branch.edit(page, { description: 'New words: "here"', icon: 'star' })
      expect(await branch.push()).toEqual([path])
      const again = new MemoryBranch(branch.files)
      await again.pull()
      expect(again.pageAt(path)).toMatchObject({
        description: 'New words: "here"',
        icon: 'star',
        title: page.title,
        slug: page.slug,
      })
      expect(again.bodyOf(again.pageAt(path)).length).toBe(branch.bodyOf(page).length)
    }
  })
})

const shapeOf = (files: ReadonlyMap<string, Buffer>) =>
  Object.fromEntries([...files].map(([path, bytes]) => [path, bytes.toString().replace(/[*_]/g, '')]))
