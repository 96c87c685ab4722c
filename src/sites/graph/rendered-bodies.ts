import DataLoader from 'dataloader'
import type { Database } from '../../database/client.ts'
import type { Body } from '../../formats/body/documents.ts'
import { readMarkdownPage } from '../../formats/body/markdown-page.ts'
import type { ChangeRequest } from '../../generated/prisma/client.ts'
import type { WrittenRow } from '../../modules/comments/bodies.ts'
import type { ComparedBody } from '../../modules/content/changes/body-change.ts'
import type { LocatedPage } from '../../modules/content/located-content.ts'
import { bodyTooComplex } from '../../modules/content/parse-bodies.ts'
import type { RevisionAddress } from '../../modules/content/policy.ts'
import { loadPage, loadRevision } from '../../modules/content/service.ts'
import { defaultSettings } from '../../modules/customizations/defaults.ts'
import { readWholeBody } from '../../modules/published-sites/visible-content/page-bodies.ts'
import { type Context, ownerOf, perRequest } from '../../request/context.ts'
import type { BodyHtml } from '../pages/body-html.ts'
import { renderForAuthors } from '../pages/render-body.ts'
import { authorsCache } from './authors-cache.ts'
import { type TextPlace, workspaceTargets } from './workspace-targets.ts'

interface Text {
  readonly body: Body
  readonly frontMatter: string | null
  readonly place: TextPlace
}

async function render(
  context: Context,
  { body, frontMatter, place }: Text,
  organizationId: string,
): Promise<BodyHtml<string>> {
  const { database } = context
  const { revisionId } = place
  const whole = await readWholeBody(database.query, body, { revisionId, frontMatter })
  return renderForAuthors(
    whole,
    workspaceTargets(context, place),
    {
      cache: authorsCache,
      settings: defaultSettings,
      services: { database },
      site: { id: ownerOf(context), organizationId },
    },
    { limitExceeded: bodyTooComplex },
  )
}

/** Renders a body of a page as it was read. */
export async function renderPage(
  context: Context,
  body: Body,
  { spaceId, revisionId, readAs, pageId, frontMatter }: LocatedPage,
): Promise<BodyHtml<string>> {
  const { organizationId, changeRequest } = await revisionsOf(context).load(revisionId)
  const place: TextPlace = {
    spaceId,
    revisionId,
    changeRequest: readAs === 'CHANGE_REQUEST' ? changeRequest : null,
    pageId,
  }
  return render(context, { body, frontMatter, place }, organizationId)
}

/** A text that is not saved, as an update of a page would be given it. */
interface Draft extends Pick<RevisionAddress, 'spaceId' | 'changeRequestId'> {
  readonly pageId?: string | null
  readonly markdown: string
}

/** Renders the body that a page would have after an update. Throws NOT_FOUND for content that the viewer may not read. */
export async function renderDraft(
  context: Context,
  { pageId, markdown, ...address }: Draft,
): Promise<BodyHtml<string>> {
  const written = readMarkdownPage(markdown)
  const page = pageId ? await loadPage(context, address, pageId) : null
  const revisionId = page?.revisionId ?? (await loadRevision(context, address)).id
  const { spaceId, organizationId, changeRequest } = await revisionsOf(context).load(revisionId)
  const place: TextPlace = {
    spaceId,
    revisionId,
    changeRequest: address.changeRequestId ? changeRequest : null,
    pageId: page?.pageId ?? null,
  }
  const frontMatter = written.frontMatter ?? page?.frontMatter ?? null
  return render(context, { body: { markdown: written.body }, frontMatter, place }, organizationId)
}

/** Renders the body of a comment or a reply, whose references are resolved in the content that is discussed. */
export async function renderComment(context: Context, row: WrittenRow): Promise<string> {
  const { comments, replies } = discussedContent(context)
  const { organizationId, ...place } = await (row.isReply ? replies : comments).load(row.id)
  const body: Body = {
    markdown: row.markdown,
    ...(row.document !== null && { nodes: row.document as object }),
  }
  return (await render(context, { body, frontMatter: null, place }, organizationId)).content
}

/** Renders the description of a change request, whose references are resolved in what it proposes. */
export async function renderDescription(
  context: Context,
  { spaceId, revisionId, number, descriptionMarkdown }: ChangeRequest,
): Promise<string> {
  const { organizationId } = await revisionsOf(context).load(revisionId)
  const place: TextPlace = { spaceId, revisionId, changeRequest: number, pageId: null }
  const body: Body = { markdown: descriptionMarkdown ?? '' }
  return (await render(context, { body, frontMatter: null, place }, organizationId)).content
}

export async function renderCompared(
  context: Context,
  { revisionId, ...body }: ComparedBody,
): Promise<string> {
  const { organizationId, spaceId } = await revisionsOf(context).load(revisionId)
  const place: TextPlace = { spaceId, revisionId, changeRequest: null, pageId: null }
  return (await render(context, { body, frontMatter: null, place }, organizationId)).content
}

interface RevisionPlace {
  readonly id: string
  readonly spaceId: string
  readonly organizationId: string
  /** The number of the change request with the revision. */
  readonly changeRequest: number | null
}

const revisionsOf = perRequest(({ database }) =>
  loaderOf<RevisionPlace>(
    database,
    `SELECT r.id, r."spaceId", s."organizationId", c.number AS "changeRequest"
     FROM "Revision" r JOIN "Space" s ON s.id = r."spaceId"
     LEFT JOIN "ChangeRequest" c ON c."branchId" = r."branchId" WHERE r.id = ANY($1::text[])`,
  ),
)

type DiscussedContent = TextPlace & Pick<RevisionPlace, 'id' | 'organizationId'>

/** SQL for the content that a comment `c` is on. */
const discussed = `c."spaceId", s."organizationId", c."pageId", cr.number AS "changeRequest",
  coalesce(cr."revisionId", s."revisionId") AS "revisionId"`

const withContent = `JOIN "Space" s ON s.id = c."spaceId" LEFT JOIN "ChangeRequest" cr ON cr.id = c."changeRequestId"`

const discussedContent = perRequest(({ database }) => ({
  comments: loaderOf<DiscussedContent>(
    database,
    `SELECT c.id, ${discussed} FROM "Comment" c ${withContent} WHERE c.id = ANY($1::text[])`,
  ),
  replies: loaderOf<DiscussedContent>(
    database,
    `SELECT y.id, ${discussed} FROM "CommentReply" y JOIN "Comment" c ON c.id = y."commentId" ${withContent}
     WHERE y.id = ANY($1::text[])`,
  ),
}))

/** Creates a loader of the rows that a statement finds by their ids. */
const loaderOf = <Row extends { readonly id: string }>(
  { query }: Pick<Database, 'query'>,
  statement: string,
) =>
  new DataLoader<string, Row>(async (ids) => {
    const byId = new Map((await query<Row>(statement, [ids])).map((row) => [row.id, row]))
    return ids.map((id) => byId.get(id) ?? new Error(`${id} was deleted while it was read`))
  })
