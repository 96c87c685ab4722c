import { withCommas } from '../../../base/english.ts'
import { limited } from '../../../base/validation.ts'
import { contentLimits } from '../../../formats/body/limits.ts'
import { treeOfNodes } from '../../../formats/page/model/tree-of-nodes.ts'
import { builder } from '../../../graphql/builder.ts'
import { enumType } from '../../../graphql/enum-type.ts'
import { ownerOf } from '../../../request/context.ts'
import type { BodyChange as BodyChangeShape, ComparedBody } from '../changes/body-change.ts'
import {
  type HunkLine as HunkLineShape,
  hunksOf,
  type LineHunk as LineHunkShape,
  type LineRange as LineRangeShape,
  maximumComparedLines,
  patchOf,
} from '../changes/line-hunks.ts'
import { documentOf } from '../page-bodies.ts'

export const ContentBody = builder.objectRef<ComparedBody>('ContentBody').implement({
  description: 'The body of a page or reusable content.',
  fields: (t) => ({
    markdown: t.exposeString('markdown', { description: 'The body as Markdown, without the title.' }),
    document: t.field({
      type: 'JSON',
      description: `The body ${treeOfNodes}.`,
      resolve: (body, _args, context) => documentOf(body, ownerOf(context)),
    }),
  }),
})

const LineRange = builder.objectRef<LineRangeShape>('LineRange').implement({
  description: 'Consecutive lines of a body.',
  fields: (t) => ({
    start: t.exposeInt('start', {
      description:
        'Number of the first line, starting at 1. If the count is 0, the number that the first line would have.',
    }),
    count: t.exposeInt('count', { description: 'The number of lines.' }),
  }),
})

const HunkLineKindEnum = enumType('HunkLineKind', 'The kind of change of a line.', {
  UNCHANGED: 'The line is in both bodies.',
  REMOVED: 'The line is only in the body before the change.',
  ADDED: 'The line is only in the body after the change.',
})

const HunkLine = builder.objectRef<HunkLineShape>('HunkLine').implement({
  description: 'A line of Markdown that changed, or that is near a change.',
  fields: (t) => ({
    kind: t.expose('kind', { type: HunkLineKindEnum, description: 'The kind of change of the line.' }),
    text: t.exposeString('text', { description: 'The line, without its line break.' }),
  }),
})

const LineHunk = builder.objectRef<LineHunkShape>('LineHunk').implement({
  description: 'Changed lines of a body that are near each other, with unchanged lines around them.',
  fields: (t) => ({
    before: t.expose('before', { type: LineRange, description: 'The lines of the body before the change.' }),
    after: t.expose('after', { type: LineRange, description: 'The lines of the body after the change.' }),
    lines: t.field({
      type: [HunkLine],
      description: 'The lines: of each change those that are removed, then those that are added.',
      resolve: ({ lines }) => [...lines],
    }),
  }),
})

const HunksOmittedEnum = enumType(
  'HunksOmittedReason',
  'The reason for which the lines of two bodies were not compared.',
  {
    TOO_LARGE: `The bodies differ in more than ${withCommas(maximumComparedLines)} consecutive lines.`,
  },
)

const defaultContext = 3

const contextOfHunks = {
  defaultValue: defaultContext,
  description: 'Number of unchanged lines around each change.',
  ...limited(contentLimits.hunkContext),
} as const

export const BodyChange = builder.objectRef<BodyChangeShape>('BodyChange').implement({
  description: 'The body of a page or reusable content before and after a change.',
  fields: (t) => ({
    before: t.field({
      type: ContentBody,
      nullable: true,
      description: 'The body before the change. Null if the change created the object.',
      resolve: (change) => change.before(),
    }),
    after: t.field({
      type: ContentBody,
      nullable: true,
      description: 'The body after the change. Null if the change deleted the object.',
      resolve: (change) => change.after(),
    }),
    hunks: t.field({
      type: [LineHunk],
      nullable: true,
      description:
        'The changed lines of the Markdown, in the order of the body. Null if the bodies were not compared.',
      args: { context: t.arg.int(contextOfHunks) },
      resolve: async (change, { context }) => {
        const differences = await change.differences()
        return differences ? hunksOf(differences, context ?? defaultContext) : null
      },
    }),
    patch: t.string({
      nullable: true,
      description:
        'The lines of `hunks` as one text in the unified format of `diff -u`, without the names of files: far smaller where there are many. Empty if no line changed. Null if the bodies were not compared.',
      args: { context: t.arg.int(contextOfHunks) },
      resolve: async (change, { context }) => {
        const differences = await change.differences()
        return differences ? patchOf(hunksOf(differences, context ?? defaultContext)) : null
      },
    }),
    hunksOmitted: t.field({
      type: HunksOmittedEnum,
      nullable: true,
      description: 'The reason for which `hunks` is null. Null if the bodies were compared.',
      resolve: async (change) => ((await change.differences()) ? null : ('TOO_LARGE' as const)),
    }),
  }),
})
