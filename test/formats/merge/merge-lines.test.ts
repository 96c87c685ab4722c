import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeLines, mergeMarkdown } from '../../../src/formats/merge/merge-lines.ts'
import { propertyBudget } from '../../support/budget.ts'

describe('a merge of bodies', () => {
  it('has no conflict where one side only lost the line break at the end, and keeps that loss', () => {
    expect(mergeMarkdown('First.\n\nLast.\n', 'First.\n\nLive.\n', 'Proposed.\n\nLast.')).toEqual({
      text: 'Proposed.\n\nLive.',
      conflicts: [],
    })
    expect(mergeMarkdown('Last.\n', 'Last.', '')).toEqual({ text: '', conflicts: [] })
  })
})

describe('a merge of lines', () => {
  it('combines edits with a line between them', () => {
    expect(mergeLines('a\nb\nc\n', 'A\nb\nc\n', 'a\nb\nC\n')).toEqual({ text: 'A\nb\nC\n', conflicts: [] })
  })

  it('has a conflict for adjacent edits, and keeps theirs', () => {
    expect(mergeLines('a\nb\nc\n', 'A\nb\nc\n', 'a\nB\nc\n')).toEqual({
      text: 'a\nB\nc\n',
      conflicts: [
        {
          base: { line: 1, markdown: 'a\nb' },
          ours: { line: 1, markdown: 'A\nb' },
          theirs: { line: 1, markdown: 'a\nB' },
        },
      ],
    })
  })

  it('applies the same insertion of both sides once', () => {
    expect(mergeLines('a\nb', 'a\nx\nb', 'a\nx\nb')).toEqual({ text: 'a\nx\nb', conflicts: [] })
  })

  it('has a conflict for different insertions at the same line', () => {
    const merged = mergeLines('a\nb', 'a\nx\nb', 'a\ny\nb')
    expect(merged?.conflicts).toHaveLength(1)
    expect(merged?.conflicts[0]?.ours).toEqual({ line: 2, markdown: 'x' })
    expect(merged?.text).toBe('a\ny\nb')
  })

  it('keeps line endings', () => {
    expect(mergeLines('a\r\nb\r\nc', 'A\r\nb\r\nc', 'a\r\nb\r\nC')?.text).toBe('A\r\nb\r\nC')
    expect(mergeLines('a\nb\nc', 'a\nb\nc\n', 'A\nb\nc')?.text).toBe('A\nb\nc\n')
  })

  it('combines edits at both ends of a long text that is half blank lines', () => {
    const lines = Array.from({ length: 8_000 }, (_, index) => [`paragraph ${index}`, '']).flat()
    const ours = lines.with(0, 'of ours').with(15_000, 'of ours, too')
    const theirs = lines.with(4, 'of theirs').with(15_990, 'of theirs, too')
    const wanted = ours.with(4, 'of theirs').with(15_990, 'of theirs, too')
    const merged = mergeLines(lines.join('\n'), ours.join('\n'), theirs.join('\n'))
    expect(merged?.conflicts).toEqual([])
    expect(merged?.text === wanted.join('\n')).toBe(true)
  })

  it('has the line number of a conflict far into a long text', () => {
    const lines = Array.from({ length: 8_000 }, (_, index) => [`paragraph ${index}`, '']).flat()
    const ours = ['first of ours', ...lines.with(9_000, 'of ours').with(15_000, 'x')]
    const theirs = lines.with(4, 'of theirs').with(9_000, 'of theirs')
    const merged = mergeLines(lines.join('\n'), ours.join('\n'), theirs.join('\n'))
    expect(merged?.conflicts).toEqual([
      {
        base: { line: 9_001, markdown: 'paragraph 4500' },
        ours: { line: 9_002, markdown: 'of ours' },
        theirs: { line: 9_001, markdown: 'of theirs' },
      },
    ])
  })

  it('has a conflict for texts that two sides write to an empty one, however they begin and end', () => {
    const texts = ['a\n', 'a', '\nb\n', '\n\na\nb', '\n']
    for (const ours of texts)
      for (const theirs of texts.filter((text) => text !== ours))
        expect(mergeLines('', ours, theirs)).toEqual({
          text: theirs,
          conflicts: [expect.objectContaining({ base: { line: 1, markdown: '' } })],
        })
  })

  it('combines edits of texts of a few lines that are repeated thousands of times', () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => (index % 2 ? 'a' : 'b'))
    const ours = ['first', ...lines].join('\n')
    const theirs = [...lines, 'last'].join('\n')
    expect(mergeLines(lines.join('\n'), ours, theirs)).toEqual({
      text: ['first', ...lines, 'last'].join('\n'),
      conflicts: [],
    })
  })
})

/** A Markdown text, whose blocks are few enough for some to be repeated. */
const blocks = fc.constantFrom(
  'One.\n\n',
  'Two.\n\n',
  'A line,\nand another.\n\n',
  '```js\nrun()\n```\n\n',
  '* item\n* item\n\n',
  '---\n\n',
  '\n',
)

const text = fc.array(
  fc.oneof(
    blocks,
    fc.nat(99).map((number) => `Paragraph ${number}.\n\n`),
  ),
  { maxLength: 40 },
)

/** An edit of a list of blocks: the removal of some and the addition of others, perhaps those removed before. */
const edit = fc.record({ at: fc.nat(40), removed: fc.nat(2), added: fc.array(blocks, { maxLength: 2 }) })

const edited = (
  base: readonly string[],
  edits: readonly { at: number; removed: number; added: string[] }[],
) => edits.reduce((list, { at, removed, added }) => list.toSpliced(at, removed, ...added), [...base]).join('')

describe('a merge of random texts', () => {
  it('is that of git, without conflicts where git has none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'merge-'))
    const git = startGit(folder)
    const merges = fc.record({
      base: text,
      ours: fc.array(edit, { maxLength: 4 }),
      theirs: fc.array(edit, { maxLength: 4 }),
    })
    const property = fc.asyncProperty(merges, async ({ base, ours, theirs }) => {
      const texts = [base.join(''), edited(base, ours), edited(base, theirs)] as const
      const { text: merged, conflicts } = mergeLines(...texts)
      expect(conflicts.length > 0 ? 'conflicts' : merged).toBe(await git.merge(...texts))
    })
    try {
      await fc.assert(property, propertyBudget(40, 2_000))
    } finally {
      await git.stop()
      await rm(folder, { recursive: true })
    }
  })
})

interface Git {
  /** Returns the merged text, or that there are conflicts. */
  merge(base: string, ours: string, theirs: string): Promise<string>
  stop(): Promise<void>
}

/** Starts a shell that runs git. To start git from a process as large as this one takes ten times as long. */
function startGit(folder: string): Git {
  const merging = 'while read -r _; do git merge-file -p ours base theirs > merged; echo $?; done'
  const shell = spawn('sh', ['-c', merging], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
  const codes = createInterface({ input: shell.stdout })[Symbol.asyncIterator]()
  return {
    merge: async (base, ours, theirs) => {
      const names = Object.entries({ ours, base, theirs })
      await Promise.all(names.map(([name, content]) => writeFile(join(folder, name), content)))
      shell.stdin.write('\n')
      const conflicts = Number((await codes.next()).value)
      // Git reports at most 127 conflicts, and greater numbers for errors.
      if (!(conflicts < 128)) throw new Error(`git ended with ${conflicts}`)
      return conflicts > 0 ? 'conflicts' : readFile(join(folder, 'merged'), 'utf8')
    },
    stop: async () => {
      shell.stdin.end()
      await once(shell, 'close')
    },
  }
}
