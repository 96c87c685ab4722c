import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { withBlobs } from '../../src/git/blobs.ts'
import { fetchCommit, fetchRef, listRemoteRefs } from '../../src/git/fetch.ts'
import { listCommits, relationOf } from '../../src/git/history.ts'
import { pushBranch } from '../../src/git/push.ts'
import { hasCommit, tendRepository } from '../../src/git/repository.ts'
import { listChanges, listTree } from '../../src/git/tree.ts'
import { writeCommit } from '../../src/git/write-commits.ts'
import { isLongRun } from '../support/budget.ts'
import { commitOf, main, newCopy, newServed, remoteOf, serveGit } from './served.ts'

serveGit()

describe('a copy of a repository', () => {
  test('reads the files of a branch, with what is no ordinary file', async () => {
    const served = newServed()
    const commit = served.commit({
      'docs/a.md': '# A\r\n',
      'docs/ä ö.md': 'x',
      'docs/link.md': 'symlink:../secret',
      'other.md': '',
    })
    const copy = await newCopy()
    expect(await fetchRef(copy, remoteOf(served), main)).toBe(commit)
    const { entries } = await listTree(copy, commit, 'docs')
    expect(entries.map(({ path, kind, size }) => [path, kind, size])).toEqual([
      ['a.md', 'FILE', 5],
      ['link.md', 'SYMBOLIC_LINK', 9],
      ['ä ö.md', 'FILE', 1],
    ])
    const texts = await withBlobs(copy, (blobs) => Promise.all(entries.map(({ oid }) => blobs.read(oid))))
    expect(texts.map(String)).toEqual(['# A\r\n', '../secret', 'x'])
    await expect(listTree(copy, commit, 'gone')).rejects.toMatchObject({ failure: 'DIRECTORY_GONE' })
    await expect(listTree(copy, commit, 'other.md')).rejects.toMatchObject({ failure: 'DIRECTORY_GONE' })
  })

  test.runIf(isLongRun)('tells what changed since a commit, with renames', async () => {
    const served = newServed()
    const text = 'one\ntwo\nthree\nfour\n'
    const first = served.commit({ 'a.md': text, 'b.md': 'b', 'c.md': 'c', 'docs/d.md': 'd' })
    const copy = await newCopy()
    await fetchRef(copy, remoteOf(served), main)
    const second = served.commit({
      'a.md': null,
      'docs/a/README.md': `${text}five\n`,
      'b.md': null,
      'c.md': 'C',
      'e.md': 'e',
    })
    expect(await fetchRef(copy, remoteOf(served), main)).toBe(second)
    const changes = await listChanges(copy, first, second)
    expect(changes.map(({ kind, path, from }) => [kind, path, from])).toEqual([
      ['DELETED', 'b.md', undefined],
      ['CHANGED', 'c.md', undefined],
      ['RENAMED', 'docs/a/README.md', 'a.md'],
      ['ADDED', 'e.md', undefined],
    ])
    expect((await listChanges(copy, first, second, 'docs')).map(({ kind, path }) => [kind, path])).toEqual([
      ['ADDED', 'a/README.md'],
    ])
  })

  test.runIf(isLongRun)('writes commits with their authors, and none without a change', async () => {
    const served = newServed()
    const first = served.commit({ 'a.md': 'a', 'b.md': 'b' })
    const copy = await newCopy()
    const remote = remoteOf(served)
    await fetchRef(copy, remote, main)
    const { entries } = await listTree(copy, first)
    const moved = commitOf('Move a\n\nLectern-Revision: r1', [
      { kind: 'DELETE', path: 'a.md' },
      { kind: 'PUT_BLOB', path: 'a/README.md', oid: entries[0]?.oid as string },
      { kind: 'PUT', path: 'quote " and \\.md', bytes: Buffer.from('q') },
      {
        kind: 'PUT_STREAM',
        path: 'large.bin',
        size: 6,
        open: async function* () {
          yield Buffer.from('abc')
          yield Buffer.from('def')
        },
      },
    ])
    const second = (await writeCommit(copy, first, moved)) as string
    expect(await writeCommit(copy, first, moved)).toBe(second)
    expect(await writeCommit(copy, second, commitOf('Nothing', [{ kind: 'DELETE', path: 'gone.md' }]))).toBe(
      second,
    )
    await pushBranch(copy, remote, { ref: main, commit: second, expected: first })
    expect(served.files()).toEqual({
      'a/README.md': 'a',
      'b.md': 'b',
      'large.bin': 'abcdef',
      'quote " and \\.md': 'q',
    })
    expect(served.git(['log', '-1', '--format=%an %ae %at|%cn'])).toBe(
      'Grace grace@example.org 1750000000|Lectern',
    )
    const [last] = await listCommits(copy, { to: second, from: first })
    expect(last).toMatchObject({ oid: second, parents: [first], subject: 'Move a' })
    expect(last?.message).toContain('Lectern-Revision: r1')
    expect(served.git(['fsck', '--strict'])).toBe('')
  })

  test.runIf(isLongRun)('makes the first commit of an empty repository', async () => {
    const served = newServed()
    const remote = remoteOf(served)
    expect((await listRemoteRefs(remote)).refs.size).toBe(0)
    const copy = await newCopy()
    await expect(fetchRef(copy, remote, main)).rejects.toMatchObject({ failure: 'REF_GONE' })
    expect(await writeCommit(copy, undefined, commitOf('Nothing', []))).toBeUndefined()
    const commit = (await writeCommit(
      copy,
      undefined,
      commitOf('First', [{ kind: 'PUT', path: 'README.md', bytes: Buffer.from('# Book\n') }]),
    )) as string
    await pushBranch(copy, remote, { ref: main, commit, expected: undefined })
    expect(await listRemoteRefs(remote)).toEqual({ defaultBranch: 'main', refs: new Map([[main, commit]]) })
  })

  test('never overwrites what somebody else pushed', async () => {
    const served = newServed()
    const remote = remoteOf(served)
    const first = served.commit({ 'a.md': 'a' })
    const copy = await newCopy()
    await fetchRef(copy, remote, main)
    const ours = (await writeCommit(
      copy,
      first,
      commitOf('Ours', [{ kind: 'PUT', path: 'b.md', bytes: Buffer.from('b') }]),
    )) as string
    const theirs = served.commit({ 'c.md': 'c' })
    const push = { ref: main, commit: ours, expected: first }
    await expect(pushBranch(copy, remote, push)).rejects.toMatchObject({ failure: 'PUSH_STALE' })
    await expect(pushBranch(copy, remote, { ...push, expected: undefined })).rejects.toMatchObject({
      failure: 'PUSH_STALE',
    })
    expect(served.head()).toBe(theirs)
  })

  test.runIf(isLongRun)('sees that history was rewritten, and where it parted', async () => {
    const served = newServed()
    const remote = remoteOf(served)
    const base = served.commit({ 'a.md': 'a' })
    served.commit({ 'b.md': 'b' })
    const old = served.commit({ 'c.md': 'c' })
    const copy = await newCopy()
    await fetchRef(copy, remote, main)
    const next = served.commit({ 'd.md': 'd' })
    expect(await fetchRef(copy, remote, main)).toBe(next)
    expect(await relationOf(copy, remote, main, old, next)).toEqual({ kind: 'ANCESTOR' })
    const rewritten = served.commit({ 'e.md': 'e' }, { parent: base })
    expect(await fetchRef(copy, remote, main)).toBe(rewritten)
    expect(await relationOf(copy, remote, main, next, rewritten)).toEqual({ kind: 'DIVERGED', base })
    const unrelated = served.commit({ 'f.md': 'f' }, { parent: null })
    expect(await fetchRef(copy, remote, main)).toBe(unrelated)
    expect(await relationOf(copy, remote, main, rewritten, unrelated)).toEqual({ kind: 'UNRELATED' })
  })

  test.runIf(isLongRun)(
    'that was made anew gets a commit again that the branch has left behind',
    async () => {
      const served = newServed()
      const remote = remoteOf(served)
      const first = served.commit({ 'a.md': 'a' })
      served.commit({ 'b.md': 'b' })
      const head = served.commit({ 'c.md': 'c' })
      const copy = await newCopy()
      await fetchRef(copy, remote, main)
      expect(await hasCommit(copy, first)).toBe(false)
      expect(await fetchCommit(copy, remote, main, first)).toBe(true)
      expect((await listTree(copy, first)).entries.map(({ path }) => path)).toEqual(['a.md'])
      expect(await relationOf(copy, remote, main, first, head)).toEqual({ kind: 'ANCESTOR' })
      expect(await fetchCommit(copy, remote, main, 'b'.repeat(40))).toBe(false)
    },
  )

  test.runIf(isLongRun)('is packed when many syncs have left much, and loses nothing', async () => {
    const served = newServed()
    const remote = remoteOf(served)
    const copy = await newCopy()
    let head = ''
    for (let count = 0; count < 5; count++) {
      head = served.commit({ [`${count}.md`]: String(count) })
      await fetchRef(copy, remote, main)
    }
    await tendRepository(copy, { limits: { packs: 4, objects: 1000 } })
    const packs = await readdir(join(copy.folder, 'objects/pack'))
    expect(packs.filter((name) => name.endsWith('.pack')).length).toBeLessThan(5)
    const { entries } = await listTree(copy, head)
    const contents = await withBlobs(copy, (blobs) => Promise.all(entries.map(({ oid }) => blobs.read(oid))))
    expect(entries.map(({ path }) => path)).toEqual(contents.map((content) => `${content}.md`))
  })

  test('is for this account alone, whatever is fetched, written and packed', async () => {
    const served = newServed()
    const remote = remoteOf(served)
    const head = served.commit({ 'a.md': 'a' })
    const copy = await newCopy()
    await fetchRef(copy, remote, main)
    await writeCommit(copy, head, commitOf('Edit', [{ kind: 'PUT', path: 'b.md', bytes: Buffer.from('b') }]))
    await tendRepository(copy, { limits: { packs: 1, objects: 1 } })
    const names = await readdir(copy.folder, { recursive: true })
    const open = names.filter((name) => (statSync(join(copy.folder, name)).mode & 0o077) !== 0)
    expect(names.length).toBeGreaterThan(5)
    expect(open).toEqual([])
  })
})
