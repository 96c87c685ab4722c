import type { GitWrite } from '../../formats/git/types.ts'
import type { ContentSnapshot } from '../../formats/merge/content-snapshot.ts'
import { differences } from '../content/differences.ts'
import { keptChanges } from './limits.ts'
import type { ReportedChange, SyncReport } from './report.ts'

function add(report: SyncReport, changes: readonly ReportedChange[]): void {
  report.changeCount += changes.length
  report.changes.push(...changes.slice(0, Math.max(0, keptChanges - report.changes.length)))
}

const changeOfWrite = (write: GitWrite, known: ReadonlySet<string>): ReportedChange => {
  if (write.kind === 'DELETE') return { side: 'BRANCH', kind: 'REMOVED', name: write.path }
  if (write.from !== undefined && write.from !== write.path)
    return { side: 'BRANCH', kind: 'MOVED', name: write.path, from: write.from }
  return { side: 'BRANCH', kind: known.has(write.path) ? 'CHANGED' : 'ADDED', name: write.path }
}

/** Reports files that are written to the branch, once each: several commits of a sync can change the same file. */
export function reportWrites(
  report: SyncReport,
  writes: readonly GitWrite[],
  known: ReadonlySet<string>,
): void {
  const told = new Set(report.changes.map(keyOf))
  add(
    report,
    writes.map((write) => changeOfWrite(write, known)).filter((change) => !told.has(keyOf(change))),
  )
}

const keyOf = ({ side, kind, name, from = '' }: ReportedChange): string => [side, kind, name, from].join('\n')

/** Reports objects of the space that change. */
export function reportContent(report: SyncReport, wanted: ContentSnapshot, present: ContentSnapshot): void {
  const { pages, files, reusable } = differences(wanted, present)
  add(report, [
    ...pages.written.map(({ pageId, title }) => changeOfObject(present.pages.has(pageId), title)),
    ...pages.removed.map((id) => removed(present.pages.get(id)?.title ?? id)),
    ...files.written.map(({ fileId, name }) => changeOfObject(present.files.has(fileId), name)),
    ...files.removed.map((id) => removed(present.files.get(id)?.name ?? id)),
    ...reusable.written.map(({ reusableId, title }) =>
      changeOfObject(present.reusable.has(reusableId), title),
    ),
    ...reusable.removed.map((id) => removed(present.reusable.get(id)?.title ?? id)),
  ])
}

const changeOfObject = (isKnown: boolean, name: string): ReportedChange => ({
  side: 'SPACE',
  kind: isKnown ? 'CHANGED' : 'ADDED',
  name,
})

const removed = (name: string): ReportedChange => ({ side: 'SPACE', kind: 'REMOVED', name })
