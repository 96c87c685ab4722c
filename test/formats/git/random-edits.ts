import { posix } from 'node:path'
import { newId } from '../../../src/base/identifiers.ts'
import { consecutivePositions, positionAtEnd } from '../../../src/base/positions.ts'
import type { PageState } from '../../../src/formats/merge/content-snapshot.ts'
import { childrenByParent, inReadingOrder } from '../../../src/formats/merge/page-forest.ts'
import { randomOf } from '../../support/random.ts'
import type { MemoryBranch } from './memory-branch.ts'

export class RandomEdits {
  readonly #random: () => number
  readonly #branch: MemoryBranch
  #number = 0

  constructor(branch: MemoryBranch, seed: number) {
    this.#branch = branch
    this.#random = randomOf(seed)
  }

  #below = (count: number) => Math.floor(this.#random() * count)

  #one = <Value>(values: readonly Value[]): Value | undefined => values[this.#below(values.length)]

  #word = () => `word${++this.#number}`

  #pages = (): PageState[] => [...this.#branch.content.snapshot.pages.values()]

  #documents = () => this.#pages().filter(({ type }) => type === 'DOCUMENT')

  /** Edits the space in one way, and returns which. */
  editSpace(): string {
    const edits = [
      this.#editBody,
      this.#editTitle,
      this.#editField,
      this.#addPage,
      this.#movePage,
      this.#removePage,
      this.#addGroup,
      this.#addLink,
      this.#editVariables,
    ]
    return this.#one(edits)?.() ?? ''
  }

  #editBody = () => {
    const page = this.#one(this.#documents())
    if (!page) return 'no page'
    const lines = this.#branch.bodyOf(page).split('\n')
    const other = this.#one(this.#documents()) as PageState
    const blank = lines.findIndex((line, index) => line === '' && index >= this.#below(lines.length))
    const text = `${this.#word()} leads to [it](/pages/${other.pageId}).`
    const markdown =
      blank < 0
        ? `${lines.join('\n').trimEnd()}\n\n${text}\n`
        : lines.toSpliced(blank, 0, '', text, '').join('\n')
    this.#branch.edit(page, {
      markdown: isFenced(markdown, text) ? `${lines.join('\n')}\n\n${text}\n` : markdown,
    })
    return `body of ${page.gitPath ?? page.title}`
  }

  #editTitle = () => {
    const page = this.#one(this.#pages())
    if (!page) return 'no page'
    this.#branch.edit(page, {
      title: this.#one([this.#word(), `*${this.#word()}* & [x]`, `1. ${this.#word()}`]) as string,
    })
    return `title of ${page.title}`
  }

  #editField = () => {
    const page = this.#one(this.#documents())
    if (!page) return 'no page'
    const field = this.#one(['description', 'icon', 'hidden', 'noIndex'] as const)
    const value = field === 'hidden' || field === 'noIndex' ? !page[field] : this.#one([this.#word(), null])
    this.#branch.edit(page, { [field as string]: value })
    return `${field} of ${page.title}`
  }

  #newPage(fields: Partial<PageState>): PageState {
    const now = new Date()
    return {
      ...{ pageId: newId('Page'), type: 'DOCUMENT', parentId: null, position: 'a0', title: this.#word() },
      ...{ slug: null, emoji: null, icon: null, description: null, hidden: false, noIndex: false },
      ...{
        noRobotsIndex: false,
        layout: null,
        cover: null,
        target: null,
        computed: null,
        computedSeed: null,
      },
      ...{ documentId: null, frontMatter: null, heading: null, gitOid: null, gitPath: null },
      ...{ createdAt: now, updatedAt: now },
      ...fields,
    }
  }

  /** Puts a page at a place among those below another. */
  #put(page: PageState, parentId: string | null): void {
    const siblings = (childrenByParent(this.#branch.content.snapshot.pages).get(parentId) ?? []).filter(
      ({ pageId }) => pageId !== page.pageId,
    )
    const order = siblings.toSpliced(this.#below(siblings.length + 1), 0, page)
    const positions = consecutivePositions(order.length, positionAtEnd(null))
    const slugs = new Set(siblings.map(({ slug }) => slug))
    for (const [index, one] of order.entries()) {
      const slug =
        one === page && one.slug !== null && slugs.has(one.slug) ? `${one.slug}-${this.#word()}` : one.slug
      this.#branch.put({ ...one, slug, parentId, position: positions[index] as string })
    }
  }

  #parent(but?: string): string | null {
    const { pages } = this.#branch.content.snapshot
    const below = new Set(but === undefined ? [] : [but])
    for (const page of inReadingOrder(pages)) if (below.has(page.parentId ?? '')) below.add(page.pageId)
    const parents = this.#pages().filter(
      ({ type, pageId }) => (type === 'DOCUMENT' || type === 'GROUP') && !below.has(pageId),
    )
    return this.#random() < 0.3 ? null : (this.#one(parents)?.pageId ?? null)
  }

  #addPage = () => {
    const title = this.#word()
    const page = this.#newPage({ title, slug: title })
    this.#put(page, this.#parent())
    if (this.#random() < 0.7) {
      const placed = this.#branch.content.snapshot.pages.get(page.pageId) as PageState
      this.#branch.edit(placed, { markdown: `Text of ${title}.\n` })
    }
    return `new page ${title}`
  }

  #movePage = () => {
    const page = this.#one(this.#pages().filter(({ type }) => type !== 'GROUP'))
    if (!page) return 'no page'
    const to = this.#parent(page.pageId)
    this.#put(page, to)
    return `move of ${page.title} to ${this.#branch.content.snapshot.pages.get(to ?? '')?.title}`
  }

  #removePage = () => {
    const page = this.#one(this.#pages())
    if (!page || this.#documents().length < 5) return 'no page'
    const removed = new Set([page.pageId])
    for (const one of inReadingOrder(this.#branch.content.snapshot.pages))
      if (removed.has(one.parentId ?? '')) removed.add(one.pageId)
    if (removed.size > 3) return 'too much'
    for (const id of removed) this.#branch.remove(id)
    return `removal of ${page.title}`
  }

  #addGroup = () => {
    const title = this.#word()
    this.#put(this.#newPage({ title, slug: title, type: 'GROUP' }), null)
    return `new group ${title}`
  }

  #addLink = () => {
    const page = this.#one(this.#documents())
    const target = this.#one([
      { kind: 'url', url: `https://example.com/${this.#word()}` },
      { kind: 'page', page: page?.pageId as string },
    ])
    this.#put(this.#newPage({ type: 'LINK', target: target as PageState['target'] }), this.#parent())
    return 'new link'
  }

  #editVariables = () => {
    const { variables } = this.#branch.content
    const names = Object.keys(variables)
    const name = this.#one([this.#word(), ...names]) as string
    const changed: Record<string, string | number | boolean> = { ...variables, [name]: this.#word() }
    if (this.#random() < 0.3) delete changed[this.#one(names) ?? '']
    this.#branch.content = { ...this.#branch.content, variables: changed }
    return 'variables'
  }

  /** Edits the branch in one way, and returns which. `renames` gets the paths that a file was renamed from. */
  editBranch(renames: Map<string, string>): string {
    const edits = [
      this.#editLine,
      this.#renameFile,
      this.#addFile,
      this.#removeFile,
      this.#swapLines,
      this.#retitle,
    ]
    return this.#one(edits)?.(renames) ?? ''
  }

  #texts = () =>
    this.#branch.entries.filter(({ kind, path }) => kind === 'PAGE' && this.#branch.files.has(path))

  #summary = () => this.#branch.entries.find(({ kind }) => kind === 'SUMMARY')?.path

  #change(path: string, change: (text: string) => string): void {
    this.#branch.files.set(path, Buffer.from(change(this.#branch.files.get(path)?.toString() ?? '')))
  }

  #editLine = () => {
    const path = this.#one(this.#texts())?.path
    if (path === undefined) return 'no file'
    this.#change(path, (text) => `${text.trimEnd()}\n\n${this.#word()} from git.\n`)
    return `line of ${path}`
  }

  #renameFile = (renames: Map<string, string>) => {
    const path = this.#one(this.#texts().filter((entry) => !/readme/i.test(entry.path)))?.path
    const summary = this.#summary()
    if (path === undefined || summary === undefined || [...renames].flat().includes(path)) return 'no file'
    const to = posix.join(posix.dirname(path), `${this.#word()}.md`)
    this.#branch.files.set(to, this.#branch.files.get(path) as Buffer)
    this.#branch.files.delete(path)
    renames.set(to, path)
    // Also those that were renamed before.
    for (const linking of [...this.#branch.files.keys()].filter((name) => name.endsWith('.md'))) {
      if (linking === summary) continue
      const [was, is] = [path, to].map((one) => posix.relative(posix.dirname(linking), one)) as [
        string,
        string,
      ]
      this.#change(linking, (text) => text.replaceAll(encodeURI(was), is).replaceAll(was, is))
    }
    const [old, now] = [path, to].map((one) => posix.relative(posix.dirname(summary), one)) as [
      string,
      string,
    ]
    this.#change(summary, (text) =>
      text.replaceAll(`${encodeURI(old)})`, `${now})`).replaceAll(`${old})`, `${now})`),
    )
    return `rename of ${path} to ${to}`
  }

  #addFile = () => {
    const summary = this.#summary()
    if (summary === undefined) return 'no table of contents'
    const title = this.#word()
    const name = `file-of-${title}.md`
    this.#branch.files.set(
      posix.join(posix.dirname(summary), name),
      Buffer.from(`# ${title}\n\nNew in git.\n`),
    )
    this.#change(summary, (text) => {
      const lines = text.split('\n')
      const items = lines.flatMap((line, index) => (/^[*-] +\[/.test(line) ? [index] : []))
      const at = this.#one(items)
      const mark = /^[*-] +/.exec(lines[at ?? 0] ?? '')?.[0] ?? '* '
      return lines.toSpliced(at ?? lines.length, 0, `${mark}[${title}](${name})`).join('\n')
    })
    return `new file ${name}`
  }

  #removeFile = () => {
    const summary = this.#summary()
    const path = this.#one(this.#texts())?.path
    if (path === undefined || summary === undefined || this.#texts().length < 5) return 'no file'
    const name = encodeURI(posix.relative(posix.dirname(summary), path))
    this.#branch.files.delete(path)
    this.#change(summary, (text) =>
      text
        .split('\n')
        .filter((line) => !line.includes(`](${name}`))
        .join('\n'),
    )
    return `removal of ${path}`
  }

  #swapLines = () => {
    const summary = this.#summary()
    if (summary === undefined) return 'no table of contents'
    this.#change(summary, (text) => {
      const lines = text.split('\n')
      const items = lines.flatMap((line, index) =>
        /^[*-] +\[/.test(line) && !/^\s/.test(lines[index + 1] ?? '') ? [index] : [],
      )
      const [one, other] = [this.#one(items), this.#one(items)]
      if (one === undefined || other === undefined) return text
      return lines
        .with(one, lines[other] as string)
        .with(other, lines[one] as string)
        .join('\n')
    })
    return 'swap of lines'
  }

  #retitle = () => {
    const summary = this.#summary()
    if (summary === undefined) return 'no table of contents'
    this.#change(summary, (text) => {
      const titles = [...text.matchAll(/\[(\w+)\]\(/g)]
      const title = this.#one(titles)
      return title ? text.replace(title[0], `[${this.#word()}](`) : text
    })
    return 'title in the table of contents'
  }
}

const isFenced = (markdown: string, text: string) => {
  const before = markdown.slice(0, markdown.indexOf(text))
  return /^(```|~~~|\|)/m.test(before) || before.includes('{%') || before.includes('<')
}
