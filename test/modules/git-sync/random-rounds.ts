import { posix } from 'node:path'
import { randomOf } from '../../formats/git/random-edits.ts'
import type { TestClient } from '../../support/app.ts'
import { edit, pagesOf, type SyncedSpace } from './synced-space.ts'

interface Page {
  readonly id: string
  readonly title: string
  readonly markdown: string
}

/** Random edits of a space over its API and of its repository by commits, each with words of its own. */
/**
 * Returns a client that asks once more if its connection was closed: git runs while this process waits, so that the server in it closes
 * connections that were idle in the meantime.
 */
export function patientClient(client: TestClient): TestClient {
  const again =
    <Arguments extends readonly unknown[], Answer>(ask: (...values: Arguments) => Promise<Answer>) =>
    (...values: Arguments): Promise<Answer> =>
      ask(...values).catch((error: { code?: string }) => {
        if (error.code !== 'ECONNRESET' && error.code !== 'UND_ERR_SOCKET') throw error
        return ask(...values)
      })
  return { ...client, get: again(client.get), post: again(client.post) }
}

export class RandomRounds {
  readonly #space: SyncedSpace
  readonly #random: () => number
  #number = 0
  /** The words that were written to texts on either side. */
  readonly written = new Set<string>()
  /** The words that were in what one side deleted. */
  readonly deleted = new Set<string>()
  readonly done: string[] = []

  constructor(space: SyncedSpace, seed: number) {
    this.#space = space
    this.#random = randomOf(seed)
  }

  below = (count: number): number => Math.floor(this.#random() * count)

  #one = <Value>(values: readonly Value[]): Value | undefined => values[this.below(values.length)]

  #word(side: string): string {
    const word = `${side}word${++this.#number}`
    this.written.add(word)
    return word
  }

  #name = () => `name${++this.#number}`

  /** Notes that a text is gone, because somebody deleted it. */
  #lose(text: string): void {
    for (const [word] of text.matchAll(/(?:space|git)word\d+/g)) this.deleted.add(word)
  }

  /** Edits the space in one way. */
  async editSpace(): Promise<void> {
    const before = await pagesOf(this.#space)
    const documents = before.filter(({ markdown }) => markdown !== '')
    const [page, other] = [this.#one(documents), this.#one(documents)]
    const kind = this.#one([
      'text',
      'text',
      'text',
      'title',
      'field',
      'new',
      'new',
      'move',
      'delete',
      'variables',
    ])
    if (!page || !other || !kind || (kind === 'delete' && documents.length < 6)) return
    const known = new Set(this.written)
    this.done.push(`space ${kind} ${page.title}`)
    const change = this.#changeOf(kind, page, other)
    try {
      if (change) await edit(this.#space, [change])
    } catch (error) {
      // A page cannot move below itself. What was to be written then is nowhere.
      this.done.push(`refused: ${(error as Error).message}`)
      for (const word of this.written) if (!known.has(word)) this.written.delete(word)
    }
    if (kind !== 'delete') return
    const left = new Set((await pagesOf(this.#space)).map(({ id }) => id))
    for (const { id, markdown } of before) if (!left.has(id)) this.#lose(markdown)
  }

  #changeOf(kind: string, page: Page, other: Page): object | undefined {
    const update = { operation: 'update_page', page: page.id }
    const text = () => `A ${this.#word('space')} [there](/pages/${other.id}).`
    switch (kind) {
      case 'text':
        return { ...update, document: { markdown: this.#withParagraph(page.markdown, text()) } }
      case 'title':
        return { ...update, title: this.#one([this.#name(), `${this.#name()} & *more*`]) }
      case 'field':
        return { ...update, description: this.#name() }
      case 'new': {
        const title = this.#name()
        const into = this.#random() < 0.6 ? { into: other.id } : {}
        return { operation: 'insert_page', title, ...into, document: { markdown: `${text()}\n` } }
      }
      case 'move':
        return page.id === other.id
          ? undefined
          : { ...update, into: this.#random() < 0.4 ? null : other.id, at: 0 }
      case 'delete':
        return { operation: 'delete_page', page: page.id }
      default:
        return { operation: 'set_variables', variables: { [this.#name()]: this.#name() } }
    }
  }

  #withParagraph(markdown: string, text: string): string {
    const lines = markdown.trimEnd().split('\n')
    const blanks = lines.flatMap((line, index) => (line === '' ? [index] : []))
    const at = this.#one([...blanks, lines.length]) as number
    return `${lines.toSpliced(at, 0, '', text).join('\n')}\n`
  }

  /** Edits the branch in one way, by a commit. */
  editBranch(): void {
    const { repository } = this.#space
    const files = repository.files()
    const texts = Object.keys(files).filter((path) => path.endsWith('.md') && path !== 'SUMMARY.md')
    const path = this.#one(texts)
    const summary = files['SUMMARY.md'] ?? '# Contents\n'
    const kind = this.#one([
      'text',
      'text',
      'text',
      'new',
      'rename',
      'retitle',
      'order',
      'delete',
      'matter',
      'file',
      'break',
      'force',
    ])
    this.done.push(`git ${kind} ${path}`)
    const changes = path === undefined ? undefined : this.#filesOf(kind ?? '', path, files, summary)
    if (kind === 'force') this.#force(files)
    else if (changes) repository.commit(changes, { message: `${kind} by hand` })
  }

  #filesOf(
    kind: string,
    path: string,
    files: Record<string, string>,
    summary: string,
  ): Record<string, string | null> | undefined {
    const text = files[path] ?? ''
    switch (kind) {
      case 'text':
        return { [path]: this.#withParagraphBelowHead(text) }
      case 'new': {
        const name = this.#name()
        const lines = summary.trimEnd().split('\n')
        return {
          [`${name}.md`]: `# ${name}\r\n\r\nA ${this.#word('git')}.\r\n`,
          'SUMMARY.md': `${[...lines, `* [${name}](${name}.md)`].join('\n')}\n`,
        }
      }
      case 'rename': {
        if (/readme/i.test(path)) return undefined
        const to = posix.join(posix.dirname(path), `${this.#name()}.md`)
        return { [path]: null, [to]: text, 'SUMMARY.md': summary.replaceAll(`(${path})`, `(${to})`) }
      }
      case 'retitle':
        return { 'SUMMARY.md': summary.replace(/\[(\w+)\]\(/, () => `[${this.#name()}](`) }
      case 'order': {
        const lines = summary.split('\n')
        const items = lines.flatMap((line, index) =>
          /^\* \[/.test(line) && !/^\s/.test(lines[index + 1] ?? '') ? [index] : [],
        )
        const [one, other] = [this.#one(items), this.#one(items)]
        if (one === undefined || other === undefined) return undefined
        const swapped = lines.with(one, lines[other] as string).with(other, lines[one] as string)
        return { 'SUMMARY.md': swapped.join('\n') }
      }
      case 'delete': {
        if (Object.keys(files).length < 8) return undefined
        this.#lose(text)
        const lines = summary.split('\n').filter((line) => !line.includes(`(${path})`))
        return { [path]: null, 'SUMMARY.md': lines.join('\n') }
      }
      case 'matter': {
        const hasMatter = text.startsWith('---\n')
        const changed = hasMatter
          ? text.replace('---\n', `---\nmember-${this.#name()}: x\n`)
          : `---\nicon: star\n---\n\n${text}`
        return { [path]: changed }
      }
      case 'file': {
        const name = `${this.#name()}.txt`
        return {
          [`.gitbook/assets/${name}`]: `bytes of ${name}\n`,
          [path]: `${text.trimEnd()}\n\n[file](${posix.relative(posix.dirname(path), `.gitbook/assets/${name}`)})\n`,
        }
      }
      default:
        return summary.includes('<<<<<<<')
          ? { 'SUMMARY.md': summary.replaceAll(/<{7} mine\n/g, '') }
          : { 'SUMMARY.md': `${summary.trimEnd()}\n<<<<<<< mine\n` }
    }
  }

  #withParagraphBelowHead(text: string): string {
    const end = text.includes('\r\n') ? '\r\n' : '\n'
    return `${text.trimEnd()}${end}${end}A ${this.#word('git')}.${end}`
  }

  /** Rewrites the last commit of the branch: the same files, and one more paragraph. */
  #force(files: Record<string, string>): void {
    const { repository } = this.#space
    const head = repository.head() as string
    const parent = repository.git(['rev-list', '--max-parents=1', '-1', '--format=%P', head]).split('\n')[1]
    const path = this.#one(Object.keys(files).filter((name) => name.endsWith('.md') && name !== 'SUMMARY.md'))
    if (!parent || parent.includes(' ') || path === undefined) return
    const before = repository.git(['ls-tree', '-r', '--name-only', '-z', parent]).split('\0').filter(Boolean)
    const gone = Object.fromEntries(before.filter((name) => !(name in files)).map((name) => [name, null]))
    repository.commit(
      { ...gone, ...files, [path]: this.#withParagraphBelowHead(files[path] ?? '') },
      { parent, message: 'rewritten by hand' },
    )
  }
}
