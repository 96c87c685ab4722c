import { expect, test } from 'vitest'
import { newId } from '../../../src/base/identifiers.ts'
import { readSides } from '../../../src/formats/git/read-sides.ts'
import type { PageState } from '../../../src/formats/merge/content-snapshot.ts'
import { commitOf, filesOf, firstPushOf, MemoryBranch } from './memory-branch.ts'

const book = {
  'SUMMARY.md': '# Contents\n\n* [Home](README.md)\n* [Guide](guide.md)\n* [End](end.md)\n',
  'README.md': '# Home\n\nSee [the guide](guide.md).\n',
  'guide.md': '# Guide\n\nBack [home](README.md).\n',
  'end.md': '# End\n\nText.\n',
}

async function pulled(texts: Readonly<Record<string, string>> = book) {
  const branch = new MemoryBranch(filesOf(texts))
  await branch.pull()
  return branch
}

const textOf = (branch: MemoryBranch, path: string) => branch.files.get(path)?.toString()

const titlesOf = (branch: MemoryBranch) =>
  [...branch.content.snapshot.pages.values()]
    .sort((one, other) => (one.position < other.position ? -1 : 1))
    .map(({ title }) => title)

function newPage(branch: MemoryBranch, fields: Partial<PageState>): PageState {
  const page = {
    ...branch.pageAt('README.md'),
    pageId: newId('Page'),
    documentId: null,
    position: 'z9',
    ...fields,
  }
  branch.put(page)
  return page
}

test('a page that becomes a parent is renamed to the README of a folder, and links to it are mended', async () => {
  const branch = await pulled()
  const guide = branch.pageAt('guide.md')
  const page = newPage(branch, { title: 'Part', slug: 'part', parentId: guide.pageId })
  branch.edit(page, { markdown: 'New.\n' })
  const { writes } = await branch.plan()
  expect(writes).toContainEqual(expect.objectContaining({ path: 'guide/README.md', from: 'guide.md' }))
  await branch.push()
  expect([...branch.files.keys()].sort()).toEqual(
    ['README.md', 'SUMMARY.md', 'end.md', 'guide/README.md', 'guide/part.md'].sort(),
  )
  expect(textOf(branch, 'README.md')).toBe('# Home\n\nSee [the guide](guide/README.md).\n')
  expect(textOf(branch, 'guide/README.md')).toBe('# Guide\n\nBack [home](../README.md).\n')
  expect(textOf(branch, 'guide/part.md')).toBe('# Part\n\nNew.\n')
  expect(textOf(branch, 'SUMMARY.md')).toBe(
    '# Contents\n\n* [Home](README.md)\n* [Guide](guide/README.md)\n  * [Part](guide/part.md)\n* [End](end.md)\n',
  )
})

test('a page that moves below another goes into its folder, with what is below it, and leaves nothing behind', async () => {
  const branch = await pulled({
    'SUMMARY.md':
      '# Contents\n\n* [Home](README.md)\n* [One](one/README.md)\n  * [Deep](one/deep/README.md)\n    * [Deeper](one/deep/deeper.md)\n* [Two](two/README.md)\n  * [Other](two/other.md)\n',
    'README.md': '# Home\n',
    'one/README.md': '# One\n',
    'one/deep/README.md': '# Deep\n',
    'one/deep/deeper.md': '# Deeper\n\n[Two](../../two/README.md)\n',
    'two/README.md': '# Two\n',
    'two/other.md': '# Other\n\n[Deeper](../one/deep/deeper.md)\n',
  })
  branch.edit(branch.pageAt('one/deep/README.md'), {
    parentId: branch.pageAt('two/README.md').pageId,
    position: 'z0',
  })
  await branch.push()
  expect([...branch.files.keys()].filter((path) => path.includes('deep')).sort()).toEqual([
    'two/deep/README.md',
    'two/deep/deeper.md',
  ])
  expect(textOf(branch, 'two/deep/deeper.md')).toBe('# Deeper\n\n[Two](../README.md)\n')
  expect(textOf(branch, 'two/other.md')).toBe('# Other\n\n[Deeper](deep/deeper.md)\n')
})

test('a SUMMARY.md with the marks of a conflict, or without a page, changes no order, and is told with its line', async () => {
  for (const [contents, line] of [
    [`${book['SUMMARY.md']}<<<<<<< mine\n* [X](x.md)\n`, 6],
    ['# Contents\n', 1],
  ] as const) {
    const branch = await pulled()
    branch.files.set('SUMMARY.md', Buffer.from(contents))
    branch.files.set('end.md', Buffer.from('# End\n\nChanged.\n'))
    const { problems } = await branch.pull()
    expect(problems).toEqual([expect.objectContaining({ code: 'CONTENTS_BROKEN', file: 'SUMMARY.md', line })])
    expect(titlesOf(branch)).toEqual(['Home', 'Guide', 'End'])
    expect(branch.bodyOf(branch.pageAt('end.md'))).toBe('Changed.\n')
    expect(await branch.push()).toEqual([])
    branch.files.set('SUMMARY.md', Buffer.from(book['SUMMARY.md']))
    await branch.pull()
    expect(await branch.push()).toEqual([])
  }
})

test('a page that was added while SUMMARY.md was broken is listed once it is whole', async () => {
  const branch = await pulled()
  branch.files.set('SUMMARY.md', Buffer.from(`${book['SUMMARY.md']}<<<<<<< mine\n`))
  await branch.pull()
  newPage(branch, { title: 'New', slug: 'new', parentId: null })
  expect(await branch.push()).toEqual(['new.md'])
  branch.files.set('SUMMARY.md', Buffer.from(book['SUMMARY.md']))
  await branch.pull()
  expect(titlesOf(branch)).toEqual(['Home', 'Guide', 'End', 'New'])
  expect(await branch.push()).toEqual(['SUMMARY.md'])
  expect(textOf(branch, 'SUMMARY.md')).toBe(`${book['SUMMARY.md']}* [New](new.md)\n`)
})

test('a file that is listed but missing is told with its line, which stays', async () => {
  const contents = '# Contents\n\n* [Home](README.md)\n* [Gone](gone.md)\n* [End](end.md)\n'
  const branch = new MemoryBranch(filesOf({ ...book, 'SUMMARY.md': contents }))
  const { problems } = await branch.pull()
  expect(problems).toEqual([expect.objectContaining({ code: 'PAGE_MISSING', file: 'SUMMARY.md', line: 4 })])
  branch.edit(branch.pageAt('end.md'), { title: 'Finish' })
  await branch.push()
  expect(textOf(branch, 'SUMMARY.md')).toBe(contents.replace('[End]', '[Finish]'))
})

test('a file that is renamed in git stays its page, and a page with another heading gets it as its title', async () => {
  const branch = await pulled()
  const { pageId } = branch.pageAt('guide.md')
  branch.files.set('manual.md', branch.files.get('guide.md') as Buffer)
  branch.files.delete('guide.md')
  branch.files.set('SUMMARY.md', Buffer.from(book['SUMMARY.md'].replace('guide.md', 'manual.md')))
  branch.files.set('end.md', Buffer.from('# Finish\n\nText.\n'))
  await branch.pull(new Map([['manual.md', 'guide.md']]))
  expect(branch.pageAt('manual.md')).toMatchObject({ pageId, slug: 'manual', title: 'Guide' })
  expect(branch.pageAt('end.md').title).toBe('Finish')
  expect(await branch.push()).toEqual(['SUMMARY.md'])
  expect(textOf(branch, 'SUMMARY.md')).toContain('* [Guide](manual.md)\n* [Finish](end.md)\n')
})

test('a page that is taken out of SUMMARY.md is gone, and its file stays', async () => {
  const branch = await pulled()
  branch.files.set('SUMMARY.md', Buffer.from(book['SUMMARY.md'].replace('* [End](end.md)\n', '')))
  await branch.pull()
  expect(titlesOf(branch)).toEqual(['Home', 'Guide'])
  expect(await branch.push()).toEqual([])
  expect(branch.files.has('end.md')).toBe(true)
})

test('front matter that is malformed takes nothing from its page, and its text is written all the same', async () => {
  const branch = await pulled({ ...book, 'end.md': '---\ndescription: Words\n---\n\n# End\n\nText.\n' })
  const broken = '---\ndescription: [Words\n---\n\n# End\n\nOther text.\n'
  branch.files.set('end.md', Buffer.from(broken))
  const { problems } = await branch.pull()
  expect(problems).toEqual([
    expect.objectContaining({ code: 'FRONT_MATTER_BROKEN', file: 'end.md', line: 1 }),
  ])
  const page = branch.pageAt('end.md')
  expect(page.description).toBe('Words')
  branch.edit(page, { description: 'Others', markdown: 'More text.\n' })
  await branch.push()
  expect(textOf(branch, 'end.md')).toBe(broken.replace('Other', 'More'))
})

test('what must not be read is told file by file, and the space keeps what it has of it', async () => {
  const branch = await pulled({ ...book, '.gitbook/assets/a.png': 'small' })
  const head = commitOf(branch.files)
  const files = [
    ...head.files.map((file) =>
      file.path === 'end.md'
        ? { ...file, oid: 'other', kind: 'SYMBOLIC_LINK' as const }
        : file.path.endsWith('a.png')
          ? { ...file, oid: 'other', size: 300_000_000 }
          : file,
    ),
    { path: 'lib', oid: '1', size: 0, kind: 'SUBMODULE' as const },
    { path: 'End.md', oid: '2', size: 3, kind: 'FILE' as const },
  ]
  const { theirs, problems } = await readSides({
    common: { tree: head, entries: branch.entries, content: branch.content },
    head: { ...head, files },
    storeFile: () => Promise.reject(new Error('never asked')),
    maximumFileBytes: 50_000_000,
    owner: 'test',
    now: new Date(),
  })
  expect(problems.map(({ code, file }) => [code, file])).toEqual([
    ['SYMBOLIC_LINK', 'end.md'],
    ['FILE_TOO_LARGE', '.gitbook/assets/a.png'],
    ['SUBMODULE', 'lib'],
    ['SAME_NAME', 'End.md'],
  ])
  expect(theirs.snapshot.pages).toEqual(branch.content.snapshot.pages)
  expect(theirs.snapshot.files).toEqual(branch.content.snapshot.files)
})

test('a first sync from a space writes all of it, and reading it again gives the same', async () => {
  const branch = await pulled()
  const space = await firstPushOf(branch, filesOf({ 'README.md': 'Of somebody else.\n', LICENSE: 'Free.\n' }))
  expect([...space.files.keys()].sort()).toEqual(['LICENSE', 'README.md', 'SUMMARY.md', 'end.md', 'guide.md'])
  const again = new MemoryBranch(space.files)
  await again.pull()
  expect(titlesOf(again)).toEqual(titlesOf(branch))
  expect(await space.push()).toEqual([])
})

test('the title of a page in git keeps its mark, its underline and its attributes', async () => {
  for (const [heading, changed] of [
    ['# End ##', '# Finish ##'],
    ['End\n===', 'Finish\n======'],
    ['# End {#the-end}', '# Finish {#the-end}'],
  ] as const) {
    const branch = await pulled({ ...book, 'end.md': `${heading}\n\nText.\n` })
    branch.edit(branch.pageAt('end.md'), { title: 'Finish' })
    await branch.push()
    expect(textOf(branch, 'end.md')).toBe(`${changed}\n\nText.\n`)
  }
})

test('variables are changed line by line', async () => {
  const branch = await pulled({ ...book, '.gitbook/vars.yaml': '# ours\nversion: "1"   # now\nname: Tool\n' })
  branch.content = { ...branch.content, variables: { version: '2', name: 'Tool', more: true } }
  expect(await branch.push()).toEqual(['.gitbook/vars.yaml'])
  const text = textOf(branch, '.gitbook/vars.yaml')
  expect(text?.startsWith('# ours\nversion: "2"')).toBe(true)
  expect(text?.endsWith('name: Tool\nmore: true\n')).toBe(true)
})

test('a link to a page that was deleted stays as its author wrote it when the page with the link is edited', async () => {
  const branch = await pulled()
  branch.remove(branch.pageAt('guide.md').pageId)
  expect(await branch.push()).toEqual(['SUMMARY.md', 'guide.md'])
  const home = branch.pageAt('README.md')
  branch.edit(home, { markdown: `${branch.bodyOf(home)}\nMore.\n` })
  expect(await branch.push()).toEqual(['README.md'])
  expect(textOf(branch, 'README.md')).toBe(`${book['README.md']}\nMore.\n`)
})

test('a line that moves behind others in a list of uneven indents stays beside them', async () => {
  const branch = await pulled({
    'SUMMARY.md':
      '# Contents\n\n  * [Home](README.md)\n  * [Guide](guide.md)\n* [End](end.md)\n  * [Part](part.md)\n* [Last](last.md)\n',
    ...Object.fromEntries(
      ['README', 'guide', 'end', 'part', 'last'].map((name) => [`${name}.md`, `Text of ${name}.\n`]),
    ),
  })
  branch.put({ ...branch.pageAt('guide.md'), position: `${branch.pageAt('end.md').position}V` })
  newPage(branch, { title: 'More', slug: 'more', position: `${branch.pageAt('last.md').position}V` })
  await branch.push()
  expect(textOf(branch, 'SUMMARY.md')).toBe(
    '# Contents\n\n  * [Home](README.md)\n* [End](end.md)\n  * [Part](part.md)\n* [Guide](guide.md)\n* [Last](last.md)\n* [More](more.md)\n',
  )
})

test('a first sync from a space to a branch with a root leads from its SUMMARY.md to the pages', async () => {
  const branch = await pulled({
    ...book,
    'SUMMARY.md':
      '# Contents\n\n* [Home](README.md)\n\n## Part <a href="#own" id="own"></a>\n\n* [Guide](guide.md)\n\n---\n\n* [End](end.md)\n',
  })
  const space = await firstPushOf(branch, filesOf({ '.gitbook.yaml': 'root: ./docs/\n' }))
  expect(textOf(space, 'docs/SUMMARY.md')).toBe(
    '# Space\n\n* [Home](README.md)\n\n## Part\n\n* [Guide](own/guide.md)\n\n---\n\n* [End](end.md)\n',
  )
  const again = await pulled(Object.fromEntries([...space.files].map(([path, bytes]) => [path, `${bytes}`])))
  expect(again.pageAt('docs/own/guide.md').title).toBe('Guide')
})

test('a page below a line whose file is missing stays below it when a line above is taken away', async () => {
  const branch = await pulled({
    ...book,
    'SUMMARY.md':
      '# Contents\n\n* [Home](README.md)\n* [End](end.md)\n* [Gone](gone.md)\n  * [Guide](guide.md)\n',
  })
  branch.remove(branch.pageAt('end.md').pageId)
  await branch.push()
  expect(textOf(branch, 'SUMMARY.md')).toBe(
    '# Contents\n\n* [Home](README.md)\n* [Gone](gone.md)\n  * [Guide](guide.md)\n',
  )
})

test('an indented line that is no page does not become one by a line above it', async () => {
  const branch = await pulled({
    ...book,
    'SUMMARY.md':
      '# Contents\n\n* [Home](README.md)\n\n## Part\n\n    * [Guide](guide.md)\n\n## More\n\n* [End](end.md)\n',
  })
  expect(titlesOf(branch)).not.toContain('Guide')
  const [part] = [...branch.content.snapshot.pages.values()].filter(({ title }) => title === 'Part')
  const page = newPage(branch, { title: 'New', slug: 'new', parentId: part?.pageId ?? null })
  branch.edit(page, { markdown: 'New.\n' })
  await branch.push()
  const again = new MemoryBranch(branch.files)
  await again.pull()
  expect(titlesOf(again).sort()).toEqual(titlesOf(branch).sort())
})

test('a branch whose folders give the order gets no SUMMARY.md by the edit of a page, whatever else it has', async () => {
  const branch = await pulled({
    'README.md': '# Home\n\nText.\n',
    'part/one.md': '# One\n\nText.\n',
    '.github/TEMPLATE.md': '# For pull requests\n',
    'old/SUMMARY.md': '# Contents\n\n* [Gone](gone.md)\n',
  })
  branch.edit(branch.pageAt('part/one.md'), { markdown: 'Other text.\n' })
  expect(await branch.push()).toEqual(['part/one.md'])
})

test('a page whose text begins with blank lines gets one below its heading in a new file', async () => {
  const branch = await pulled({ 'README.md': '\n\n<!-- a comment -->\n\nText.\n' })
  const space = await firstPushOf(branch)
  expect(textOf(space, 'README.md')).toMatch(/^# \w+\n\n<!-- a comment -->\n\nText\.\n$/)
})

test('a thematic break stays the one above a page if the first line below it leads to no file', async () => {
  const summary =
    '# Contents\n\n* [Home](README.md)\n\n## Group\n\n* [Guide](guide.md)\n\n---\n\n* [Gone](gone.md)\n\n* [End](end.md)\n'
  const branch = await pulled({ ...book, 'SUMMARY.md': summary })
  branch.edit(branch.pageAt('guide.md'), { title: 'Manual' })
  await branch.push()
  expect(textOf(branch, 'SUMMARY.md')).toBe(summary.replace('Guide', 'Manual'))
})
