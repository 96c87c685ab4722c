import { posix } from 'node:path'
import type { RestAnswer, TestClient } from '../../support/app.ts'
import { randomOf } from '../../support/random.ts'
import { type ConnectedSpace, pagesOf, type ReadPage } from './synced-space.ts'

/** Somebody who edits the space. */
export interface Writer {
  readonly email: string
  post(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<RestAnswer>
}

/**
 * Asks once more if the connection was closed: git runs while this process waits, so that the server closes connections that were idle
 * in the meantime.
 */
export const patiently = <Arguments extends readonly unknown[], Answer>(
  ask: (...values: Arguments) => Promise<Answer>,
) => {
  return (...values: Arguments): Promise<Answer> =>
    ask(...values).catch((error: { code?: string }) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'UND_ERR_SOCKET') throw error
      return ask(...values)
    })
}

export const patientClient = (client: TestClient): TestClient => ({
  ...client,
  get: patiently(client.get),
  post: patiently(client.post),
  put: patiently(client.put),
})

/** The author of the commits that are made by hand. */
export const committer = 'ada@example.org'

const wordPattern = /(?:space|git)word\d+/g

/** Returns the words of random edits that are in a text. */
export const wordsIn = (text: string): string[] => text.match(wordPattern) ?? []

type Files = Readonly<Record<string, string>>
type Changes = Record<string, string | null>

const spaceEdits = [
  ...['text', 'text', 'text', 'rewrite', 'rewrite', 'title', 'field', 'new', 'new', 'move', 'move'],
  ...['delete', 'group', 'link', 'file', 'unfile', 'variables', 'merge'],
] as const

const branchEdits = [
  ...['text', 'text', 'text', 'rewrite', 'rewrite', 'new', 'rename', 'retitle', 'order', 'delete'],
  ...['matter', 'file', 'asset', 'break', 'force', 'reset', 'group', 'link', 'nest', 'parent', 'unparent'],
  'ends',
] as const

const itemPattern = /^[*+-] \[/

/** The answer of the server to a change that cannot be made. */
class Refused extends Error {}

/** Random edits of a space over its API and of its repository by commits, each with words of its own. */
export class RandomRounds {
  readonly #space: ConnectedSpace
  readonly #writers: readonly Writer[]
  readonly #random: () => number
  #number = 0
  /** The words that were written to texts on either side, and the addresses of those who wrote them. */
  readonly written = new Map<string, string>()
  /** The words of others that are in commits by hand that took the place of theirs. */
  readonly rewritten = new Set<string>()
  /** The words that were in what one side deleted or overwrote. */
  readonly deleted = new Set<string>()
  readonly done: string[] = []

  constructor(space: ConnectedSpace, seed: number, writers: readonly Writer[]) {
    this.#space = space
    this.#random = randomOf(seed)
    this.#writers = writers
  }

  below = (count: number): number => Math.floor(this.#random() * count)

  #one = <Value>(values: readonly Value[]): Value | undefined => values[this.below(values.length)]

  #word(side: string, email: string): string {
    const word = `${side}word${++this.#number}`
    this.written.set(word, email)
    return word
  }

  #gitWord = () => this.#word('git', committer)

  #name = () => `name${++this.#number}`

  /** Notes that a text is gone, because somebody deleted it. */
  #lose(text: string): void {
    for (const word of wordsIn(text)) this.deleted.add(word)
  }

  /** Edits the space in one way. */
  async editSpace(): Promise<void> {
    const { client, spaceId } = this.#space
    const { revision } = (await client.get(`/spaces/${spaceId}`)).body
    const before = await pagesOf(this.#space)
    const documents = before.filter(({ markdown }) => markdown !== '')
    const [page, other] = [this.#one(documents), this.#one(documents)]
    const kind = this.#one(spaceEdits)
    const writer = this.#one(this.#writers)
    if (!page || !other || !kind || !writer || (kind === 'delete' && documents.length < 6)) return
    const known = new Set(this.written.keys())
    this.done.push(`space ${kind} ${page.title}`)
    try {
      await this.#change(kind, { page, other, writer, revision })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      // A page cannot move below itself, and others may have changed the space meanwhile. What was to be written is then nowhere.
      this.done.push(`refused: ${error.message}`)
      for (const word of this.written.keys()) if (!known.has(word)) this.written.delete(word)
      return
    }
    if (kind !== 'delete' && kind !== 'rewrite') return
    const left = new Map((await pagesOf(this.#space)).map(({ id, markdown }) => [id, markdown]))
    for (const { id, markdown } of before)
      if (kind === 'delete' ? !left.has(id) : id === page.id)
        for (const word of wordsIn(markdown)) if (!left.get(id)?.includes(word)) this.deleted.add(word)
  }

  async #change(
    kind: (typeof spaceEdits)[number],
    { page, other, writer, revision }: { page: ReadPage; other: ReadPage; writer: Writer; revision: string },
  ): Promise<unknown> {
    const { spaceId, client } = this.#space
    const send = async (path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => {
      const answer = await writer.post(`/spaces/${spaceId}/${path}`, body, headers)
      if (answer.status >= 300) throw new Refused(JSON.stringify(answer.body))
      return answer.body
    }
    // As the editor of pages does it: what others have changed meanwhile is not overwritten.
    const write = (change: object) => send('content', { changes: [change] }, { 'X-Base-Revision': revision })
    const update = { operation: 'update_page', page: page.id }
    const text = () => `A ${this.#word('space', writer.email)} [there](/pages/${other.id}).`
    const withText = () => ({ ...update, document: { markdown: this.#withParagraph(page.markdown, text()) } })
    switch (kind) {
      case 'text':
        return write(withText())
      case 'rewrite': {
        const lines = page.markdown.split('\n')
        const own = lines.flatMap((line, index) => (/^A (?:space|git)word/.test(line) ? [index] : []))
        const at = this.#one(own)
        if (at === undefined) return write(withText())
        return write({ ...update, document: { markdown: lines.with(at, text()).join('\n') } })
      }
      case 'title':
        return write({ ...update, title: this.#one([this.#name(), `${this.#name()} & *more*`]) })
      case 'field':
        return write({
          ...update,
          ...this.#one([{ description: this.#name() }, { icon: 'star' }, { hidden: this.below(2) === 0 }]),
        })
      case 'new': {
        const into = this.below(10) < 6 ? { into: other.id } : {}
        const document = { markdown: `${text()}\n` }
        return write({ operation: 'insert_page', title: this.#name(), ...into, document })
      }
      case 'move':
        return page.id === other.id
          ? undefined
          : write({ ...update, into: this.below(10) < 4 ? null : other.id, at: 0 })
      case 'delete':
        return write({ operation: 'delete_page', page: page.id })
      case 'group': {
        const group = { operation: 'insert_page', type: 'group', title: this.#name() }
        const { changes } = await write(group)
        return send('content', { changes: [{ ...update, into: changes[0].page.id }] })
      }
      case 'link': {
        const target = this.#one([
          { kind: 'url', url: `https://example.com/${this.#name()}` },
          { kind: 'page', page: other.id },
        ])
        return write({ operation: 'insert_page', type: 'link', title: this.#name(), target })
      }
      case 'file': {
        const name = `${this.#name()}.txt`
        const base64 = Buffer.from(`bytes of ${name}\n`).toString('base64')
        const inserted = {
          operation: 'insert_files',
          files: [{ name, base64, contentType: 'text/plain', ref: name }],
        }
        const link = `A ${this.#word('space', writer.email)} [file](./${name}).`
        const changed = { ...update, document: { markdown: this.#withParagraph(page.markdown, link) } }
        return send('content', { changes: [inserted, changed] }, { 'X-Base-Revision': revision })
      }
      case 'unfile': {
        const { body } = await client.get(`/spaces/${spaceId}/content/files?limit=1000`)
        const file = this.#one<{ id: string }>(body.items)
        return file && write({ operation: 'delete_file', file: file.id })
      }
      case 'merge': {
        const request = await send('change-requests', { subject: `Propose ${this.#name()}` })
        const path = `change-requests/${request.id}`
        const base = { 'X-Base-Revision': revision, 'X-If-Stale': 'merge' }
        await send(`${path}/content`, { changes: [withText()] }, base)
        return send(`${path}/merge`)
      }
      default:
        return write({ operation: 'set_variables', variables: { [this.#name()]: this.#name() } })
    }
  }

  #withParagraph(markdown: string, text: string): string {
    const lines = markdown.trimEnd().split('\n')
    const blanks = lines.flatMap((line, index) => (line === '' ? [index] : []))
    const at = this.#one([...blanks, lines.length]) as number
    return `${lines.toSpliced(at, 0, '', text).join('\n')}\n`
  }

  /** Edits the branch in one way, by a commit. */
  async editBranch(): Promise<void> {
    const { repository } = this.#space
    const files = repository.files()
    const texts = Object.keys(files).filter((path) => path.endsWith('.md') && path !== 'SUMMARY.md')
    const path = this.#one(texts)
    const kind = this.#one(branchEdits)
    this.done.push(`git ${kind} ${path}`)
    if (kind === undefined || path === undefined) return
    if (kind === 'force') return this.#force(files, path)
    if (kind === 'reset') return this.#reset()
    const changes = this.#filesOf(kind, path, files, files['SUMMARY.md'] ?? '# Contents\n')
    const isChange = Object.entries(changes ?? {}).some(([name, text]) => (files[name] ?? null) !== text)
    if (changes && isChange) repository.commit(changes, { message: `${kind} by hand` })
  }

  #filesOf(
    kind: Exclude<(typeof branchEdits)[number], 'force' | 'reset'>,
    path: string,
    files: Files,
    summary: string,
  ): Changes | undefined {
    const text = files[path] ?? ''
    const lines = summary.split('\n')
    const withSummary = (changed: readonly string[], others: Changes = {}): Changes => ({
      ...others,
      'SUMMARY.md': changed.join('\n'),
    })
    const items = lines.flatMap((line, index) => (itemPattern.test(line) ? [index] : []))
    const leaves = items.filter((index) => !/^\s+\S/.test(lines[index + 1] ?? ''))
    const ofPath = lines.findIndex((line) => line.includes(`(${path})`))
    switch (kind) {
      case 'text':
        return { [path]: this.#withParagraphBelow(text) }
      case 'rewrite': {
        const paragraph = this.#one(text.match(/^A (?:space|git)word.*$/gm) ?? [])
        if (paragraph === undefined) return { [path]: this.#withParagraphBelow(text) }
        this.#lose(paragraph)
        return { [path]: text.replace(paragraph.trimEnd(), `A ${this.#gitWord()}.`) }
      }
      case 'new': {
        const name = this.#name()
        const item = `* [${name}](${name}.md)`
        return withSummary([...summary.trimEnd().split('\n'), item, ''], {
          [`${name}.md`]: `# ${name}\r\n\r\nA ${this.#gitWord()}.\r\n`,
        })
      }
      case 'rename': {
        if (/readme/i.test(path)) return undefined
        const to = posix.join(posix.dirname(path), `${this.#name()}.md`)
        return { [path]: null, [to]: text, 'SUMMARY.md': summary.replaceAll(`(${path})`, `(${to})`) }
      }
      case 'parent': {
        if (/readme/i.test(path) || ofPath < 0) return undefined
        const [folder, name] = [path.slice(0, -'.md'.length), this.#name()]
        if (files[`${folder}/README.md`] !== undefined) return undefined
        const to = `${folder}/README.md`
        const line = lines[ofPath] as string
        const child = `${/^\s*/.exec(line)}  * [${name}](${folder}/${name}.md)`
        return withSummary(
          lines.with(ofPath, line.replace(`(${path})`, `(${to})`)).toSpliced(ofPath + 1, 0, child),
          {
            [path]: null,
            [to]: text,
            [`${folder}/${name}.md`]: `# ${name}\n\nA ${this.#gitWord()}.\n`,
          },
        )
      }
      case 'unparent': {
        const folder = posix.dirname(path)
        const isAlone = !Object.keys(files).some((name) => name.startsWith(`${folder}/`) && name !== path)
        if (posix.basename(path) !== 'README.md' || folder === '.' || !isAlone) return undefined
        return {
          [path]: null,
          [`${folder}.md`]: text,
          'SUMMARY.md': summary.replaceAll(`(${path})`, `(${folder}.md)`),
        }
      }
      case 'nest': {
        const at = this.#one(leaves.filter((index) => items.includes(index - 1)))
        return at === undefined ? undefined : withSummary(lines.with(at, `  ${lines[at]}`))
      }
      case 'group': {
        const at = this.#one(items)
        return at === undefined
          ? undefined
          : withSummary(lines.toSpliced(at, 0, '', `## ${this.#name()}`, ''))
      }
      case 'link': {
        const name = this.#name()
        return withSummary([...summary.trimEnd().split('\n'), `* [${name}](https://example.com/${name})`, ''])
      }
      case 'retitle':
        return { 'SUMMARY.md': summary.replace(/\[(\w+)\]\(/, () => `[${this.#name()}](`) }
      case 'order': {
        const [one, other] = [this.#one(leaves), this.#one(leaves)]
        if (one === undefined || other === undefined) return undefined
        return withSummary(lines.with(one, lines[other] as string).with(other, lines[one] as string))
      }
      case 'delete': {
        if (Object.keys(files).length < 8) return undefined
        this.#lose(text)
        return withSummary(
          lines.filter((line) => !line.includes(`(${path})`)),
          { [path]: null },
        )
      }
      case 'matter': {
        const changed = text.startsWith('---\n')
          ? text.replace('---\n', `---\nmember-${this.#name()}: x\n`)
          : `---\nicon: star\n---\n\n${text}`
        return { [path]: changed }
      }
      case 'file': {
        const asset = `.gitbook/assets/${this.#name()}.txt`
        const link = posix.relative(posix.dirname(path), asset)
        return { [asset]: `bytes of ${asset}\n`, [path]: `${text.trimEnd()}\n\n[file](${link})\n` }
      }
      case 'asset': {
        const asset = this.#one(Object.keys(files).filter((name) => name.startsWith('.gitbook/assets/')))
        return asset === undefined
          ? undefined
          : { [asset]: this.#one([null, `other bytes ${this.#name()}\n`]) ?? null }
      }
      case 'ends': {
        const isWindows = text.includes('\r\n')
        return { [path]: isWindows ? text.replaceAll('\r\n', '\n') : text.replaceAll('\n', '\r\n') }
      }
      default:
        return summary.includes('<<<<<<<')
          ? { 'SUMMARY.md': summary.replaceAll(/<{7} mine\n/g, '') }
          : { 'SUMMARY.md': `${summary.trimEnd()}\n<<<<<<< mine\n` }
    }
  }

  #withParagraphBelow(text: string): string {
    const end = text.includes('\r\n') ? '\r\n' : '\n'
    return `${text.trimEnd()}${end}${end}A ${this.#gitWord()}.${end}`
  }

  /** Mends the table of contents of the branch, if it is broken. */
  mend(): void {
    const { repository } = this.#space
    const summary = repository.files()['SUMMARY.md']
    if (!summary?.includes('<<<<<<<')) return
    repository.commit({ 'SUMMARY.md': summary.replaceAll(/<{7} mine\n/g, '') }, { message: 'mended by hand' })
  }

  /** Rewrites the last commit of the branch: the same files, and one more paragraph. */
  #force(files: Files, path: string): void {
    const { repository } = this.#space
    const parent = this.#commitBefore(1)
    if (parent === undefined) return
    const before = repository.git(['ls-tree', '-r', '--name-only', '-z', parent]).split('\0').filter(Boolean)
    for (const word of wordsIn(Object.values(files).join('\n'))) this.rewritten.add(word)
    const gone = Object.fromEntries(before.filter((name) => !(name in files)).map((name) => [name, null]))
    repository.commit(
      { ...gone, ...files, [path]: this.#withParagraphBelow(files[path] ?? '') },
      { parent, message: 'rewritten by hand' },
    )
  }

  /** Sets the branch back by some commits. What they had, and the space has not yet, is dropped by whoever does it. */
  async #reset(): Promise<void> {
    const { repository } = this.#space
    const parent = this.#commitBefore(1 + this.below(3))
    if (parent === undefined) return
    const live = (await pagesOf(this.#space)).map(({ markdown }) => markdown).join('\n')
    const dropped = Object.values(repository.files()).join('\n')
    repository.git(['update-ref', 'refs/heads/main', parent])
    const kept = Object.values(repository.files()).join('\n')
    this.#lose(
      wordsIn(dropped)
        .filter((word) => !live.includes(word) && !kept.includes(word))
        .join(' '),
    )
  }

  /** Returns a commit so many before the last one, by the first parents. Undefined if there is none. */
  #commitBefore(count: number): string | undefined {
    const { repository } = this.#space
    const commits = repository
      .git(['rev-list', '--first-parent', `--max-count=${count + 1}`, 'main'])
      .split('\n')
    return commits[count]
  }
}
