/**
 * The document tree of the published contract. It is wider than the contract in two ways, because Markdown is:
 * any container may contain any block (a code block in a quote is not flattened), and `columns` and `if` may be
 * top-level blocks.
 */
export interface JSONDocument {
  object: 'document'
  data: { schemaVersion?: number }
  nodes: Block[]
}

/** The fragment is the part of an address behind `#`: a page of a PDF, lines of code, or the theme that shows an image. */
export type ContentRefFile = { kind: 'file'; file: string; space?: string; fragment?: string }
export type ContentRefURL = { kind: 'url'; url: string }
export type ContentRefPage = { kind: 'page'; page: string; space?: string }
export type ContentRefAnchor = { kind: 'anchor'; anchor: string; space?: string; page?: string }
export type ContentRefUser = { kind: 'user'; user: string }
export type ContentRefCollection = { kind: 'collection'; collection: string }
export type ContentRefSpace = { kind: 'space'; space: string }
export type ContentRefReusableContent = { kind: 'reusable-content'; reusableContent: string; space?: string }
/** A tag of updates. The tags themselves are not stored. */
export type ContentRefTag = { kind: 'tag'; tag: string; space?: string }
export type ContentRefOpenAPI = { kind: 'openapi'; spec: string }

export type ContentRef =
  | ContentRefFile
  | ContentRefURL
  | ContentRefPage
  | ContentRefAnchor
  | ContentRefUser
  | ContentRefCollection
  | ContentRefSpace
  | ContentRefReusableContent
  | ContentRefOpenAPI

export type ImageRef = ContentRefURL | ContentRefFile

export type MarkColor =
  | 'default'
  | 'green'
  | 'blue'
  | 'red'
  | 'orange'
  | 'yellow'
  | 'purple'
  | '$primary'
  | '$info'
  | '$success'
  | '$warning'
  | '$danger'

export type PlainMarkType =
  | 'bold'
  | 'italic'
  | 'strikethrough'
  | 'superscript'
  | 'subscript'
  | 'keyboard'
  | 'code'

export type ColorMark = { object: 'mark'; type: 'color'; data: { text: MarkColor; background: MarkColor } }
export type Mark = { object: 'mark'; type: PlainMarkType } | ColorMark

export interface Leaf {
  object: 'leaf'
  text: string
  marks: Mark[]
  /** A tag or comment that has no node type. The leaf has no text then, and shows nothing. */
  source?: string
}

export interface Text {
  object: 'text'
  key?: string
  leaves: Leaf[]
}

export interface Fragment {
  object: 'fragment'
  key?: string
  fragment?: string
  type?: string
  nodes: Block[]
}

interface BlockOf<Type extends string, Data> {
  object: 'block'
  type: Type
  key?: string
  data: Data
  meta?: { id: string }
}

interface Parent<Type extends string, Data, Child> extends BlockOf<Type, Data> {
  isVoid?: false
  nodes: Child[]
}

interface Void<Type extends string, Data> extends BlockOf<Type, Data> {
  isVoid: true
}

interface Fragmented<Type extends string, Data> extends Void<Type, Data> {
  fragments: Fragment[]
}

export type TextAlignment = 'start' | 'center' | 'end'
export type Length = number | { unit: string; value: number }
export type HintStyle = 'info' | 'warning' | 'danger' | 'success'
export type HeadingType = 'heading-1' | 'heading-2' | 'heading-3'
export type Empty = Record<never, never>

export type Paragraph = Parent<'paragraph', { align?: TextAlignment }, InlineNode>
/** The level is that of a heading of Markdown below the third, which is a heading of the third level here. */
export type HeadingData = { id?: string; align?: TextAlignment; level?: 4 | 5 | 6 }
export type Heading = Parent<HeadingType, HeadingData, InlineNode>
export type OrderedList = Parent<'list-ordered', { start?: number }, ListItem>
export type UnorderedList = Parent<'list-unordered', Empty, ListItem>
export type TaskList = Parent<'list-tasks', Empty, ListItem>
export type List = OrderedList | UnorderedList | TaskList
export type ListItem = Parent<'list-item', { checked?: boolean }, Block>
export type Divider = Void<'divider', Empty>
export type Blockquote = Parent<'blockquote', Empty, Block>
export type Hint = Parent<'hint', { style: HintStyle; icon?: string }, Block>
export type If = Parent<'if', { expression: string }, Block>
export type ImagesData = { align?: 'center' | 'left' | 'right'; fullWidth?: boolean }
export type Images = Omit<Parent<'images', ImagesData, Image>, 'isVoid'> & { isVoid: false }
export type ImageData = { ref: ImageRef; refDark?: ImageRef; width?: Length; height?: Length; alt?: string }
export type Image = Fragmented<'image', ImageData>
/** A block that may have a caption: a fragment of this name with paragraphs. */
type Captioned<Type extends string, Data> = Void<Type, Data> & { fragments?: Fragment[] }

export type File = Captioned<'file', { ref: ContentRefFile }>
export type Drawing = Void<'drawing', { ref?: ContentRefFile }>
export type Embed = Captioned<'embed', { url: string; fullWidth?: boolean }>
export type CodeData = {
  syntax?: string
  title?: string
  overflow?: 'scroll' | 'wrap'
  lineNumbers?: boolean
  fullWidth?: boolean
  expandable?: boolean
  /** Lines that are shown while it is collapsed. */
  collapsedLineCount?: number
}
export type Code = Parent<'code', CodeData, CodeLine>
export type CodeLine = Parent<'code-line', { highlighted?: boolean }, InlineNode>
export type MathBlock = Void<'math', { formula: string }>
export type Expandable = Fragmented<'expandable', Empty>
export type Tabs = Parent<'tabs', { fullWidth?: boolean }, TabsItem>
export type TabsItem = Parent<'tabs-item', { title?: string; icon?: string }, Block>
export type Stepper = Parent<'stepper', Empty, StepperStep>
export type StepperStep = Parent<'stepper-step', { icon?: string }, Block>
export type Columns = Omit<Parent<'columns', { fullWidth?: boolean }, Column>, 'isVoid'> & { isVoid: false }
export type Column = Parent<'column', { width?: Length }, Block>
export type UpdatesFormat = 'full' | 'short' | 'numeric'
export type Updates = Parent<'updates', { format: UpdatesFormat }, Update>
export type Update = Parent<'update', { date: string; tags?: ContentRefTag[] }, Block>
export type PromptData = {
  description: string
  icon?: string
  openInAIProviders?: boolean
  defaultExpanded?: 'hidden' | 'partial' | 'full'
}
/** A text for a language model, which is the only block in it. */
export type Prompt = Parent<'prompt', PromptData, Code>
export type OperationPointer = { path: string; method: string }
export type SwaggerData = OperationPointer & { ref: ImageRef; expanded?: boolean; fullWidth?: boolean }
export type Swagger = Void<'swagger', SwaggerData>
export type OpenAPIOperation = Void<'openapi-operation', OperationPointer & { ref: ContentRefOpenAPI }>
export type OpenAPISchemas = Void<
  'openapi-schemas',
  { grouped?: boolean; schemas: string[]; ref: ContentRefOpenAPI }
>
export type OpenAPIWebhook = Void<'openapi-webhook', { name: string; method: string; ref: ContentRefOpenAPI }>
export type ContentReference = Void<'content-ref', { ref: ContentRef }>
export type JSONValue = string | number | boolean | null | JSONValue[] | { [key: string]: JSONValue }
export type JSONObject = { [key: string]: JSONValue }
export type IntegrationData = {
  integration: string
  block: string
  props: JSONObject
  action?: JSONObject
  url?: string
  fullWidth?: boolean
}
export type Integration = Void<'integration', IntegrationData>
export type ReusableContent = Void<'reusable-content', { ref: ContentRefReusableContent }>

export type GridView = {
  type: 'grid'
  columns: string[]
  columnWidths?: Record<string, number>
  hideHeader: boolean
  useNewSizing?: boolean
}
export type CardsView = {
  type: 'cards'
  cardSize: 'medium' | 'large'
  columns: string[]
  targetDefinition?: string
  coverDefinition?: string
  coverDefinitionDark?: string
  hideColumnTitle?: boolean
}
/** An image of a table with settings of its own. */
export type TableImage = { ref: ImageRef; objectFit: ObjectFit }
export type ObjectFit = 'contain' | 'cover' | 'fill'
export type TableValue = number | string | boolean | string[] | ContentRef | TableImage
export type TableRecord = { orderIndex: string; values: Record<string, TableValue> }
export type SelectOption = { value: string; label: string; color: string }
export type HorizontalAlignment = 'left' | 'center' | 'right'
export type VerticalAlignment = 'top' | 'middle' | 'bottom'
export type TableColumn = { id: string; title: string } & (
  | { type: 'text'; textAlignment: HorizontalAlignment; verticalAlignment?: VerticalAlignment }
  | { type: 'number' }
  | { type: 'checkbox' }
  | { type: 'files' }
  | { type: 'users'; multiple: boolean }
  | { type: 'rating'; max: number }
  | { type: 'select'; multiple: boolean; options: SelectOption[] }
  | { type: 'content-ref' }
  | { type: 'image' }
)
/** Cells that are one: that of a record and column, with those right of it and below. */
export type CellMerge = { anchor: { record: string; column: string }; rowSpan: number; colSpan: number }
export type TableData = {
  view: GridView | CardsView
  records: Record<string, TableRecord>
  definition: Record<string, TableColumn>
  cellMerges?: CellMerge[]
  fullWidth?: boolean
}
/**
 * A table. Text cells contain the name (`fragment`) of a fragment. A title that is more than text is in the fragment with
 * the name of its column, too.
 */
export type Table = Fragmented<'table', TableData>

export type Block =
  | Paragraph
  | Heading
  | List
  | ListItem
  | Divider
  | Blockquote
  | Hint
  | If
  | Images
  | Image
  | File
  | Drawing
  | Embed
  | Code
  | CodeLine
  | MathBlock
  | Expandable
  | Tabs
  | TabsItem
  | Stepper
  | StepperStep
  | Columns
  | Column
  | Updates
  | Update
  | Prompt
  | Swagger
  | OpenAPIOperation
  | OpenAPISchemas
  | OpenAPIWebhook
  | ContentReference
  | Integration
  | ReusableContent
  | Table

interface InlineOf<Type extends string, Data> {
  object: 'inline'
  type: Type
  key?: string
  data: Data
}

export type Link = InlineOf<'link', { ref: ContentRef; title?: string }> & {
  isVoid: false
  nodes: (Text | InlineImage)[]
}
export type Emoji = InlineOf<'emoji', { code: string }> & { isVoid: true }
export type Icon = InlineOf<'icon', { icon: string; color?: MarkColor }> & { isVoid: true }
export type Expression = InlineOf<'expression', { expression: string }> & { isVoid: true }
export type InlineMath = InlineOf<'inline-math', { formula: string }> & { isVoid: true }
export type InlineImageData = {
  ref: ImageRef
  refDark?: ImageRef
  caption?: string
  size?: 'original' | 'line'
}
export type InlineImage = InlineOf<'inline-image', InlineImageData> & { isVoid: true }
export type Annotation = InlineOf<'annotation', Empty> & {
  isVoid: false
  nodes: Text[]
  fragments: Fragment[]
}
export type Mention = InlineOf<'mention', { ref: ContentRef }> & { isVoid: true }
export type ButtonAction = { action: 'search' | 'ask'; query?: string } | { action: 'select'; slug: string }
/** A button leads to a target or has an action of the reader. */
export type ButtonData = { label: string; kind: 'primary' | 'secondary'; icon?: string } & (
  | { ref: ContentRef; action?: undefined }
  | { action: ButtonAction; ref?: undefined }
)
export type Button = InlineOf<'button', ButtonData> & { isVoid: true }

export type Inline =
  | Link
  | Emoji
  | Icon
  | Expression
  | InlineMath
  | InlineImage
  | Annotation
  | Mention
  | Button

export type InlineNode = Inline | Text
