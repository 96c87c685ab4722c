import { codeOfDiagram } from '../../formats/page/read/diagrams.ts'
import { nameOfUrl } from '../../formats/page/read/read-players.ts'
import type { Block, ContentRef, Embed, File, Integration } from '../../formats/page/types.ts'
import { blockTexts } from './block-texts.ts'
import type { ReferenceBlock } from './blocks.ts'
import { renderCode } from './code.ts'
import { type Child, element } from './elements.ts'
import { labelOf, linkTo } from './inlines.ts'
import { renderCaption, renderImage } from './media.ts'
import { renderMediaFile } from './media-files.ts'
import { renderOperation } from './operation-names.ts'
import { playerOf } from './players.ts'
import type { RenderContext } from './render-context.ts'
import { renderMath } from './render-math.ts'

export function renderReference(block: ReferenceBlock, context: RenderContext): Child {
  switch (block.type) {
    case 'math':
      return renderMath(block.data.formula, true)
    case 'drawing':
      return block.data.ref ? renderDrawing(block.data.ref, context) : null
    case 'file':
      return captioned(renderFile(block.data.ref, context), block, context)
    case 'content-ref':
      return card('page', linkTo(block.data.ref, labelOf(block.data.ref, context), context))
    case 'embed':
      return captioned(renderEmbed(block.data.url, context), block, context)
    // Conditions and reusable contents were resolved before rendering.
    case 'if':
    case 'reusable-content':
      return null
    case 'integration':
      return renderIntegration(block, context)
    default:
      return renderOperationName(block, context)
  }
}

const card = (kind: string, content: Child): Child => element('p', { className: ['card', kind] }, content)

/** Adds the caption of a block, if it has one. */
function captioned(content: Child, { fragments = [] }: Embed | File, context: RenderContext): Child {
  const caption = renderCaption(fragments, context)
  return caption === null ? content : element('figure', { className: ['captioned'] }, content, caption)
}

/** Renders a link to a file, below what plays it if it is a video or a sound. */
function renderFile(ref: File['data']['ref'], context: RenderContext): Child {
  const name = labelOf(ref, context)
  const address = context.addressOf(ref)
  return [
    address === undefined ? null : renderMediaFile(name, address),
    card('file', linkTo(ref, name || blockTexts(context.locale).file, context)),
  ]
}

const renderDrawing = (ref: Extract<ContentRef, { kind: 'file' }>, context: RenderContext): Child =>
  renderImage(
    {
      object: 'block',
      type: 'image',
      isVoid: true,
      data: { ref, alt: blockTexts(context.locale).drawing },
      fragments: [],
    },
    context,
  )

/** Renders the source of a diagram, or a link to what the integration shows. Without either there is nothing to show. */
function renderIntegration(block: Integration, context: RenderContext): Child {
  const diagram = codeOfDiagram(block)
  if (diagram) return renderCode(diagram, context)
  return block.data.url ? renderEmbed(block.data.url, context) : null
}

/**
 * Renders a link, so that reading a page requests nothing from elsewhere, below what plays a video or a sound. For a video
 * with a player of its own the script of the site adds a button that loads the player in its place.
 */
function renderEmbed(url: string, context: RenderContext): Child {
  const player = playerOf(url)
  const address = URL.parse(url)
  const host = address?.hostname.replace(/^www\./, '')
  return [
    address ? renderMediaFile(nameOfUrl(address.pathname), address.href) : null,
    element(
      'p',
      { className: ['card', 'embed'], ...(player && { dataPlayer: player }) },
      host ? element('span', { className: ['host'] }, host) : null,
      linkTo({ kind: 'url', url }, url.replace(/^https?:\/\//, ''), context),
    ),
  ]
}

type OperationBlock = Extract<
  Block,
  { type: 'swagger' | 'openapi-operation' | 'openapi-schemas' | 'openapi-webhook' }
>

function renderOperationName(block: OperationBlock, context: RenderContext): Child {
  if (block.type === 'openapi-schemas')
    return card('operation', element('code', {}, block.data.schemas.join(', ')))
  const { method } = block.data
  const name = block.type === 'openapi-webhook' ? block.data.name : block.data.path
  return renderOperation(
    method,
    name,
    block.type === 'swagger' ? linkToSource(block.data.ref, context) : null,
  )
}

/** Renders a link to the file of a specification, which has what the name of an operation does not tell. */
function linkToSource(ref: ContentRef, context: RenderContext): Child {
  const label = ref.kind === 'url' ? nameOfUrl(ref.url) : labelOf(ref, context)
  return label && context.addressOf(ref) !== undefined ? linkTo(ref, label, context) : null
}
