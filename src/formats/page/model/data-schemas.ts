import { z } from 'zod'
import { markColors } from './mark-colors.ts'
import { isInlineSource } from './opaque.ts'

/** Schemas of the `data` of each node type. Members that are not shown are kept as they are. */

const file = z.object({ kind: z.literal('file'), file: z.string(), fragment: z.string().optional() })
const url = z.object({ kind: z.literal('url'), url: z.string() })
const imageRef = z.discriminatedUnion('kind', [file, url])
const openApiRef = z.object({ kind: z.literal('openapi'), spec: z.string() })
const reusableContentRef = z.object({
  kind: z.literal('reusable-content'),
  reusableContent: z.string(),
  space: z.string().optional(),
})

const contentRef = z.discriminatedUnion('kind', [
  file,
  url,
  z.object({ kind: z.literal('page'), page: z.string(), space: z.string().optional() }),
  z.object({
    kind: z.literal('anchor'),
    anchor: z.string(),
    space: z.string().optional(),
    page: z.string().optional(),
  }),
  z.object({ kind: z.literal('user'), user: z.string() }),
  z.object({ kind: z.literal('collection'), collection: z.string() }),
  z.object({ kind: z.literal('space'), space: z.string() }),
  reusableContentRef,
  openApiRef,
])

const none = z.object({})
const optionalFlag = z.boolean().optional()
const align = z.enum(['start', 'center', 'end']).optional()
const length = z.union([z.number(), z.object({ unit: z.string(), value: z.number() })])
const heading = z.object({
  id: z
    .string()
    .regex(/^[^\s"'<>`{}#]+$/)
    .optional(),
  align,
})
const deepHeading = heading.extend({ level: z.union([z.literal(4), z.literal(5), z.literal(6)]).optional() })
const icon = z.string().max(50)
const operation = { path: z.string(), method: z.string() }
const refData = z.object({ ref: contentRef })
const jsonObject = z.record(z.string(), z.json())
const date = z.union([z.iso.datetime({ offset: true }), z.iso.date()])
const iconName = z.string().max(50).optional()
const tag = z.object({ kind: z.literal('tag'), tag: z.string(), space: z.string().optional() })
const buttonLook = {
  label: z.string(),
  kind: z.enum(['primary', 'secondary']),
  size: z.string().optional(),
  icon: iconName,
}
const action = z.discriminatedUnion('action', [
  z.object({ action: z.enum(['search', 'ask']), query: z.string().optional() }),
  z.object({ action: z.literal('select'), slug: z.string() }),
])

const column = z.intersection(
  z.object({ id: z.string(), title: z.string() }),
  z.discriminatedUnion('type', [
    z.object({
      type: z.literal('text'),
      textAlignment: z.enum(['left', 'center', 'right']),
      verticalAlignment: z.enum(['top', 'middle', 'bottom']).optional(),
    }),
    z.object({ type: z.literal('number') }),
    z.object({ type: z.literal('checkbox') }),
    z.object({ type: z.literal('files') }),
    z.object({ type: z.literal('content-ref') }),
    z.object({ type: z.literal('image') }),
    z.object({ type: z.literal('users'), multiple: z.boolean() }),
    z.object({ type: z.literal('rating'), max: z.number() }),
    z.object({
      type: z.literal('select'),
      multiple: z.boolean(),
      options: z.array(z.object({ value: z.string(), label: z.string(), color: z.string() })),
    }),
  ]),
)

const view = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('grid'),
    columns: z.array(z.string()),
    columnWidths: z.record(z.string(), z.number()).optional(),
    hideHeader: z.boolean(),
    useNewSizing: optionalFlag,
  }),
  z.object({
    type: z.literal('cards'),
    cardSize: z.enum(['medium', 'large']),
    columns: z.array(z.string()),
    targetDefinition: z.string().optional(),
    coverDefinition: z.string().optional(),
    coverDefinitionDark: z.string().optional(),
    hideColumnTitle: optionalFlag,
  }),
])

const tableImage = z.object({ ref: imageRef, objectFit: z.enum(['contain', 'cover', 'fill']) })
const cell = z.union([z.number(), z.string(), z.boolean(), z.array(z.string()), contentRef, tableImage])

export const blockData = new Map<string, z.ZodType>(
  Object.entries({
    paragraph: z.object({ align }),
    'heading-1': heading,
    'heading-2': heading,
    'heading-3': deepHeading,
    'list-ordered': z.object({ start: z.int().optional() }),
    'list-unordered': none,
    'list-tasks': none,
    'list-item': z.object({ checked: optionalFlag }),
    divider: none,
    blockquote: none,
    hint: z.object({
      style: z.enum(['info', 'warning', 'danger', 'success']),
      icon: icon.optional(),
    }),
    if: z.object({ expression: z.string() }),
    images: z.object({
      align: z.enum(['center', 'left', 'right']).optional(),
      fullWidth: optionalFlag,
      withFrame: optionalFlag,
    }),
    image: z.object({
      ref: imageRef,
      refDark: imageRef.optional(),
      width: length.optional(),
      height: length.optional(),
      alt: z.string().optional(),
    }),
    file: z.object({ ref: file }),
    drawing: z.object({ ref: file.optional() }),
    embed: z.object({ url: z.string(), fullWidth: optionalFlag }),
    code: z.object({
      syntax: z.string().optional(),
      title: z.string().optional(),
      overflow: z.enum(['scroll', 'wrap']).optional(),
      lineNumbers: optionalFlag,
      fullWidth: optionalFlag,
      expandable: optionalFlag,
      collapsedLineCount: z.int().min(1).max(999_999).optional(),
    }),
    'code-line': z.object({ highlighted: optionalFlag }),
    math: z.object({ formula: z.string() }),
    expandable: z.object({ defaultExpanded: z.json().optional() }),
    tabs: z.object({ fullWidth: optionalFlag }),
    'tabs-item': z.object({
      title: z.string().optional(),
      icon: icon.optional(),
      slug: z.string().optional(),
    }),
    stepper: none,
    'stepper-step': z.object({ icon: z.string().optional() }),
    columns: z.object({ fullWidth: optionalFlag }),
    column: z.object({ width: length.optional(), verticalAlignment: z.json().optional() }),
    updates: z.object({ format: z.enum(['full', 'short', 'numeric']) }),
    update: z.object({ date, tags: z.array(tag).optional() }),
    prompt: z.object({
      description: z.string(),
      icon: iconName,
      openInAIProviders: optionalFlag,
      defaultExpanded: z.enum(['hidden', 'partial', 'full']).optional(),
    }),
    swagger: z.object({ ...operation, ref: imageRef, expanded: optionalFlag, fullWidth: optionalFlag }),
    'openapi-operation': z.object({ ...operation, ref: openApiRef, headless: optionalFlag }),
    'openapi-schemas': z.object({
      grouped: optionalFlag,
      schemas: z.array(z.string()),
      title: z.string().optional(),
      ref: openApiRef,
    }),
    'openapi-webhook': z.object({
      name: z.string(),
      method: z.string(),
      ref: openApiRef,
      headless: optionalFlag,
    }),
    'content-ref': refData,
    integration: z.object({
      integration: z.string().regex(/^[\w-]+$/),
      block: z.string().regex(/^[\w-]+$/),
      props: jsonObject,
      action: jsonObject.optional(),
      url: z.string().optional(),
      fullWidth: optionalFlag,
    }),
    'reusable-content': z.object({ ref: reusableContentRef }),
    table: z.object({
      view,
      records: z.record(z.string(), z.object({ orderIndex: z.string(), values: z.record(z.string(), cell) })),
      definition: z.record(z.string(), column),
      cellMerges: z
        .array(
          z.object({
            anchor: z.object({ record: z.string(), column: z.string() }),
            rowSpan: z.int().min(1),
            colSpan: z.int().min(1),
          }),
        )
        .optional(),
      fullWidth: optionalFlag,
      search: z.json().optional(),
    }),
  }),
)

export const inlineData = new Map<string, z.ZodType>(
  Object.entries({
    link: refData.extend({ title: z.string().optional() }),
    emoji: z.object({ code: z.string() }),
    icon: z.object({ icon: z.string(), color: z.enum(markColors).optional() }),
    expression: z.object({ expression: z.string() }),
    'inline-math': z.object({ formula: z.string() }),
    'inline-image': z.object({
      ref: imageRef,
      refDark: imageRef.optional(),
      caption: z.string().optional(),
      alt: z.string().optional(),
      size: z.enum(['original', 'line']).optional(),
    }),
    annotation: none,
    mention: refData,
    button: z.union([z.object({ ...buttonLook, ref: contentRef }), z.object({ ...buttonLook, action })]),
  }),
)

const plainMarks = [
  'bold',
  'italic',
  'code',
  'keyboard',
  'strikethrough',
  'superscript',
  'subscript',
] as const

const object = (name: string) => z.literal(name)

export const leafSchema = z.object({
  object: object('leaf'),
  text: z.string(),
  source: z.string().refine(isInlineSource, 'must be one tag or comment').optional(),
  marks: z.array(
    z.discriminatedUnion('type', [
      z.object({ object: object('mark'), type: z.enum(plainMarks) }),
      z.object({
        object: object('mark'),
        type: z.literal('color'),
        data: z.object({ text: z.enum(markColors), background: z.enum(markColors) }),
      }),
    ]),
  ),
})
