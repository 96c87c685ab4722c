import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { archiveOf, expectSameTree, file, importOf, page } from './read-archive.ts'

describe('names in the archive of a space', () => {
  it.each([
    [['Case', 'case', 'CASE']],
    [['readme', 'README', 'index', 'summary', 'SUMMARY']],
    [['node_modules', '.git', '.gitbook', '__MACOSX', 'con', 'NUL.txt', 'aux']],
    [['v1.2', 'v12', 'a.b.', '~', '_', '-', '...a']],
    [['é', 'e\u0301', '日本', 'ß', 'SS']],
    [['a-1', 'a', 'A', 'a-2']],
    [['x'.repeat(100), 'ж'.repeat(100), '語'.repeat(100), `${'語'.repeat(99)}本`]],
  ])('keep the slugs %j, of pages with and without children', async (slugs) => {
    const level = slugs.flatMap((slug) => [
      page(slug, { title: 'Same' }),
      page('child', { id: `child-${slug}`, parentId: `page-${slug}`, title: 'Same' }),
    ])
    const groups = slugs.map((slug) =>
      page(slug, {
        id: `group-${slug}`,
        slug: `g${slug}`.length > 100 ? `g${slug.slice(1)}` : `g${slug}`,
        type: 'GROUP',
        title: 'Same',
        markdown: '',
      }),
    )
    const entries = await archiveOf([...level, ...groups])
    const names = entries.map(({ path }) => path.normalize('NFC').toLowerCase())
    expect(new Set(names).size).toBe(names.length)
    expect(entries.every(({ path }) => path.split('/').every((name) => Buffer.byteLength(name) <= 255))).toBe(
      true,
    )
    await expectSameTree([...level, ...groups])
  })

  it('are safe paths for pages without a usable slug', async () => {
    const hostile = ['../../etc/passwd', '..', '', 'a/b', 'C:\\x', '/', '\0', '🙂', 'x'.repeat(600)]
    const pages = hostile.map((slug, index) => page(slug, { id: `p${index}`, title: `T${index}` }))
    const entries = await archiveOf(pages)
    expect(entries).toHaveLength(pages.length + 1)
    expect(entries.every(({ path }) => !/(^|\/)\.|[\\:]|^\//.test(path))).toBe(true)
    const { pages: read } = await importOf(entries)
    expect(read.map(({ title }) => title)).toEqual(pages.map(({ title }) => title))
  })

  it('keep the names and content of files with the same name', async () => {
    const files = [
      file('f1', 'a.png', '1'),
      file('f2', 'a.png', '2'),
      file('f3', 'A.PNG', '3'),
      file('f4', 'notes.md', '# 4'),
    ]
    const imported = await expectSameTree(
      [page('a', { markdown: files.map(({ id }) => `![](/files/${id})`).join('\n') })],
      files,
    )
    const contents = await Promise.all(
      imported.files.map(async ({ name, read }) => `${name} ${await read()}`),
    )
    expect(contents).toEqual(['a.png 1', 'a.png 2', 'A.PNG 3', 'notes.md # 4'])
  })

  it('keep the names that only pages cannot have', async () => {
    const names = ['index.html', 'README', 'summary.json', 'README.md', 'index.mdx']
    const files = names.map((name, index) => file(`f${index}`, name, String(index)))
    const entries = await archiveOf([page('a')], files)
    const paths = entries.map(({ path }) => path).filter((path) => path.startsWith('.gitbook/assets/'))
    expect(paths.map((path) => posix.basename(path))).toEqual([
      'index.html',
      'README',
      'summary.json',
      'file-README.md',
      'file-index.mdx',
    ])
  })

  it('are safe, unique paths for files with hostile names, and links to them survive a round trip', async () => {
    const names = [
      '../../x.png',
      'a/b.png',
      '',
      '..',
      '.',
      'con.png',
      'a\\b',
      'a:b*?.png',
      `${'🙂'.repeat(200)}.png`,
      'x.'.repeat(300),
      '\u202egnp.exe',
      'ü %20#?.png',
    ]
    const files = names.map((name, index) => file(`f${index}`, name, `bytes of ${index}`))
    const markdown = files.map(({ id }) => `[x](/files/${id})`).join(' ')
    const entries = await archiveOf([page('a', { markdown })], files)
    const paths = entries.map(({ path }) => path).filter((path) => path.startsWith('.gitbook/assets/'))
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(names.length)
    expect(
      paths.every(
        (path) =>
          !/[\\:*?"<>|]|\.\.\//.test(path) && path.split('/').every((name) => Buffer.byteLength(name) <= 255),
      ),
    ).toBe(true)
    const { pages, files: read } = await importOf(entries)
    const order = [...(pages[0]?.markdown ?? '').matchAll(/\/files\/([\w-]+)/g)].map(([, id]) =>
      read.find((one) => one.id === id),
    )
    expect(await Promise.all(order.map(async (one) => String(await one?.read())))).toEqual(
      names.map((_, index) => `bytes of ${index}`),
    )
  })
})
