import { expect } from 'vitest'
import { inReadingOrder } from '../../../src/formats/merge/page-forest.ts'
import { filesOf, MemoryBranch } from '../../formats/git/memory-branch.ts'
import { committer, type RandomRounds, wordsIn } from './random-rounds.ts'
import { type ConnectedSpace, pagesOf } from './synced-space.ts'

/** The files with which random rounds begin. */
export const book = {
  'README.md': '# Welcome\n\nHello *there*.\n',
  'SUMMARY.md':
    '# Table of contents\n\n* [Welcome](README.md)\n* [Guide](guide/README.md)\n  * [Install](guide/install.md)\n* [Reference](reference.md)\n\n## More\n\n* [Last](last.md)\n',
  'guide/README.md': '# Guide\n\nSee [how](install.md).\n',
  'guide/install.md': '---\ndescription: How to begin\n---\n\n# Install\n\nFirst line.\n\nSecond line.\n',
  'reference.md': 'Reference\r\n=========\r\n\r\nWindows.\r\n\r\nMore.',
  'last.md': '# Last\n\n|a|b|\n|-|-|\n|1|2|\n\nEnd.\n',
}

/** Markdown links lead to ids in the space, and to paths in the branch. */
const saidIn = (markdown: string): string =>
  markdown
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/\s+/g, ' ')
    .trim()

/** Returns what the files of a branch say: pages in their order, files and variables. */
export async function saidByBranch({ repository }: ConnectedSpace) {
  const branch = new MemoryBranch(filesOf(repository.files()))
  await branch.pull()
  const { snapshot, variables } = branch.content
  const titleOf = (id: string | null) => (id === null ? null : snapshot.pages.get(id)?.title)
  return {
    pages: inReadingOrder(snapshot.pages).map((page) => [
      page.type.toLowerCase(),
      page.title,
      titleOf(page.parentId),
      saidIn(branch.bodyOf(page)),
    ]),
    files: [...snapshot.files.values()]
      .map(({ name, blobHash }) => `${name} ${branch.blobs.get(blobHash)?.length}`)
      .sort(),
    variables,
  }
}

/** Returns what a space says: pages in their order, files and variables. */
export async function saidBySpace(space: ConnectedSpace) {
  const { client, spaceId } = space
  const pages = await pagesOf(space)
  const titles = new Map(pages.map(({ id, title }) => [id, title]))
  const { body: files } = await client.get(`/spaces/${spaceId}/content/files?limit=1000`)
  const { body: content } = await client.get(`/spaces/${spaceId}/content`)
  const names = new Map([
    ...titles,
    ...files.items.map(({ id, name }: { id: string; name: string }) => [id, name]),
  ])
  // Another space with the same content has other ids.
  const withNames = (markdown: string) =>
    markdown.replace(
      /(\/(?:pages|files|reusable-contents)\/)(\w+)/g,
      (_, before, id) => before + names.get(id),
    )
  return {
    pages: pages.map(({ type, title, parent, markdown }) => [
      type,
      title,
      parent === null ? null : titles.get(parent),
      withNames(saidIn(markdown)),
    ]),
    files: files.items.map(({ name, size }: { name: string; size: number }) => `${name} ${size}`).sort(),
    variables: content.variables ?? {},
  }
}

/** Expects that both sides say the same, unless the table of contents is broken, and that no text of either is lost. */
export async function expectEqualSides(
  space: ConnectedSpace,
  rounds: RandomRounds,
  told: () => string,
): Promise<void> {
  const said = await saidBySpace(space)
  if (!space.repository.files()['SUMMARY.md']?.includes('<<<<<<<'))
    expect(said, told()).toEqual(await saidByBranch(space))
  const live = new Set(said.pages.flatMap(([, , , text]) => wordsIn(text as string)))
  const missing = [...rounds.written.keys()].filter((word) => !rounds.deleted.has(word) && !live.has(word))
  if (missing.length === 0) return
  const kept = await wordsKept(space)
  for (const word of missing) {
    expect(kept.has(word), `${told()}: ${word} is lost`).toBe(true)
    rounds.deleted.add(word)
  }
}

/** Returns the words that are in conflicts of change requests, or in commits of the branch. */
async function wordsKept({ client, spaceId, repository }: ConnectedSpace): Promise<Set<string>> {
  const { body: requests } = await client.get(`/spaces/${spaceId}/change-requests?limit=1000`)
  const conflicts = await Promise.all(
    requests.items.map(async ({ id }: { id: string }) =>
      JSON.stringify(
        (await client.get(`/spaces/${spaceId}/change-requests/${id}/conflicts?limit=1000`)).body,
      ),
    ),
  )
  const history = repository.git(['log', '--all', '-p', '-m', '--format=%H'])
  return new Set(wordsIn([...conflicts, history].join('\n')))
}

/** Expects a sound repository without a commit that changes nothing, and each text in a commit of who wrote it. */
export function expectSoundHistory(
  { repository, admin }: ConnectedSpace,
  { written, rewritten }: RandomRounds,
  { first, emails, told }: { first: string; emails: readonly string[]; told: string },
): void {
  expect(repository.git(['fsck', '--full', '--strict', '--no-dangling']), told).toBe('')
  const people = [...emails, admin.email, committer]
  const seen = new Set<string>()
  for (const { commit, tree, author, parents, subject, named, added } of commitsSince(repository, first)) {
    const where = `${told} ${commit} ${subject}`
    expect(repository.git(['rev-parse', `${parents[0]}^{tree}`]), where).not.toBe(tree)
    // A commit of both sides is by nobody of them, and one of what a rewritten history dropped names whose it is.
    const isOfLectern = /^noreply@/.test(author) && (parents.length > 1 || named.length > 0)
    if (!people.includes(author) && !isOfLectern)
      expect.fail(`${where} is by ${author}: ${repository.git(['log', '-3', '--stat', commit])}`)
    const allowed = named.length > 0 ? named : [author]
    for (const word of wordsIn(added).filter((one) => !seen.has(one))) {
      seen.add(word)
      const writers = [written.get(word), ...(rewritten.has(word) ? [committer] : [])]
      expect(
        allowed.some((one) => writers.includes(one)),
        `${where}: ${word} is by ${writers}, not by ${allowed}`,
      ).toBe(true)
    }
  }
}

interface Commit {
  readonly commit: string
  readonly tree: string
  readonly author: string
  readonly parents: readonly string[]
  readonly subject: string
  /** The addresses of the further authors that it names. */
  readonly named: readonly string[]
  /** The lines that it adds. */
  readonly added: string
}

/** Returns the commits of the branch after one, the oldest first. */
function commitsSince(repository: ConnectedSpace['repository'], first: string): Commit[] {
  const trailers = '%(trailers:key=Co-authored-by,valueonly,separator=%x20)'
  const format = `%x01%H%n%T%n%ae%n%P%n%s%n${trailers}`
  const log = ['log', '--reverse', '--topo-order', '-p', '-U0', `--format=${format}`, `${first}..main`]
  const records = repository.git(log).split('\x01').slice(1)
  return records.map((record) => {
    const [commit = '', tree = '', author = '', parents = '', subject = '', named = '', ...lines] =
      record.split('\n')
    return {
      ...{ commit, tree, author, subject },
      parents: parents.split(' '),
      named: [...named.matchAll(/<([^>]+)>/g)].map(([, email]) => email as string),
      added: lines.filter((line) => line.startsWith('+')).join('\n'),
    }
  })
}
