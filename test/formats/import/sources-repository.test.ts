import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readFolder } from '../../../src/formats/import/files/folder.ts'
import type { ImportedPage } from '../../../src/formats/import/imported-content.ts'
import { type ImportedContent, readMarkdownSource } from '../../../src/formats/import/markdown/read-source.ts'
import { isLongRun } from '../../support/budget.ts'
import { inWords } from './lines.ts'

const noSuchFile = 'listed in the table of contents, but there is no such file'

const fixture = join(import.meta.dirname, '../../fixtures/learn-go-with-tests')

describe.runIf(isLongRun)('the repository of a real book', () => {
  let content: ImportedContent
  let progress: (readonly [number, number, string])[]

  beforeAll(async () => {
    let pages = 0
    let files = 0
    progress = []
    content = await readMarkdownSource(await readFolder(fixture), {
      newPageId: () => `page${++pages}`,
      newFileId: () => `file${++files}`,
      onProgress: (done, total, what) => progress.push([done, total, what]),
    })
  })

  const all = (pages: readonly ImportedPage[]): ImportedPage[] =>
    pages.flatMap((page) => [page, ...all(page.pages ?? [])])
  const titles = (pages: readonly ImportedPage[] = []) => pages.map(({ title }) => title)
  const pageAt = (path: string) => all(content.pages).find(({ git }) => git?.path === path)
  const fileAt = (path: string) => content.files.find(({ git }) => git?.path === path)

  it('has its parts as groups, in order, after the introduction', () => {
    expect(content.pages.map(({ type, title, pages }) => [type, title, pages?.length])).toEqual([
      ['DOCUMENT', 'Learn Go with Tests', 0],
      ['GROUP', 'Go fundamentals', 21],
      ['GROUP', 'Testing fundamentals', 4],
      ['GROUP', 'Build an application', 8],
      ['GROUP', 'Questions and answers', 4],
      ['GROUP', 'Meta', 2],
    ])
  })

  it('has the pages of each part in the order and with the titles of the table of contents', () => {
    expect(titles(content.pages[1]?.pages).slice(0, 6)).toEqual([
      'Install Go',
      'Hello, World',
      'Integers',
      'Iteration',
      'Arrays and slices',
      'Structs, methods & interfaces',
    ])
    expect(titles(content.pages[5]?.pages)).toEqual([
      'Why unit tests and how to make them work for you',
      'Anti-patterns',
    ])
  })

  it('has every body after its heading, byte by byte except for links', async () => {
    for (const page of all(content.pages).filter(({ git }) => git)) {
      const source = await readFile(join(fixture, page.git?.path ?? ''), 'utf8')
      const restored = (page.markdown ?? '').replace(/\/(pages\/page|files\/file)\d+/g, '\u0000')
      const [start = '', ...pieces] = restored.split('\u0000')
      expect(source).toContain(start)
      for (const piece of pieces) expect(source).toContain(piece)
      expect(source.endsWith(pieces.at(-1) ?? start)).toBe(true)
      expect(page.markdown).not.toMatch(/^# /)
    }
  })

  it('has links between pages by id', () => {
    const intro = pageAt('app-intro.md')?.markdown
    for (const path of ['http-server.md', 'json.md', 'io.md', 'command-line.md', 'time.md', 'websockets.md'])
      expect(intro).toContain(`](/pages/${pageAt(path)?.id})`)
    const remaining = all(content.pages).flatMap(
      ({ markdown }) => markdown?.match(/\]\([\w./-]+\.md[^)]*\)/g) ?? [],
    )
    expect(remaining).toEqual(['](LICENSE.md)'])
  })

  it('has its images by id, with their dimensions', () => {
    const gophers = fileAt('.gitbook/assets/red-green-blue-gophers-smaller.png')
    expect(gophers).toMatchObject({ contentType: 'image/png', width: 800, height: 559 })
    expect(pageAt('gb-readme.md')?.markdown).toMatch(new RegExp(`^!\\[\\]\\(/files/${gophers?.id}\\)`))
    expect(content.files).toHaveLength(11)
  })

  it('reports what was skipped', () => {
    const { skipped, importedResources, totalResources } = content
    expect(inWords(skipped.filter(({ reason }) => reason !== 'not referenced by any page'))).toEqual([
      { path: 'contributing.md', reason: noSuchFile, kind: 'PAGE' },
      { path: 'template.md', reason: noSuchFile, kind: 'PAGE' },
      ...['LICENSE.md', 'README.md', 'pdf-cover.md'].map((path) => ({
        path,
        reason: 'not listed in SUMMARY.md',
        kind: 'PAGE',
      })),
      ...['v1', 'v2'].map((version) => ({
        path: `websockets/${version}/vendor/github.com/gorilla/websocket/README.md`,
        reason: 'not listed in SUMMARY.md',
        kind: 'PAGE',
      })),
      { path: 'gb-readme.md: LICENSE.md', reason: 'link target is not imported', kind: 'LINK' },
      { path: 'arrays-and-slices.md: ../iteration.md#', reason: 'link target not found', kind: 'LINK' },
      { path: 'math.md: .gitbook/assets/TDD-outside-in.jpg', reason: 'link target not found', kind: 'LINK' },
    ])
    expect([importedResources, totalResources]).toEqual([51, 77])
  })

  it('reports progress page by page', () => {
    expect(progress.map(([done, total]) => [done, total])).toEqual(
      Array.from({ length: 40 }, (_, index) => [index + 1, 40]),
    )
    expect(progress.slice(0, 2).map(([, , what]) => what)).toEqual(['gb-readme.md', 'install-go.md'])
  })
})
