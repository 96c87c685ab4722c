import { yieldToEventLoop } from '../../base/yield-to-event-loop.ts'
import type { Body } from '../body/documents.ts'
import { frontMatterText } from '../export/front-matter.ts'
import { rewriteReferences } from '../export/rewritten-references.ts'
import { namedSlug } from '../import/markdown/pages/pages.ts'
import { slugOfTitle } from '../import/markdown/pages/slugs.ts'
import type { PageState, ReusableState } from '../merge/content-snapshot.ts'
import type { SaidText } from './branch-state.ts'
import { fingerprintOfPage, fingerprintOfReusable } from './fingerprint.ts'
import { changedPageText, newPageText } from './page-text.ts'
import { patchedInside, textOfBytes, withChangedLines } from './patched-text.ts'
import { entryOfText, type Plan } from './plan.ts'
import { gitFileProblem, problemOfFile } from './problems.ts'
import type { ReadText } from './read-texts.ts'
import { type SplitText, splitText } from './split-text.ts'
import type { GitEntry, TreeFile } from './types.ts'
import { oldUrlsAt, urlsAt, writtenForms } from './written-forms.ts'
import { withYamlMembers } from './yaml-text.ts'

export interface ChangedTexts {
  readonly pages: readonly string[]
  readonly reusable: readonly string[]
  readonly said: ReadonlyMap<string, SaidText>
  readonly saidReusable: ReadonlyMap<string, { readonly text: ReadText; readonly state: ReusableState }>
}

/** The bodies that are read at a time. */
const bodiesAtOnce = 100

/** Plans the files of pages and reusable contents. Those that are not changed keep their entries. */
export async function planTexts(plan: Plan, changed: ChangedTexts): Promise<void> {
  const { pages, reusable } = plan.request.content.snapshot
  const ids = new Set([...changed.pages, ...changed.reusable])
  for (const id of plan.paths.keys()) {
    const entry = plan.branch.entries.get(id)
    if (entry && entry.kind !== 'FILE' && !ids.has(id)) plan.entries.push(entry)
  }
  for (let from = 0; from < ids.size; from += bodiesAtOnce) {
    const group = [...ids].slice(from, from + bodiesAtOnce)
    const documents = group.flatMap((id) => (pages.get(id) ?? reusable.get(id))?.documentId ?? [])
    const bodies = await plan.request.readBodies([...new Set(documents)])
    for (const id of group) {
      await yieldToEventLoop()
      const page = pages.get(id)
      const content = reusable.get(id)
      if (page) await planPage(plan, page, changed.said.get(id), bodies)
      else if (content) await planReusable(plan, content, changed.saidReusable.get(id), bodies)
    }
  }
}

async function planPage(
  plan: Plan,
  page: PageState,
  said: SaidText | undefined,
  bodies: ReadonlyMap<string, Body>,
): Promise<void> {
  const { branch, paths, request } = plan
  const path = paths.get(page.pageId) as string
  const before = branch.entries.get(page.pageId)
  const entry = { kind: 'PAGE', path, objectId: page.pageId, fingerprint: fingerprintOfPage(page) } as const
  const markdown = bodyOf(page.documentId, bodies)
  const { repository } = branch.open
  const named = namedSlug(repository, { kind: 'document', path, children: [] })
  if (!before || !branch.open.files.has(before.path)) {
    const urls = urlsAt(plan, path, new Map())
    const body = await rewriteReferences('', markdown, { resolve: urls, owner: request.owner })
    const slug =
      page.slug !== null && page.slug !== (named ?? slugOfTitle(page.title)) ? page.slug : undefined
    const fileUrl = (id: string) => urls('files', id) ?? `/files/${id}`
    write(plan, entry, Buffer.from(newPageText({ state: page, body, fileUrl }, slug)), before)
    return
  }
  if (!said) {
    unreadable(plan, before)
    return
  }
  const original = await request.tree.read(branch.open.files.get(before.path) as TreeFile)
  const text = splitText(textOfBytes(original), before.path)
  if (text.isMalformed) {
    const problem = gitFileProblem(
      'GIT_FRONT_MATTER_NOT_WRITTEN',
      'has front matter that is malformed, so that only its text is written.',
    )
    branch.problems.push(problemOfFile('FRONT_MATTER_BROKEN', before.path, problem, 1))
  }
  const forms = writtenForms(plan, { before: before.path, path, text, markdown, pageId: page.pageId })
  const [oldUrls, newUrls] = [oldUrlsAt(plan, before.path, forms), urlsAt(plan, path, forms)]
  const owner = request.owner
  const after = await rewriteReferences('', markdown, { resolve: newUrls, owner })
  const written = await rewriteReferences('', said.text.markdown, { resolve: oldUrls, owner })
  const changed = changedPageText({
    text,
    before: { state: said.state, body: written, fileUrl: (id) => oldUrls('files', id) ?? `/files/${id}` },
    after: { state: page, body: after, fileUrl: (id) => newUrls('files', id) ?? `/files/${id}` },
    slug: slugChange(text.slug, named, page),
    isTitled: branch.placed.get(page.pageId)?.item.title !== undefined,
  })
  write(plan, entry, withChangedLines(original, changed), before, original)
}

/** Returns the slug that front matter must state; null to state none any more, undefined to leave it. */
function slugChange(
  stated: string | undefined,
  named: string | undefined,
  { slug }: PageState,
): string | null | undefined {
  if (slug === null || slug === stated) return undefined
  if (stated !== undefined) return slug === named ? null : slug
  // A number behind it parts it from the same slug beside it, as a reader of the files would find it too.
  if (
    named === undefined ||
    slug === named ||
    (slug.startsWith(`${named}-`) && /^-\d+$/.test(slug.slice(named.length)))
  )
    return undefined
  return slug
}

async function planReusable(
  plan: Plan,
  content: ReusableState,
  said: { readonly text: ReadText; readonly state: ReusableState } | undefined,
  bodies: ReadonlyMap<string, Body>,
): Promise<void> {
  const { branch, paths, request } = plan
  const path = paths.get(content.reusableId) as string
  const before = branch.entries.get(content.reusableId)
  const fingerprint = fingerprintOfReusable(content)
  const entry = { kind: 'REUSABLE', path, objectId: content.reusableId, fingerprint } as const
  const markdown = bodyOf(content.documentId, bodies)
  const owner = request.owner
  if (!before || !branch.open.files.has(before.path)) {
    const head = frontMatterText({ title: content.title })
    const body = await rewriteReferences(head, markdown, { resolve: urlsAt(plan, path, new Map()), owner })
    write(
      plan,
      entry,
      Buffer.from(`${head}${body.endsWith('\n') || body === '' ? body : `${body}\n`}`),
      before,
    )
    return
  }
  if (!said) {
    unreadable(plan, before)
    return
  }
  const original = await request.tree.read(branch.open.files.get(before.path) as TreeFile)
  const text = splitText(textOfBytes(original), before.path)
  const forms = writtenForms(plan, { before: before.path, path, text, markdown })
  const after = await rewriteReferences('', markdown, { resolve: urlsAt(plan, path, forms), owner })
  const written = await rewriteReferences('', said.text.markdown, {
    resolve: oldUrlsAt(plan, before.path, forms),
    owner,
  })
  const head = titled(text, said.state.title === content.title ? undefined : content.title)
  write(
    plan,
    entry,
    withChangedLines(original, head + patchedInside(text.body, written, after)),
    before,
    original,
  )
}

/** Returns the front matter of a reusable content, with another title if it has one. */
function titled(
  { yaml, yamlStart, yamlEnd, yamlGap, heading, gap }: SplitText,
  title: string | undefined,
): string {
  const rest = yamlGap + heading + gap
  if (title === undefined) return yaml === undefined ? rest : yamlStart + yaml + yamlEnd + rest
  const changed = withYamlMembers(yaml ?? '', [[['title'], title]])
  return yaml === undefined
    ? `---\n${changed.trimEnd()}\n---\n\n${rest}`
    : yamlStart + changed + yamlEnd + rest
}

const bodyOf = (documentId: string | null, bodies: ReadonlyMap<string, Body>): string =>
  documentId === null ? '' : (bodies.get(documentId)?.markdown ?? '')

function unreadable({ branch, entries }: Plan, before: GitEntry): void {
  const problem = gitFileProblem(
    'GIT_FILE_NOT_WRITTEN',
    'cannot be read, so that the change of the space is not written to it.',
  )
  branch.problems.push(problemOfFile('FILE_UNREADABLE', before.path, problem))
  entries.push(before)
}

/** Plans a text, unless the branch has it like that. */
function write(
  { writes, entries }: Plan,
  entry: Omit<GitEntry, 'oid'>,
  bytes: Buffer,
  before: GitEntry | undefined,
  original?: Buffer,
): void {
  const from = before && before.path !== entry.path ? before.path : undefined
  const isSame = original !== undefined && bytes.equals(original)
  if (isSame && from !== undefined)
    writes.push({ kind: 'MOVE', path: entry.path, from, oid: before?.oid ?? '' })
  else if (!isSame)
    writes.push({ kind: 'TEXT', path: entry.path, bytes, ...(from !== undefined && { from }) })
  entries.push(entryOfText(entry, bytes))
}
